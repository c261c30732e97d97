/* SPDX-License-Identifier: Apache-2.0 */
/*
 * assemble - writes the sources that the library composes for devices that are not here, and the
 * MANIFEST that gate.sh reads.
 *
 *   assemble FOLDER cover|full
 *
 * "cover" has each operator x type once, and each strategy, width and kind of device a few times;
 * "full" has the whole product.
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
    const char *families; /* compilers that read it, after a space; "" for all */
};

static const struct target targets[] = {
    {"gpu", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_C11, ""},
    {"gpu-nofp64", CL_DEVICE_TYPE_GPU, 0, CLR_FENCE_C11, ""},
    {"nvidia", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_NVIDIA, " clang"},
    {"cpu", CL_DEVICE_TYPE_CPU, 1, CLR_FENCE_C11, " clang"},
};

enum { TARGET_COUNT = sizeof targets / sizeof *targets };

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
    device.fence = target->fence;
    return device;
}

/* One source: what it computes, by which strategy, for which device, in which width. */
struct source {
    clr_operator op;
    clr_type type;
    clr_type result;
    const char *strategy;
    const struct target *target;
    uint64_t vector_width; /* 0: the library's choice */
};

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

/* The oldest language with what the choice needs: device-scope fences came with 2.0. */
static const char *standard_of(const clri_choice *choice)
{
    return choice->means.needs_c20 ? "CL2.0" : "CL1.2";
}

/* Writes a source and its line in the manifest; returns 0 also for what is refused. */
static int write_source(const char *folder, FILE *manifest, const struct source *source)
{
    const clr_device device = device_of(source->target);
    const clr_reduction reduction = {sizeof reduction, source->op, source->type, source->result,
                                     CLR_ACCURACY_FAST};
    const clr_plan_options options = {
        .size = sizeof options, .strategy = source->strategy, .vector_width = source->vector_width};
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
    snprintf(name, sizeof name, "%s-%s-%s-%s-%s-%u.cl", clr_operator_name(source->op),
             clr_type_name(source->type), clr_type_name(source->result), source->strategy,
             source->target->name, (unsigned)choice.vector_width);
    failed = write_text(folder, name, text);
    fprintf(manifest, "%s %s %s%s\n", name, standard_of(&choice),
            choice.form.uses_double ? "fp64" : "nofp64", source->target->families);
    free(text);
    return failed;
}

/* Whether the covering set has a source: each row of each table in some company. */
static int covers(const struct source *source)
{
    const int is_gpu = source->target == &targets[0];
    const int is_wide = source->type >= CLR_TYPE_F16 && source->op <= CLR_OPERATOR_PROD;
    const int is_main = source->op == CLR_OPERATOR_SUM && source->type == CLR_TYPE_F32;

    if (source->vector_width)
        return is_gpu && strcmp(source->strategy, "two-pass") == 0 &&
               source->type == CLR_TYPE_F16 &&
               ((source->op == CLR_OPERATOR_SUM && source->vector_width < 4) ||
                (source->op == CLR_OPERATOR_MIN && source->vector_width != 4));
    if (strcmp(source->strategy, "two-pass") == 0) {
        if (is_gpu)
            return source->result == clr_operator_result(source->op, source->type);
        return (source->target == &targets[1] && is_wide) || is_main;
    }
    return is_main || (source->op == CLR_OPERATOR_MAX && source->type == CLR_TYPE_I8 && is_gpu);
}

/* Every combination of a result type, strategy, target and width for one operator and type. */
static int write_sources_of(const char *folder, FILE *manifest, int full, struct source source)
{
    static const uint64_t widths[] = {0, 1, 2, 4, 8, 16};
    int failed = 0;

    for (size_t s = 1; clr_strategy_name(s); s++)
        for (size_t t = 0; t < TARGET_COUNT; t++)
            for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
                source.strategy = clr_strategy_name(s);
                source.target = &targets[t];
                source.vector_width = widths[w];
                if ((full && widths[w] == 0) || covers(&source))
                    failed |= write_source(folder, manifest, &source);
            }
    return failed;
}

static int write_sources(const char *folder, FILE *manifest, int full)
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
