/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/native_fold.h"
#include "accumulator/state_kind.h"
#include "base/count.h"
#include "base/flag.h"

#include <string.h>

/* ---- the memory that is folded ---- */

/* Points the view's pointers to the memory that the buffers turned out to have. */
static void find_memory(clri_native_run *run)
{
    for (unsigned i = 0; i < run->use_count; i++) {
        void *at = (char *)run->native->where[run->uses[i].root] + run->uses[i].offset;

        memcpy((char *)&run->view + run->uses[i].view, &at, sizeof at);
    }
    run->view.run.scalars = run->scalars;
}

/* Lowers counts to those that earlier commands have left in buffers. */
static void find_counts(clri_view *view)
{
    clr_host_run *run = &view->run;

    if (view->count_at && run->index_type)
        run->index_count = clri_smaller(run->index_count, *view->count_at);
    else if (view->count_at)
        run->count = clri_smaller(run->count, *view->count_at);
    if (view->segments_at)
        run->results = clri_smaller(run->results, *view->segments_at);
}

/* ---- one result ---- */

/* Folds a part of the input to the states of the parts before. */
static clr_status carry(const clri_native_run *run, const clri_fold_job *job,
                        const clri_fold_places *places, size_t index, clri_error *error)
{
    clri_native *native = run->native;
    clr_accumulator *part = NULL, **carried = &native->carried[index];

    CLRI_OR_RETURN(clri_fold_accumulator(job, places, index, &native->room, &part, error));
    if (run->part & CLRI_PART_RESUMES) {
        part->kind->merge(*carried, part, 0);
        (*carried)->met->count += part->met->count;
        clr_accumulator_destroy(part);
        return CLR_OK;
    }
    clr_accumulator_destroy(*carried);
    *carried = part;
    return CLR_OK;
}

/* Whether parts before this one are missing, so that no more are to be added. */
static bool lacks_part(const clri_native_run *run)
{
    return run->is_part && run->part & CLRI_PART_RESUMES && run->native->lacks_part;
}

/* Folds a reduction to its fields of the record, or carries its state on to the next part. */
static clr_status fold_fields(const clri_native_run *run, const clri_fold_job *job,
                              const clri_fold_places *places, size_t index,
                              const clr_host_arrays *fields, clri_error *error)
{
    clri_native *native = run->native;
    clri_state_result result;

    if (!run->is_part)
        return clri_fold_results(job, places, index, &native->room, fields, error);
    CLRI_OR_RETURN(carry(run, job, places, index, error));
    if (run->part & CLRI_PART_KEEPS)
        return CLR_OK;
    result = native->carried[index]->kind->round(native->carried[index], 0);
    clri_accumulator_deliver(native->carried[index], &result, fields, 0);
    return CLR_OK;
}

/* Copies a record's fields to the run's arrays. */
static void fill_arrays(const clri_native_run *run, const unsigned char *record)
{
    const clri_native *native = run->native;

    for (size_t i = 0; i < native->request.count; i++)
        for (size_t k = 0; k < CLRI_ARRAY_ROWS; k++) {
            const clri_array_row *row = &clri_array_rows[k];
            void *to;

            memcpy(&to, (const char *)&run->view.arrays[i] + row->member, sizeof to);
            if (to)
                memcpy(to, record + clri_array_offset(&native->fields[i], row),
                       clri_array_size(&native->fields[i], row));
        }
}

static clr_status fold_record(const clri_native_run *run, const clri_fold_job *job,
                              const clri_fold_places *places, clri_error *error)
{
    const clri_native *native = run->native;
    clri_record_room record;

    memset(record.bytes, 0, native->record_size);
    for (size_t i = 0; i < native->request.count; i++) {
        const clr_host_arrays fields = clri_record_arrays(&native->fields[i], &record);

        CLRI_OR_RETURN(fold_fields(run, job, places, i, &fields, error));
    }
    if (run->part & CLRI_PART_KEEPS)
        return CLR_OK;
    if (run->view.output)
        memcpy(run->view.output, record.bytes, native->record_size);
    if (run->host)
        memcpy(run->host, record.bytes, native->record_size);
    fill_arrays(run, record.bytes);
    return CLR_OK;
}

/* ---- all results ---- */

static clr_status fold_each(const clri_native_run *run, const clri_fold_job *job,
                            const clri_fold_places *places, clri_error *error)
{
    if (!run->native->is_many)
        return fold_record(run, job, places, error);
    for (size_t i = 0; i < run->native->request.count; i++)
        CLRI_OR_RETURN(
            clri_fold_results(job, places, i, &run->native->room, &run->view.arrays[i], error));
    return CLR_OK;
}

void CL_CALLBACK clri_native_fold(void *data)
{
    clri_native_run *run = data;
    clri_fold_places places = {.results = 0};
    clri_error error = {0};
    clri_fold_job job;
    clr_status status;

    find_memory(run);
    find_counts(&run->view);
    job = (clri_fold_job){
        .request = &run->native->request,
        .run = &run->view.run,
        .shape = run->shape,
        .rows = run->has_rows ? &run->rows : NULL,
        .mask_first = run->mask_first,
        .before = run->before,
        .total = run->total,
    };
    status = lacks_part(run) ? clri_fail_memory(&error) : clri_fold_find(&job, &places, &error);
    if (status == CLR_OK)
        status = fold_each(run, &job, &places, &error);
    run->native->lacks_part = run->is_part && status != CLR_OK;
    if (status != CLR_OK)
        atomic_store(&run->native->failure, status);
    clri_fold_forget(&places);
    clri_error_clear(&error);
}
