/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The exact sum of numbers, rounded once: a program of C and the library alone, for systems to
 * which the command has not come.
 *
 *     clreduce-sum DEVICE FILE    of the numbers in FILE, separated by blanks or lines; DEVICE is
 *                                 host, any, or what clr_context_options.device takes
 */
#include <clreduce/clreduce.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct numbers {
    double *at;
    size_t count;
    size_t room;
} numbers;

static int stop(const char *what, const char *why)
{
    fprintf(stderr, "clreduce-sum: %s: %s\n", what, why);
    return 1;
}

static int add(numbers *to, double number)
{
    if (to->count == to->room) {
        const size_t room = to->room ? 2 * to->room : 1024;
        double *at = realloc(to->at, room * sizeof *at);

        if (!at)
            return 0;
        to->at = at;
        to->room = room;
    }
    to->at[to->count++] = number;
    return 1;
}

/* What is wrong with the file, or NULL. */
static const char *read_numbers(FILE *file, numbers *to)
{
    double number;

    while (fscanf(file, "%lf", &number) == 1)
        if (!add(to, number))
            return "memory ran out";
    return feof(file) ? NULL
                      : "what follows its last number is none: numbers are as 12, -0.5, 1e20";
}

static int print_sum(const char *device, const numbers *of)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    clr_context_options options = {.size = sizeof options, .device = device};
    clr_context *context = NULL;
    double total = 0;
    clr_status status = clr_context_create(&options, &context);

    if (status == CLR_OK)
        status = clr_reduce(context, &sum, of->at, of->count, &total, sizeof total);
    if (status == CLR_OK)
        printf("%.17g\n", total);
    else
        stop(device ? device : "any device", clr_context_error(context)->message);
    clr_context_destroy(context);
    return status != CLR_OK;
}

int main(int argc, char **argv)
{
    numbers all = {0};
    const char *fault;
    FILE *file;
    int status;

    if (argc != 3)
        return stop("usage", "clreduce-sum DEVICE FILE");
    file = fopen(argv[2], "r");
    if (!file)
        return stop(argv[2], "it cannot be opened");
    fault = read_numbers(file, &all);
    fclose(file);
    status = fault ? stop(argv[2], fault)
                   : print_sum(strcmp(argv[1], "any") == 0 ? NULL : argv[1], &all);
    free(all.at);
    return status;
}
