/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/native_fold.h"
#include "base/count.h"

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

/* ---- folding ---- */

/* A run without arrays has its one result in a record. */
static void find_record(clri_native_run *run)
{
    clr_host_arrays *arrays = &run->view.arrays[0];
    char *record = run->view.output;

    if (!run->has_record)
        return;
    arrays->value = record + run->value_offset;
    arrays->status =
        run->status_offset != SIZE_MAX ? (clr_status *)(void *)(record + run->status_offset) : NULL;
}

static clr_status fold_each(clri_native_run *run, const clri_fold_job *job,
                            const clri_fold_places *places, clri_error *error)
{
    const clri_request *request = &run->native->request;

    if (clri_selection_of(request->reductions[0].op))
        return clri_select_results(job, places, 0, &run->native->selecting, &run->view.arrays[0],
                                   error);
    for (size_t i = 0; i < request->count; i++)
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
    find_record(run);
    job = (clri_fold_job){
        .request = &run->native->request,
        .run = &run->view.run,
        .shape = run->shape,
        .rows = run->has_rows ? &run->rows : NULL,
        .mask_first = run->mask_first,
    };
    status = clri_fold_find(&job, &places, &error);
    if (status == CLR_OK)
        status = fold_each(run, &job, &places, &error);
    if (status != CLR_OK)
        atomic_store(&run->native->failure, status);
    clri_fold_forget(&places);
    clri_error_clear(&error);
}
