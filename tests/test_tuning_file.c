/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tuning files on devices: which file is read, what is said of one that cannot be, and that no row
 * within bounds changes a result at a level that has but one. CLR_TEST_SEED makes other rows.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "split_mix.h"
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *name;
    uint32_t least, most;
    bool is_power;
} measures[] = {
#define POWER                             true
#define WHOLE                             false
#define CLRI_TUNING_MEASURE(measure, ...) {#measure, __VA_ARGS__},
#include "device/measure.def"
};

/* ---- a folder with a file ---- */

static char folder[64], path[128];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/clreduce-test-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/tuning", folder);
    return 0;
}

static int remove_folder(void **state)
{
    char command[2 * sizeof folder];

    (void)state;
    unsetenv("XDG_CONFIG_HOME");
    setenv("CLREDUCE_TUNING", "", 1);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* Makes the file anew. */
static FILE *open_file(const char *name)
{
    FILE *file = fopen(name, "w");

    assert_non_null(file);
    assert_int_equal(fchmod(fileno(file), 0600), 0);
    return file;
}

static void add_row(FILE *file, const clr_device *device, const char *measure, uint64_t value)
{
    fprintf(file, "%s ANY 1 4294967295 %" PRIu64 " \"%s\" \"%s\" \"\" \"\" 2026-01-31\n", measure,
            value, device->name, device->driver_version);
}

static void write_row(const char *name, const clr_device *device, const char *measure,
                      uint64_t value)
{
    FILE *file = open_file(name);

    add_row(file, device, measure, value);
    fclose(file);
}

/* ---- contexts that read it ---- */

struct said {
    clr_log_level level;
    unsigned count;
    char text[1024];
};

static void keep(void *user, clr_log_level level, const char *text)
{
    struct said *said = user;

    if (strncmp(text, "tuning file", 11) != 0)
        return;
    said->level = level;
    said->count++;
    snprintf(said->text, sizeof said->text, "%s", text);
}

static clr_context *context_of(const struct rig *rig, const char *file, struct said *said)
{
    const clr_context_options options = {.size = sizeof options,
                                         .device = rig->which,
                                         .log = keep,
                                         .log_user = said,
                                         .tuning_file = file};
    clr_context *context = NULL;

    *said = (struct said){0};
    if (clr_context_create(&options, &context) != CLR_OK)
        fail_msg("%s", clr_context_error(context)->message);
    return context;
}

/* Loads in flight of a sum of i32, by which rows are seen to hold. */
static uint64_t loads_of(clr_context *context)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_plan_info info = {.size = sizeof info};
    clr_plan *plan = NULL;

    assert_int_equal(clr_plan_create(context, &sum, 1, NULL, &plan), CLR_OK);
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    assert_string_equal(info.work, "PLAIN");
    clr_plan_destroy(plan);
    return info.item_loads;
}

/* ---- which file ---- */

enum { OWN = 1 }; /* loads, of which no device has so few by itself */

static void expect_loads(const struct rig *rig, const char *file, bool is_read)
{
    struct said said;
    clr_context *context = context_of(rig, file, &said);

    assert_int_equal(loads_of(context) == OWN, is_read);
    assert_int_equal(said.count, 0);
    clr_context_destroy(context);
}

TEST_BETWEEN(the_file_is_found, make_folder, remove_folder)
{
    const struct rig *rig = rig_at(0);
    char below[192];

    write_row(path, rig->device, "LOADS", OWN);
    expect_loads(rig, path, true);
    expect_loads(rig, NULL, false); /* CLREDUCE_TUNING is empty */
    setenv("CLREDUCE_TUNING", path, 1);
    expect_loads(rig, NULL, true);
    expect_loads(rig, "", false);
    unsetenv("CLREDUCE_TUNING");
    setenv("XDG_CONFIG_HOME", folder, 1);
    expect_loads(rig, NULL, false); /* there is none, of which nothing is said */
    snprintf(below, sizeof below, "%s/clreduce", folder);
    assert_int_equal(mkdir(below, 0700), 0);
    snprintf(below, sizeof below, "%s/clreduce/tuning", folder);
    write_row(below, rig->device, "LOADS", OWN);
    expect_loads(rig, NULL, true);
}

/* ---- what is wrong with it ---- */

static void expect_said(const struct rig *rig, const char *file, clr_log_level level,
                        const char *part)
{
    struct said said;
    clr_context *context = context_of(rig, file, &said);

    if (said.count != 1 || said.level != level || !strstr(said.text, part) ||
        !strstr(said.text, file))
        fail_msg("%u: %s", said.count, said.text);
    assert_int_not_equal(loads_of(context), OWN);
    clr_context_destroy(context);
}

