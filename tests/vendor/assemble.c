/* SPDX-License-Identifier: Apache-2.0 */
/*
 * assemble - writes the sources that the library composes for devices that are not here, and the
 * MANIFEST that gate.sh reads.
 *
 *   assemble FOLDER cover|full
 *
 * "cover" has each operator x type once, and each strategy, piece, width and kind of device a few
 * times; "full" has the whole product.
 */
#include "../../src/choose.h"
#include "../../src/compose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A kind of device that kernels are composed for. */
struct target {
    const char *name;
    cl_device_type type;
    unsigned fp64;
    clr_fence fence;
    clr_shuffle shuffle;
    clr_atomic_add atomic_add;
    const char *families; /* compilers that read it, after a space; "" for all */
};

enum { GPU, GPU_WITHOUT_FP64, AMD, INTEL, INTEL_WITHOUT_FP64, KHRONOS, NVIDIA, CPU, TARGETS };

static const struct target targets[TARGETS] = {
    [GPU] = {"gpu", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_C11, 0, 0, ""},
    [GPU_WITHOUT_FP64] = {"gpu-nofp64", CL_DEVICE_TYPE_GPU, 0, CLR_FENCE_C11, 0, 0, ""},
    /* What only one vendor has, read by its own compiler. */
    [AMD] = {"amd", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_C11, CLR_SHUFFLE_AMD, 0, " amd"},
    [INTEL] = {"intel", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_C11, CLR_SHUFFLE_INTEL, 0, " intel"},
    [INTEL_WITHOUT_FP64] = {"intel-nofp64", CL_DEVICE_TYPE_GPU, 0, CLR_FENCE_C11, CLR_SHUFFLE_INTEL,
                            0, " intel"},
    [KHRONOS] = {"khr", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_C11, CLR_SHUFFLE_KHR, CLR_ATOMIC_ADD_C11,
                 " clang,intel"},
    [NVIDIA] = {"nvidia", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_NVIDIA, CLR_SHUFFLE_NVIDIA,
                CLR_ATOMIC_ADD_NVIDIA, " clang"},
    [CPU] = {"cpu", CL_DEVICE_TYPE_CPU, 1, CLR_FENCE_C11, 0, 0, " clang"},
};

static clr_device device_of(const struct target *target)
{
    clr_device device;

    memset(&device, 0xff, sizeof device);
    snprintf(device.name, sizeof device.name, "%s", target->name);
    device.type = target->type;
    device.max_compute_units = 64;
    device.max_work_group_size = 1024;
    device.max_work_item_sizes[0] = 1024;
    device.local_mem_size = 64 << 10;
    device.native_vector_width_float = 8;
    device.fp64 = target->fp64;
    device.opencl_c_latest = 300;
    device.int64_base_atomics = 1;
    device.int64_extended_atomics = 1;
    device.collectives = 1;
    device.fence = target->fence;
    device.shuffle = target->shuffle;
    device.atomic_add_f64 = target->atomic_add;
    return device;
}

/* Ways to compose a source other than the plain one. */
typedef enum variant { PLAIN, DYNAMIC, TRACED, VARIANTS } variant;

static const char *const variant_names[VARIANTS] = {"", "-dynamic", "-traced"};

/* One source: what it computes, by which strategy, for which device, in which width. */
struct source {
    clr_operator op;
    clr_type type;
    clr_type result;
    clr_strategy_info strategy;
    const struct target *target;
    uint64_t vector_width; /* 0: the library's choice */
    variant variant;
};

static bool is(const char *text, const char *other)
{
    return strcmp(text, other) == 0;
}

static int write_text(const char *folder, const char *name, const char *text)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        perror(path);
        return -1;
    }
    return 0;
}

/* The oldest language with what the choice needs. */
static const char *standard_of(const clri_choice *choice)
{
    if (choice->means.cell && is(choice->means.cell, "c11"))
        return "CL3.0"; /* cl_ext_float_atomics */
    return choice->means.needs_c20 ? "CL2.0" : "CL1.2";
}

/* Compilers for a source: traces and lessons in error are for the front end alone. */
static const char *families_of(const struct source *source)
{
    if (source->variant == TRACED || !source->strategy.is_sound)
        return source->target->families[0] == '\0' ? " clang" : source->target->families;
    return source->target->families;
}

/* Writes a source and its line in the manifest; returns 0 also for what is refused. */
static int write_source(const char *folder, FILE *manifest, const struct source *source)
{
    const clr_device device = device_of(source->target);
    const clr_reduction reduction = {sizeof reduction, source->op, source->type, source->result,
                                     CLR_ACCURACY_DEFAULT};
    const clr_plan_options options = {
        .size = sizeof options,
        .strategy = source->strategy.name,
        .vector_width = source->vector_width,
        .local = source->variant == DYNAMIC ? CLR_LOCAL_DYNAMIC : CLR_LOCAL_STATIC,
        .trace = source->variant == TRACED,
        .unsound = 1,
    };
    clri_choice choice = {0};
    clri_error error = {0};
    char name[128];
    char *text;
    int failed;

    if (clri_choose(&device, &reduction, &options, UINT64_MAX, &choice, &error) != CLR_OK)
        return 0;
    text = clri_compose(&choice, source->type);
    if (!text)
        return -1;
    snprintf(name, sizeof name, "%s-%s-%s-%s-%s-%u%s.cl", clr_operator_name(source->op),
             clr_type_name(source->type), clr_type_name(source->result), source->strategy.name,
             source->target->name, (unsigned)choice.vector_width, variant_names[source->variant]);
    failed = write_text(folder, name, text);
    fprintf(manifest, "%s %s %s%s\n", name, standard_of(&choice),
            choice.form.uses_double ? "fp64" : "nofp64", families_of(source));
    free(text);
    return failed;
}

