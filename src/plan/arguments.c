/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/arguments.h"
#include "choose/local_memory.h"
#include "plan/arrays.h"
#include "state/layout.h"

static void bind(clri_arguments *arguments, size_t size, const void *value)
{
    const cl_uint index = arguments->next++;
    cl_int code;

    if (arguments->status != CLR_OK)
        return;
    code = clSetKernelArg(arguments->kernel, index, size, value);
    if (code != CL_SUCCESS)
        arguments->status = clri_fail_opencl(arguments->error, code, "clSetKernelArg",
                                             "binding argument %u", (unsigned)index);
}

/* The same of what `word` tells apart, unless the argument is bound to that already. */
static void bind_word(clri_arguments *arguments, size_t size, const void *value, uint64_t word)
{
    const cl_uint index = arguments->next;
    clri_bound *bound = index < CLRI_BOUND_MOST ? arguments->bound : NULL;
    const uint64_t bit = UINT64_C(1) << index % CLRI_BOUND_MOST;

    if (bound && (bound->known & bit) && bound->words[index] == word) {
        arguments->next++;
        return;
    }
    bind(arguments, size, value);
    if (!bound)
        return;
    bound->words[index] = word;
    bound->known = arguments->status == CLR_OK ? bound->known | bit : bound->known & ~bit;
}

void clri_bind_local(clri_arguments *arguments, size_t size)
{
    bind_word(arguments, size, NULL, size);
}

void clri_bind_memory(clri_arguments *arguments, cl_mem memory)
{
    const cl_uint index = arguments->next;

    if (!memory) {
        clri_bind_own(arguments, NULL);
        return;
    }
    bind(arguments, sizeof memory, &memory);
    if (arguments->bound && index < CLRI_BOUND_MOST)
        arguments->bound->known &= ~(UINT64_C(1) << index);
}

void clri_bind_own(clri_arguments *arguments, cl_mem memory)
{
    bind_word(arguments, sizeof memory, &memory, (uintptr_t)memory);
}

void clri_bind_uint(clri_arguments *arguments, cl_uint value)
{
    bind_word(arguments, sizeof value, &value, value);
}

void clri_bind_ulong(clri_arguments *arguments, cl_ulong value)
{
    bind_word(arguments, sizeof value, &value, value);
}

/* Where there is no element no index is one: something that can be read stands for them. */
static void bind_named(clri_arguments *arguments, const clr_plan *plan, const clr_span *input,
                       bool is_read)
{
    clri_bind_memory(arguments, !is_read ? NULL : input->count ? input->buffer : plan->states);
    clri_bind_ulong(arguments, input->count ? input->first : 0);
    clri_bind_ulong(arguments, input->count);
}

void clri_bind_inputs(clri_arguments *arguments, const clr_plan *plan, const clri_job *job,
                      uint64_t skipped, bool are_read)
{
    for (unsigned i = 0; i < plan->choice.pass.inputs; i++) {
        const clr_span *input = &job->run->inputs[i];
        const cl_mem walked = plan->choice.input.index ? job->walked.indices : input->buffer;
        const uint64_t first = plan->choice.input.index ? job->walked.first : input->first;

        clri_bind_memory(arguments, are_read ? walked : NULL);
        clri_bind_ulong(arguments, first + skipped);
        if (plan->choice.input.index)
            bind_named(arguments, plan, input, are_read);
    }
}

void clri_bind_arrays(clri_arguments *arguments, const clr_plan *plan, const clri_job *job)
{
    const clri_pass *pass = &plan->choice.pass;

    for (size_t i = 0; i < pass->outcome_count; i++)
        for (size_t k = 0; k < CLRI_ARRAY_ROWS; k++)
            if (clri_array_is_there(&pass->outcomes[i].field, &clri_array_rows[k], true))
                clri_bind_memory(
                    arguments,
                    job->arrays ? clri_array_buffer(&job->arrays[i], &clri_array_rows[k]) : NULL);
}

void clri_bind_memory_of_group(clri_arguments *arguments, const clr_plan *plan, size_t group_size)
{
    const clri_choice *choice = &plan->choice;

    if (choice->code.local_is_dynamic)
        clri_bind_local(arguments, (size_t)clri_local_memory_cells_size(choice, group_size));
    if (choice->code.local_is_dynamic && choice->pass.is_exact)
        clri_bind_local(arguments, clri_layout_bins_size(&choice->pass, choice->sizes.group));
    clri_bind_log(arguments, plan);
}

void clri_bind_log(clri_arguments *arguments, const clr_plan *plan)
{
    if (plan->choice.code.is_traced)
        clri_bind_memory(arguments, plan->trace.log);
}

void clri_bind_mask(clri_arguments *arguments, const clr_plan *plan, const clri_job *job,
                    uint64_t skipped, bool is_read)
{
    if (plan->choice.pass.mask == CLR_MASK_NONE)
        return;
    clri_bind_memory(arguments, is_read ? job->mask.mask : NULL);
    clri_bind_ulong(arguments, job->mask.first + skipped);
}