TEST_BETWEEN(a_bad_line_sets_the_file_aside, make_folder, remove_folder)
{
    const struct rig *rig = rig_at(0);
    FILE *file = open_file(path);

    add_row(file, rig->device, "LOADS", OWN);
    add_row(file, rig->device, "LANES", 3);
    fclose(file);
    expect_said(rig, path, CLR_LOG_WARNING,
                "tuning, line 2: LANES is a power of two from 1 to 16, not 3: nothing of the file "
                "is used until that line is corrected or taken out");
}

TEST_BETWEEN(a_file_that_others_may_write_is_not_used, make_folder, remove_folder)
{
    const struct rig *rig = rig_at(0);

    write_row(path, rig->device, "LOADS", OWN);
    assert_int_equal(chmod(path, 0620), 0);
    expect_said(rig, path, CLR_LOG_NOTE, "is not used: others may write to it: chmod go-w");
    assert_int_equal(chmod(path, 0602), 0);
    expect_said(rig, path, CLR_LOG_NOTE, "is not used: others may write to it: chmod go-w");
    if (geteuid() == 0) {
        assert_int_equal(chmod(path, 0600), 0);
        assert_int_equal(chown(path, 12345, 0), 0);
        expect_said(rig, path, CLR_LOG_NOTE, "is not used: it belongs to another user");
    }
}

TEST_BETWEEN(what_is_no_file_is_not_used, make_folder, remove_folder)
{
    const struct rig *rig = rig_at(0);
    char pipe_name[128];
    FILE *file;

    expect_said(rig, path, CLR_LOG_NOTE, "is not used: No such file");
    expect_said(rig, folder, CLR_LOG_NOTE, "is not used: it is no regular file");
    snprintf(pipe_name, sizeof pipe_name, "%s/pipe", folder);
    assert_int_equal(mkfifo(pipe_name, 0600), 0);
    expect_said(rig, pipe_name, CLR_LOG_NOTE, "is not used: it is no regular file");
    file = open_file(path);
    assert_int_equal(ftruncate(fileno(file), (1 << 20) + 1), 0);
    fclose(file);
    expect_said(rig, path, CLR_LOG_NOTE, "is not used: it is larger than a MiB");
}

/* ---- bits ---- */

enum { ELEMENTS = 100003, ROW = 37, RESULT_SIZE_MOST = 16 };

static unsigned char elements[ELEMENTS * 8];

/* Numbers of many sizes, none of which is a NaN, whatever their type. */
static void make_elements(void)
{
    uint64_t random = 11;

    for (size_t i = 0; i < ELEMENTS; i++) {
        /* Two f32, whose exponents differ by up to 32; as an f64 its exponent is the upper's. */
        const uint64_t bits =
            (next_random(&random) & UINT64_C(0x8fffffff8fffffff)) | UINT64_C(0x3000000030000000);

        memcpy(elements + 8 * i, &bits, sizeof bits);
    }
}

static const struct subject {
    clr_operator op;
    clr_type type;
    clr_accuracy accuracy;
    bool has_rows; /* results of ROW elements each */
    scope least;   /* in which it is */
} subjects[] = {
    {CLR_OPERATOR_SUM, CLR_TYPE_I32, CLR_ACCURACY_DEFAULT, false, SCOPE_FEW},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_REPRODUCIBLE, false, SCOPE_FEW},
    {CLR_OPERATOR_ARGMAX, CLR_TYPE_I16, CLR_ACCURACY_DEFAULT, false, SCOPE_SMALL},
    {CLR_OPERATOR_SUM, CLR_TYPE_I32, CLR_ACCURACY_DEFAULT, true, SCOPE_SMALL},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT, false, SCOPE_SMALL},
    {CLR_OPERATOR_VAR, CLR_TYPE_F32, CLR_ACCURACY_REPRODUCIBLE, false, SCOPE_COVER},
    {CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_ACCURACY_REPRODUCIBLE, false, SCOPE_COVER},
    {CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_ACCURACY_EXACT, false, SCOPE_COVER},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT, true, SCOPE_COVER},
    {CLR_OPERATOR_NRM2, CLR_TYPE_F32, CLR_ACCURACY_EXACT, false, SCOPE_COVER},
};

enum { SUBJECTS = COUNT(subjects), RESULTS = ELEMENTS / ROW };

