/* SPDX-License-Identifier: Apache-2.0 */
/*
 * blocks - the vendor gate's sources of blocks: for each kind of shuffles and type, all operators'
 * texts in one program, with a kernel each that uses its block over a group and a sub-group.
 */
#include "assemble.h"
#include "base/text.h"
#include "compose/block.h"

#include <stdlib.h>
#include <string.h>

static const int shuffling[] = {AMD, INTEL, KHRONOS, NVIDIA};

/* A kernel that hands elements of type `type` to the block. */
static void add_kernel(clri_text *kernels, clr_operator op, const char *name, const char *type)
{
    clr_operator_info info = {.size = sizeof info};
    const char *values = "x[i]";
    char big[CLRI_BLOCK_NAME_MOST + 1] = "";

    clr_operator_describe(op, &info);
    if (info.inputs == 2)
        values = "x[i], x[i + 1]";
    else if (info.has_index)
        values = "x[i], i";
    for (size_t i = 0; name[i]; i++)
        big[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 'a' + 'A' : name[i]);
    clri_text_addf(kernels,
                   "__kernel void use_%s(__global const %s *x, __global clr_group_%s_result *to)\n"
                   "{\n"
                   "    __local clr_group_%s_cell scratch[CLR_GROUP_%s_SCRATCH];\n"
                   "    const size_t i = get_global_id(0);\n"
                   "    to[2 * i] = clr_group_%s(%s, scratch);\n"
                   "#ifdef CLR_SUB_%s\n"
                   "    to[2 * i + 1] = clr_sub_%s(%s);\n"
                   "#endif\n"
                   "}\n",
                   name, type, name, name, big, name, values, big, name, values);
}

/* Adds a block's text and its kernel, if the operator takes such elements. */
static int add_block(const clr_device *device, clr_operator op, clr_type type, clri_text *texts,
                     clri_text *kernels)
{
    const clr_reduction reduction = CLR_REDUCTION(op, type);
    char name[CLRI_BLOCK_NAME_MOST + 1];
    clri_request request;
    clri_pass pass;
    clri_error error = {0};
    clr_status status = clri_request_read(&reduction, 1, &request, &error);
    char *text = NULL;

    snprintf(name, sizeof name, "%s_%s", clr_operator_name(op), clr_type_name(type));
    if (status == CLR_OK)
        status =
            clri_pass_find(&request, &(clri_terms){.has_fp64 = device->fp64 == 1}, &pass, &error);
    if (status == CLR_OK && (pass.is_exact || pass.member_count > 1))
        status = CLR_ERROR_UNSUPPORTED; /* blocks have one state */
    if (status == CLR_OK) {
        status = clri_block_compose(device, &pass, name, 256, &text, &error);
        clri_text_add(texts, text ? text : "");
        add_kernel(kernels, op, name, pass.reader.value);
        if (status != CLR_OK)
            fprintf(stderr, "block %s: %s\n", name, error.message);
    }
    clri_error_clear(&error);
    clri_request_free(&request);
    if (status == CLR_ERROR_UNSUPPORTED)
        return 0;
    free(text);
    return status;
}

static int write_blocks(struct gate *gate, const struct target *target, clr_type type)
{
    const clr_device device = device_of(target);
    const bool is_old = target->shuffle != CLR_SHUFFLE_KHR;
    clri_text texts = {0};
    clri_text kernels = {0};
    char name[64];
    char *all;
    int failed = 0;

    /* A block's number and what blocks share are there for the texts of others. */
    clri_text_add(&texts, "#pragma clang diagnostic ignored \"-Wunused-macros\"\n"
                          "#pragma clang diagnostic ignored \"-Wunused-function\"\n");
    for (clr_operator op = 1; clr_operator_name(op); op++)
        failed |= add_block(&device, op, type, &texts, &kernels);
    all = clri_text_take(&kernels);
    clri_text_add(&texts, all ? all : "");
    free(all);
    all = clri_text_take(&texts);
    snprintf(name, sizeof name, "blocks-%s-%s.cl", clr_type_name(type), target->name);
    failed |=
        !all || put_text(gate, name, all, is_old ? "CL1.2" : "CL2.0", "fp64", target->families);
    free(all);
    return failed;
}

int cover_blocks(struct gate *gate)
{
    int failed = 0;

    for (size_t t = 0; t < sizeof shuffling / sizeof *shuffling; t++)
        for (clr_type type = 1; clr_type_name(type); type++)
            if (gate->is_full || type == CLR_TYPE_F32 || type == CLR_TYPE_I8)
                failed |= write_blocks(gate, &targets[shuffling[t]], type);
    return failed;
}