/* ---- the covering set: each row of each table in some company ---- */

static bool is_sum_of_floats(const struct source *source)
{
    return source->op == CLR_OPERATOR_SUM && source->type == CLR_TYPE_F32 &&
           source->result == CLR_TYPE_F32;
}

static bool covers_width(const struct source *source)
{
    return source->target == &targets[GPU] && is(source->strategy.name, "two-pass") &&
           source->type == CLR_TYPE_F16 &&
           ((source->op == CLR_OPERATOR_SUM && source->vector_width < 4) ||
            (source->op == CLR_OPERATOR_MIN && source->vector_width != 4));
}

/* The portable strategy is what every operator and type is compiled by. */
static bool covers_portable(const struct source *source)
{
    const bool is_wide = source->type >= CLR_TYPE_F16 && source->op <= CLR_OPERATOR_PROD;

    if (source->target == &targets[GPU])
        return source->result == clr_operator_result(source->op, source->type);
    return (source->target == &targets[GPU_WITHOUT_FP64] && is_wide) || is_sum_of_floats(source);
}

/* Pieces that differ by the state's format meet one of each kind. */
static bool covers_states(const struct source *source)
{
    const bool is_special = is(source->strategy.group, "shuffle") ||
                            is(source->strategy.group, "builtin") ||
                            is(source->strategy.name, "atomic");

    return is_special && source->target->fp64 && source->target != &targets[CPU] &&
           ((source->op == CLR_OPERATOR_MIN && source->type == CLR_TYPE_I8) ||
            (source->op == CLR_OPERATOR_MAX && source->type == CLR_TYPE_F64) ||
            (source->op == CLR_OPERATOR_SUM && source->type == CLR_TYPE_U64) ||
            (source->op == CLR_OPERATOR_PROD && source->type == CLR_TYPE_F64));
}

/* Targets with something of their own are for the strategies that use it. */
static bool covers_target(const struct source *source)
{
    if (source->target->shuffle == CLR_SHUFFLE_NONE || source->target == &targets[NVIDIA])
        return true;
    return is(source->strategy.group, "shuffle") ||
           (source->target->atomic_add != CLR_ATOMIC_ADD_NONE && is_sum_of_floats(source) &&
            is(source->strategy.name, "atomic"));
}

static bool covers_variant(const struct source *source)
{
    if (!is_sum_of_floats(source) || source->vector_width)
        return false;
    if (source->variant == DYNAMIC)
        return source->target == &targets[GPU] &&
               (is(source->strategy.name, "sequential") || is(source->strategy.name, "one-group"));
    return source->target == &targets[GPU] ||
           (source->target == &targets[NVIDIA] && is(source->strategy.group, "shuffle"));
}

static bool covers(const struct source *source)
{
    if (source->variant != PLAIN)
        return covers_variant(source);
    if (source->vector_width)
        return covers_width(source);
    if (!covers_target(source))
        return false;
    if (is(source->strategy.name, "two-pass"))
        return covers_portable(source);
    return is_sum_of_floats(source) || covers_states(source);
}

/* Every strategy, target, width and variant for one operator, type and result type. */
static int write_sources_of(const char *folder, FILE *manifest, bool full, struct source source)
{
    static const uint64_t widths[] = {0, 1, 2, 4, 8, 16};
    int failed = 0;

    for (size_t s = 1; clr_strategy_name(s); s++)
        for (size_t t = 0; t < TARGETS; t++)
            for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
                for (int v = 0; v < VARIANTS; v++) {
                    source.strategy.size = sizeof source.strategy;
                    clr_strategy_describe(clr_strategy_name(s), &source.strategy);
                    source.target = &targets[t];
                    source.vector_width = widths[w];
                    source.variant = (variant)v;
                    if ((full && widths[w] == 0) || covers(&source))
                        failed |= write_source(folder, manifest, &source);
                }
    return failed;
}

static int write_sources(const char *folder, FILE *manifest, bool full)
{
    int failed = 0;

    for (int op = 1; clr_operator_name((clr_operator)op); op++)
        for (int type = 1; clr_type_name((clr_type)type); type++) {
            struct source source = {.op = (clr_operator)op, .type = (clr_type)type};

            source.result = clr_operator_result(source.op, source.type);
            failed |= write_sources_of(folder, manifest, full, source);
            if (source.result != CLR_TYPE_F32)
                continue;
            source.result = CLR_TYPE_F64; /* the other result type a float may have */
            failed |= write_sources_of(folder, manifest, full, source);
        }
    return failed;
}

int main(int argc, char **argv)
{
    char path[512];
    FILE *manifest;
    int failed;

    if (argc != 3 || (strcmp(argv[2], "cover") != 0 && strcmp(argv[2], "full") != 0)) {
        fprintf(stderr, "usage: assemble FOLDER cover|full\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/MANIFEST", argv[1]);
    manifest = fopen(path, "w");
    if (!manifest) {
        perror(path);
        return 1;
    }
    failed = write_sources(argv[1], manifest, strcmp(argv[2], "full") == 0);
    return fclose(manifest) != 0 || failed;
}
