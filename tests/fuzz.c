/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* xorshift64 (Marsaglia 2003): the same mutations on every machine. */
uint64_t fuzz_draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

size_t fuzz_put_byte(uint8_t *data, size_t size, size_t at, const char *alphabet, size_t count,
                     uint64_t *state)
{
    const uint8_t byte = (uint8_t)alphabet[fuzz_draw(state) % count];

    if (fuzz_draw(state) % 2 && size < FUZZ_SIZE_MOST) {
        memmove(data + at + 1, data + at, size - at);
        size++;
    }
    data[at] = byte;
    return size;
}

void fuzz_require(bool condition, const char *claim)
{
    if (!condition) {
        fprintf(stderr, "not so: %s\n", claim);
        abort();
    }
}

#ifndef FUZZ_WITH_LIBFUZZER

static size_t mutate(uint8_t *data, size_t size, uint64_t *state)
{
    const size_t first = fuzz_target.first;
    const size_t at = first + (size_t)(fuzz_draw(state) % (size - first));

    switch (fuzz_draw(state) % 6) {
    case 0: /* flip a bit */
        data[at] ^= (uint8_t)(1U << fuzz_draw(state) % 8);
        return size;
    case 1: /* cut the end off */
        return at > 2 ? at : size;
    case 2: /* take a byte out */
        memmove(data + at, data + at + 1, size - at - 1);
        return size > 3 ? size - 1 : size;
    case 3: /* double the tail */
        if (size + (size - at) > FUZZ_SIZE_MOST)
            return size;
        memcpy(data + size, data + at, size - at);
        return size + (size - at);
    default:
        return fuzz_target.mutate(data, size, at, state);
    }
}

static unsigned long asked(const char *variable, unsigned long otherwise)
{
    const char *text = getenv(variable);

    return text ? strtoul(text, NULL, 10) : otherwise;
}

static uint8_t tried[FUZZ_SIZE_MOST];
static size_t tried_size;

/* Writes what is tried into a file; async-signal-safe. */
static void keep(int signal)
{
    const int file = open(getenv("CLREDUCE_FUZZ_KEEP"), O_WRONLY | O_CREAT | O_TRUNC, 0600);

    if (file < 0 || write(file, tried, tried_size) != (ssize_t)tried_size)
        _exit(1);
    raise(signal); /* the default action is restored */
}

static void run_mutations(void)
{
    const struct sigaction keeping = {.sa_handler = keep, .sa_flags = (int)SA_RESETHAND};
    const unsigned long seconds = asked("CLREDUCE_FUZZ_SECONDS", 0);
    const unsigned long runs = asked("CLREDUCE_FUZZ_RUNS", seconds ? ULONG_MAX : fuzz_target.runs);
    const time_t begin = time(NULL);
    uint64_t state = UINT64_C(88172645463325252) + asked("CLREDUCE_FUZZ_SEED", 0);
    unsigned long run = 0;

    for (; run < runs && (!seconds || time(NULL) - begin < (time_t)seconds); run++) {
        tried_size = fuzz_target.seed(tried, run, &state);

        for (uint64_t left = fuzz_draw(&state) % fuzz_target.mutations; left > 0; left--)
            tried_size = mutate(tried, tried_size, &state);
        if (fuzz_target.finish)
            fuzz_target.finish(tried, tried_size, &state);
        if (getenv("CLREDUCE_FUZZ_KEEP")) /* which what is tried may have changed */
            sigaction(SIGABRT, &keeping, NULL);
        LLVMFuzzerTestOneInput(tried, tried_size);
    }
    printf("%lu inputs\n", run);
}

static void replay(const char *path)
{
    static uint8_t data[FUZZ_SIZE_MOST];
    FILE *file = fopen(path, "rb");

    fuzz_require(file != NULL, "a file to replay can be opened");
    LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, file));
    fclose(file);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    if (argc < 2)
        run_mutations();
    return 0;
}

#endif