static clr_plan *plan_for(clr_context *context, const struct subject *s)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .shape = s->has_rows ? CLR_SHAPE_AXES : CLR_SHAPE_FLAT};
    clr_reduction reduction = CLR_REDUCTION(s->op, s->type);
    clr_plan *plan = NULL;

    reduction.accuracy = s->accuracy;
    /* Of f32, whose sums are made in f64, rounding to f32 would hide that they differ. */
    reduction.result = s->type == CLR_TYPE_F32 ? CLR_TYPE_F64 : CLR_TYPE_DEFAULT;
    if (clr_plan_create(context, &reduction, 1, &options, &plan) != CLR_OK)
        fail_msg("%s", clr_context_error(context)->message);
    return plan;
}

/* All results of a subject, as bytes. */
static void compute(const struct rig *rig, clr_context *context, const struct subject *s,
                    unsigned char results[RESULTS * RESULT_SIZE_MOST])
{
    const uint64_t extents[] = {RESULTS, ROW};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    clr_arrays arrays = {.size = sizeof arrays};
    struct rig own = {.context = context, .device = rig->device};
    clr_plan *plan = plan_for(context, s);
    cl_mem input, output;
    cl_int code;

    own.queue = clCreateCommandQueue(clr_context_opencl(context), rig->device->device, 0, &code);
    assert_int_equal(code, CL_SUCCESS);
    input = buffer_of(&own, elements, sizeof elements);
    output = buffer_of(&own, results, RESULTS * RESULT_SIZE_MOST);
    arrays.value = output;
    if (s->has_rows)
        assert_ok(&own,
                  clr_plan_run(plan, RUN(.queue = own.queue, .inputs = {{input, 0, RESULTS * ROW}},
                                         .arrays = &arrays, .array_count = 1, .axes = &axes)));
    else
        assert_ok(&own, clr_plan_run(plan, RUN(.queue = own.queue, .inputs = {{input, 0, ELEMENTS}},
                                               .output = output)));
    buffer_read(&own, output, 0, results, RESULTS * RESULT_SIZE_MOST);
    clReleaseMemObject(input);
    clReleaseMemObject(output);
    clReleaseCommandQueue(own.queue);
    clr_plan_destroy(plan);
}

/* What a file says of every measure: the least, the most, or (by 2 and up) anything. */
static uint64_t value_of(size_t measure, unsigned file, uint64_t *random)
{
    const uint32_t least = measures[measure].least, most = measures[measure].most;
    uint64_t value = file == 0 ? least : most;

    if (file >= 2)
        value = least + (next_random(random) % 4 == 0 ? next_random(random) % (most - least + 1)
                                                      : next_random(random) % (most / 8 + 1));
    if (value > most)
        value = most;
    while (measures[measure].is_power && (value & (value - 1)))
        value &= value - 1;
    return value < least ? least : value;
}

static void write_file(const clr_device *device, unsigned number)
{
    uint64_t random = test_number("CLR_TEST_SEED", 1) * 1000 + number;
    FILE *file = open_file(path);

    for (size_t i = 0; i < COUNT(measures); i++)
        add_row(file, device, measures[i].name, value_of(i, number, &random));
    fclose(file);
}

static void check_bits(const struct rig *rig, const struct subject *s, unsigned files)
{
    static unsigned char expected[RESULTS * RESULT_SIZE_MOST], got[sizeof expected];
    struct said said;
    clr_context *context = context_of(rig, "", &said);

    memset(expected, 0, sizeof expected);
    compute(rig, context, s, expected);
    clr_context_destroy(context);
    for (unsigned i = 0; i < files; i++) {
        write_file(rig->device, i);
        context = context_of(rig, path, &said);
        assert_int_equal(said.count, 0);
        memset(got, 0, sizeof got);
        compute(rig, context, s, got);
        if (memcmp(got, expected, sizeof got) != 0)
            fail_msg("%s of %s at %s%s differs by file %u", clr_operator_name(s->op),
                     clr_type_name(s->type), clr_accuracy_name(s->accuracy),
                     s->has_rows ? " of rows" : "", i);
        clr_context_destroy(context);
    }
}

TEST_BETWEEN(no_file_changes_bits, make_folder, remove_folder)
{
    const scope now = test_scope();
    const unsigned files = now == SCOPE_FULL ? 100 : now == SCOPE_COVER ? 6 : 2;

    make_elements();
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < SUBJECTS; i++)
            if (subjects[i].least <= now)
                check_bits(rig_at(r), &subjects[i], files);
}

void before_all(void)
{
    setenv("CLREDUCE_TUNING", "", 1);
}
