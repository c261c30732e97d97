/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_exact - a differential fuzzer of reductions on a device against GMP and MPFR: plans drawn at
 * random, each on many samples of data that is mostly at the ends of the formats. A mismatch is
 * made smaller and printed, with the arguments that lead to it again.
 *
 *   fuzz_exact [--seconds N] [--seed S]   N seconds (20), of trials by seed S (the clock's)
 *   fuzz_exact --plan P [--sample I]      one trial again, on 300 samples or on number I alone
 *   ... --verbose 1                       prints every trial
 *
 * CLR_TEST_DEVICE chooses the device. Exit status: 0 no mismatch, 1 one, 2 wrong arguments.
 */
#include "trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SAMPLES_FIRST = 40,  /* of a plan: in these drivers compile what is left; */
    SAMPLES_MOST = 300,  /* even if all that took no time */
    PLANS_A_CONTEXT = 60 /* contexts keep all their kernels */
};

/* What was asked for. */
struct request {
    double seconds;
    double end; /* by the clock */
    uint64_t seed, plan, sample;
    bool has_plan, has_sample, is_verbose;
};

struct totals {
    uint64_t plans, refused, samples, elements;
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- mismatches ---- */

static void print_reduction(const clr_reduction *reduction, const clr_result *result)
{
    printf("  %s of %s as %s, level %s", clr_operator_name(reduction->op),
           clr_type_name(reduction->type),
           clr_type_name(result->type ? result->type : reduction->result),
           clr_accuracy_name(result->accuracy ? result->accuracy : CLR_ACCURACY_FAST));
    if (reduction->nan == CLR_NAN_IGNORE)
        printf(", NaNs ignored");
    if (reduction->overflow == CLR_OVERFLOW_DETECT)
        printf(", overflow detected");
    if (reduction->ddof)
        printf(", ddof %" PRIu64, reduction->ddof);
    printf("%s%s\n", reduction->map ? ", of " : "", reduction->map ? reduction->map : "");
}

static void print_trial(const struct trial *trial)
{
    const clr_plan_options *o = &trial->options;

    for (size_t i = 0; i < trial->count; i++)
        print_reduction(&trial->reductions[i], &trial->results[i]);
    printf("  strategy %s: group %" PRIu64 ", groups %" PRIu64 ", vector %" PRIu64
           ", loads %" PRIu64 "\n",
           o->strategy ? o->strategy : "of the library's choice", o->group_size, o->group_count,
           o->vector_width, o->item_loads);
    if (trial->plan)
        printf("  came to %s: group %" PRIu64 ", groups %" PRIu64 ", vector %" PRIu64
               ", loads %" PRIu64 "\n",
               trial->info.strategy, trial->info.group_size, trial->info.group_count,
               trial->info.vector_width, trial->info.item_loads);
}

/* Elements with how often they stand in a row: floats in hexadecimal, whole numbers as bits. */
static void print_elements(const struct sample *sample, size_t input)
{
    const size_t size = oracle_size(sample->type);
    const unsigned char *x = sample->elements[input];

    printf("  %c = {", (int)('x' + input));
    for (size_t i = 0, end; i < sample->count; i = end) {
        uint64_t bits = 0;

        for (end = i + 1; end < sample->count && memcmp(x + end * size, x + i * size, size) == 0;)
            end++;
        memcpy(&bits, x + i * size, size);
        printf(i ? ", " : "");
        if (end - i > 1)
            printf("%zu times ", end - i);
        if (oracle_is_float(sample->type))
            printf("%a", oracle_load(sample->type, x, i));
        else
            printf("%#" PRIx64, bits);
    }
    printf("}\n");
}

static bool is_still_wrong(const struct trial *trial, const struct sample *sample)
{
    char why[TRIAL_WHY_SIZE];

    return !sample_is_right(trial, sample, why);
}

/* Leaves elements off at the end, in steps of halves, as long as it stays wrong. */
static void shorten(const struct trial *trial, struct sample *sample)
{
    for (size_t step = sample->count / 2; step > 0; step /= 2)
        while (sample->count >= step) {
            sample->count -= step;
            if (!is_still_wrong(trial, sample)) {
                sample->count += step;
                break;
            }
        }
}

/* Makes elements 0, in stretches of halves, as long as it stays wrong. */
static void clear(const struct trial *trial, struct sample *sample, size_t input)
{
    const size_t size = oracle_size(sample->type);
    unsigned char *x = sample->elements[input];
    unsigned char *kept = malloc(sample->count * size + 1);

    assert_non_null(kept);
    for (size_t step = sample->count / 2; step > 0; step /= 2)
        for (size_t i = 0; i < sample->count; i += step) {
            const size_t bytes = size * (step < sample->count - i ? step : sample->count - i);

            memcpy(kept, x + i * size, bytes);
            memset(x + i * size, 0, bytes);
            if (!is_still_wrong(trial, sample))
                memcpy(x + i * size, kept, bytes);
        }
    free(kept);
}

static void make_smaller(const struct trial *trial, struct sample *sample)
{
    const trial_way way = sample->way;

    sample->way = TRIAL_WHOLE;
    if (!is_still_wrong(trial, sample))
        sample->way = way;
    for (int round = 0; round < 2; round++) {
        shorten(trial, sample);
        for (size_t i = 0; i < sample->inputs; i++)
            clear(trial, sample, i);
    }
}

static void report(const struct trial *trial, struct sample *sample, uint64_t number,
                   const char *why)
{
    char smaller[TRIAL_WHY_SIZE] = "";

    printf("MISMATCH: %s\n", why);
    printf("  again: fuzz_exact --plan %#" PRIx64 " --sample %" PRIu64 "\n", trial->seed, number);
    print_trial(trial);
    printf("  %zu elements of kind %d at offset %zu, %s\n", sample->count, (int)sample->kind,
           sample->offsets[0], trial_way_name(sample->way));
    fflush(stdout);
    make_smaller(trial, sample);
    sample_is_right(trial, sample, smaller);
    printf("  made smaller, %s, %zu elements: %s\n", trial_way_name(sample->way), sample->count,
           smaller);
    for (size_t i = 0; i < sample->inputs; i++)
        print_elements(sample, i);
    fflush(stdout);
}

/* ---- trials ---- */

static bool run_sample(const struct trial *trial, uint64_t number, struct totals *totals)
{
    uint64_t seed = trial->seed ^ number * UINT64_C(0xd1342543de82ef95);
    struct sample sample = sample_make(trial, seed);
    char why[TRIAL_WHY_SIZE] = "";
    const bool is_right = sample_is_right(trial, &sample, why);

    totals->samples++;
    totals->elements += sample.count;
    if (!is_right)
        report(trial, &sample, number, why);
    sample_destroy(&sample);
    return is_right;
}

/* As many samples as take as long as the plan and the first ones took, within limits. */
static bool run_samples(const struct trial *trial, const struct request *r, double begin,
                        struct totals *totals)
{
    double end = 0;
    bool is_right = true;

