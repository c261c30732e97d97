/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/ready_sort.h"
#include "base/flag.h"
#include "compose/sort_source.h"

#include <stdlib.h>

enum { KERNELS_MOST = 7 };

struct named {
    const char *name;
    cl_kernel *kernel;
};

/* Returns how many there are. */
static size_t list_kernels(clri_plan_sort *sort, struct named kernels[KERNELS_MOST])
{
    kernels[0] = (struct named){"clr_count_digits", &sort->count};
    kernels[1] = (struct named){"clr_add_digits", &sort->add};
    kernels[2] = (struct named){"clr_place_labels", &sort->place};
    kernels[3] = (struct named){"clr_find_labels", &sort->find};
    kernels[4] = (struct named){"clr_name_elements", &sort->name};
    kernels[5] = (struct named){"clr_make_keys", &sort->make};
    kernels[6] = (struct named){"clr_settle_labels", &sort->settle};
    return clri_label_sort_takes_some(&sort->choice) ? 7 : 5;
}

static clr_status create_kernel(cl_program program, const struct named *named, clri_error *error)
{
    cl_int code;

    *named->kernel = clCreateKernel(program, named->name, &code);
    if (!*named->kernel)
        return clri_fail_opencl(error, code, "clCreateKernel", "creating kernel %s", named->name);
    return CLR_OK;
}

static clr_status make_kernels(clr_plan *plan, clri_error *error)
{
    clri_plan_sort *sort = &plan->sort;
    struct named kernels[KERNELS_MOST];
    const size_t count = list_kernels(sort, kernels);
    char *text = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_sort_source(&sort->choice, &text, error));
    CLRI_TRY(clri_program_get(&plan->context->programs, text, sort->choice.build_options,
                              &sort->program, error));
    for (size_t i = 0; i < count; i++)
        CLRI_TRY(create_kernel(sort->program, &kernels[i], error));
cleanup:
    free(text);
    return status;
}

/* The smallest group that a kernel says is its largest. */
static uint64_t limit_of(clr_plan *plan)
{
    struct named kernels[KERNELS_MOST];
    const size_t count = list_kernels(&plan->sort, kernels);
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < count; i++) {
        size_t limit = 0;

        if (clGetKernelWorkGroupInfo(*kernels[i].kernel, plan->context->device.device,
                                     CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit,
                                     NULL) == CL_SUCCESS &&
            limit && limit < least)
            least = limit;
    }
    return least;
}

static clr_status make_words(clr_plan *plan, uint64_t count, cl_mem *buffer, clri_error *error)
{
    return clri_plan_make_buffer(plan, CL_MEM_READ_WRITE, (size_t)count * sizeof(cl_uint), NULL,
                                 buffer, error);
}

/* Counts of each digit in each stretch, and in all; where each key's elements begin, and where the
 * last one's end; keys and numbers, which passes take from the one to the other; what entries name.
 */
static clr_status make_scratch(clr_plan *plan, clri_error *error)
{
    clri_plan_sort *sort = &plan->sort;
    const clri_label_sort *choice = &sort->choice;
    const uint64_t last_key = clri_label_sort_last_key(choice, choice->most);
    const bool takes_some = clri_label_sort_takes_some(choice);
    const unsigned lists = clri_label_sort_passes(last_key) > 1 ? 2 : 1;
    clr_status status = CLR_OK;

    if (sort->begins) /* of the program before */
        return CLR_OK;
    for (unsigned i = 0; i < lists; i++) {
        CLRI_TRY(make_words(plan, choice->elements, &sort->keys[i], error));
        CLRI_TRY(make_words(plan, choice->elements, &sort->numbers[i], error));
    }
    if (takes_some && lists == 1) /* for keys that are made */
        CLRI_TRY(make_words(plan, choice->elements, &sort->keys[1], error));
    CLRI_TRY(
        make_words(plan, (uint64_t)choice->stretches * CLRI_DIGITS_MOST, &sort->counts, error));
    CLRI_TRY(make_words(plan, CLRI_DIGITS_MOST, &sort->totals, error));
    CLRI_TRY(make_words(plan, last_key + 1, &sort->begins, error));
    if (choice->index)
        CLRI_TRY(make_words(plan, choice->elements, &sort->elements, error));
cleanup:
    return status;
}

clr_status clri_sort_make(clr_plan *plan, clri_error *error)
{
    clr_status status = CLR_OK;

    if (!plan->sort.choice.is_there)
        return CLR_OK;
    CLRI_TRY(make_kernels(plan, error));
    while (clri_label_sort_lower(&plan->sort.choice, limit_of(plan))) {
        clri_plan_unmake_sort(plan);
        CLRI_TRY(make_kernels(plan, error));
    }
    CLRI_TRY(make_scratch(plan, error));
cleanup:
    return status;
}
