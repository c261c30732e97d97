/* SPDX-License-Identifier: Apache-2.0 */
/* lists - sources of which memory says which elements there are, or how many. */
#include "assemble.h"

#include <stdio.h>

static const struct list_row {
    const char *name;
    clr_type type;
    clr_operator ops[CLR_REDUCTIONS_MOST];
    clr_type index;
    bool is_inside;
    bool is_counted;
    clr_shape shape;
    clr_accuracy accuracy;
    clr_mask_kind mask;
    const char *map; /* of numbers that come along with the elements; NULL: none */
} rows[] = {
    {"sum",
     CLR_TYPE_F32,
     {CLR_OPERATOR_SUM},
     CLR_TYPE_U32,
     false,
     false,
     CLR_SHAPE_FLAT,
     CLR_ACCURACY_EXACT,
     CLR_MASK_NONE,
     NULL},
    {"sum-inside",
     CLR_TYPE_F32,
     {CLR_OPERATOR_SUM},
     CLR_TYPE_U32,
     true,
     false,
     CLR_SHAPE_SEGMENTS,
     CLR_ACCURACY_EXACT,
     CLR_MASK_NONE,
     NULL},
    {"bytes",
     CLR_TYPE_U8,
     {CLR_OPERATOR_SUM, CLR_OPERATOR_MINMAX, CLR_OPERATOR_IAMAX},
     CLR_TYPE_I64,
     false,
     true,
     CLR_SHAPE_FLAT,
     CLR_ACCURACY_FAST,
     CLR_MASK_NONE,
     NULL},
    {"longs",
     CLR_TYPE_I64,
     {CLR_OPERATOR_DOT, CLR_OPERATOR_MIN},
     CLR_TYPE_I32,
     false,
     false,
     CLR_SHAPE_AXES,
     CLR_ACCURACY_FAST,
     CLR_MASK_NONE,
     NULL},
    {"halves",
     CLR_TYPE_F16,
     {CLR_OPERATOR_MEAN, CLR_OPERATOR_ARGMAX},
     CLR_TYPE_U64,
     false,
     false,
     CLR_SHAPE_AXES,
     CLR_ACCURACY_FAST,
     CLR_MASK_NONE,
     NULL},
    {"ordered",
     CLR_TYPE_F32,
     {CLR_OPERATOR_PROD, CLR_OPERATOR_STD},
     CLR_TYPE_I32,
     true,
     true,
     CLR_SHAPE_FLAT,
     CLR_ACCURACY_REPRODUCIBLE,
     CLR_MASK_NONE,
     NULL},
    {"counted",
     CLR_TYPE_F32,
     {CLR_OPERATOR_MEAN, CLR_OPERATOR_MAX},
     CLR_TYPE_DEFAULT,
     false,
     true,
     CLR_SHAPE_FLAT,
     CLR_ACCURACY_EXACT,
     CLR_MASK_NONE,
     NULL},
    {"ordered-counted",
     CLR_TYPE_F64,
     {CLR_OPERATOR_VAR, CLR_OPERATOR_ARGMIN},
     CLR_TYPE_DEFAULT,
     false,
     true,
     CLR_SHAPE_FLAT,
     CLR_ACCURACY_REPRODUCIBLE,
     CLR_MASK_NONE,
     NULL},
    {"masked",
     CLR_TYPE_I16,
     {CLR_OPERATOR_SUM, CLR_OPERATOR_ARGMAX},
     CLR_TYPE_I64,
     false,
     false,
     CLR_SHAPE_SEGMENTS,
     CLR_ACCURACY_FAST,
     CLR_MASK_BITS,
     NULL},
    {"masked-lanes",
     CLR_TYPE_F32,
     {CLR_OPERATOR_DOT},
     CLR_TYPE_U32,
     true,
     true,
     CLR_SHAPE_FLAT,
     CLR_ACCURACY_FAST,
     CLR_MASK_BYTES,
     NULL},
    {"labelled",
     CLR_TYPE_F32,
     {CLR_OPERATOR_MEAN},
     CLR_TYPE_DEFAULT,
     false,
     true,
     CLR_SHAPE_LABELS,
     CLR_ACCURACY_EXACT,
     CLR_MASK_BYTES,
     NULL},
    {"labelled-list",
     CLR_TYPE_I64,
     {CLR_OPERATOR_MAX},
     CLR_TYPE_I32,
     false,
     false,
     CLR_SHAPE_LABELS,
     CLR_ACCURACY_EXACT,
     CLR_MASK_BITS,
     NULL},
    {"numbered",
     CLR_TYPE_I16,
     {CLR_OPERATOR_SUM, CLR_OPERATOR_ARGMAX},
     CLR_TYPE_U32,
     true,
     false,
     CLR_SHAPE_SEGMENTS,
     CLR_ACCURACY_FAST,
     CLR_MASK_NONE,
     "x * i + n"},
};

int cover_lists(struct gate *gate)
{
    static const int kinds[] = {GPU, GPU_WITHOUT_FP64, NVIDIA, CPU};
    int failed = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t t = 0; t < sizeof kinds / sizeof *kinds; t++) {
            const struct list_row *row = &rows[i];
            const struct way way = {"auto", &targets[kinds[t]], .shape = row->shape,
                                    .may_be_refused = kinds[t] == GPU_WITHOUT_FP64};
            struct subject subject = {.index = row->index,
                                      .indices_inside = row->is_inside,
                                      .device_count = row->is_counted};

            snprintf(subject.name, sizeof subject.name, "listed-%s-%s", row->name,
                     clr_type_name(row->type));
            subject.mask = row->mask;
            subject.is_numbered = row->map != NULL;
            for (; row->ops[subject.count]; subject.count++)
                subject.reductions[subject.count] = (clr_reduction){.size = sizeof(clr_reduction),
                                                                    .op = row->ops[subject.count],
                                                                    .type = row->type,
                                                                    .map = row->map,
                                                                    .accuracy = row->accuracy};
            failed |= write_source(gate, &subject, &way);
        }
    return failed;
}