    if (r->has_sample)
        return run_sample(trial, r->sample, totals);
    for (uint64_t i = 0; is_right && i < SAMPLES_MOST; i++) {
        is_right = run_sample(trial, i, totals);
        if (i == SAMPLES_FIRST)
            end = 2 * now() - begin;
        if (!r->has_plan && i > SAMPLES_FIRST && (now() > end || now() > r->end))
            break;
    }
    return is_right;
}

static bool run_trial(const struct rig *rig, uint64_t seed, const struct request *r,
                      struct totals *totals)
{
    const double begin = now();
    char why[TRIAL_WHY_SIZE];
    struct trial trial;
    double made;
    bool is_right;

    if (r->is_verbose) { /* before a driver's compiler crashes */
        printf("plan %#" PRIx64 "\n", seed);
        fflush(stdout);
    }
    trial = trial_make(rig, seed, why);
    made = now();
    is_right = why[0] == '\0';
    if (r->is_verbose) {
        puts(trial.plan ? "  made" : "  refused");
        print_trial(&trial);
    }
    if (!is_right) {
        printf("FAILURE: %s\n  again: fuzz_exact --plan %#" PRIx64 "\n", why, seed);
        print_trial(&trial);
    } else if (trial.plan) {
        totals->plans++;
        is_right = run_samples(&trial, r, begin, totals);
    } else {
        totals->refused++;
    }
    if (r->is_verbose)
        printf("  made in %.2f s, run in %.2f s\n", made - begin, now() - made);
    trial_destroy(&trial);
    return is_right;
}

static bool run_all(const struct request *r, struct totals *totals)
{
    uint64_t seed = r->seed;
    uint64_t course = r->seed;
    bool is_right = true;

    while (is_right && now() < r->end) {
        const uint64_t plans = totals->plans;

        is_right = run_trial(rig_at(0), trial_seed(&seed, course), r, totals);
        course += totals->plans > plans;
        if (totals->plans > plans && totals->plans % PLANS_A_CONTEXT == 0)
            rig_renew(rig_at(0));
    }
    return is_right;
}

/* ---- arguments ---- */

static int misuse(const char *argument)
{
    fprintf(stderr,
            "fuzz_exact: '%s'? It takes --seconds N, --seed S, --plan P, and with that "
            "--sample I.\n",
            argument);
    return 2;
}

static bool read_number(const char *text, uint64_t *number)
{
    char *end = NULL;

    *number = text ? strtoull(text, &end, 0) : 0;
    return text && *text && *end == '\0';
}

static bool read_argument(const char *name, const char *text, struct request *r)
{
    uint64_t number;

    if (!read_number(text, &number))
        return false;
    if (strcmp(name, "--seconds") == 0)
        r->seconds = (double)number;
    else if (strcmp(name, "--seed") == 0)
        r->seed = number;
    else if (strcmp(name, "--plan") == 0)
        r->plan = number, r->has_plan = true;
    else if (strcmp(name, "--sample") == 0)
        r->sample = number, r->has_sample = true;
    else if (strcmp(name, "--verbose") == 0)
        r->is_verbose = number != 0;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    struct request r = {.seconds = 20, .seed = (uint64_t)time(NULL)};
    struct totals totals = {0};
    const double begin = now();
    bool is_right;

    for (int i = 1; i < argc; i += 2)
        if (!read_argument(argv[i], argv[i + 1], &r))
            return misuse(argv[i]);
    if (r.has_sample && !r.has_plan)
        return misuse("--sample without --plan");
    rig_count();
    if (!r.has_plan)
        printf("seed %" PRIu64 "\n", r.seed);
    fflush(stdout);
    r.end = now() + r.seconds;
    is_right = r.has_plan ? run_trial(rig_at(0), r.plan, &r, &totals) : run_all(&r, &totals);
    printf("%s: %" PRIu64 " plans (%" PRIu64 " more were refused), %" PRIu64 " cases, %" PRIu64
           " elements, %.0f s\n",
           is_right ? "no mismatch" : "a mismatch", totals.plans, totals.refused, totals.samples,
           totals.elements, now() - begin);
    rigs_destroy();
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
