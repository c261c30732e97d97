/* SPDX-License-Identifier: Apache-2.0 */
/*
 * native - plans of CPU devices whose runs the host folds (src/fold), as native kernels in the
 * caller's queue (stage/native_kernel.h), in place of kernels in OpenCL C. There is nothing to
 * compile, and few data are slow: on PoCL 3.1 kernels take up to 144 times as long for columns of
 * hard f64 as for uniform ones, the host's fold most often 1 to 5, and 12 for hard data by labels
 * (docs/history/2026-11-30-native-kernels.md).
 *
 * A plan of many results is native if the host folds its reductions (fold/foldable.h), at level
 * exact, and the caller leaves the rest to the library: strategy auto and no sizes. Strategies by
 * name, levels fast and reproducible, traces, and states left on the device are kernels on every
 * device, and so are single results of folds: of 2^20 elements kernels have these in half the time,
 * whatever the data. Results have the same bits.
 *
 * Plans that select are native as well (src/select), those of one result too: PoCL 3.1 compiles
 * their kernels for 4 to 10 s, which then take two to ten times as long
 * (docs/history/2026-12-01-selection.md).
 *
 * A native run is checked, ordered and finished as others are (run.c). What it folds lives apart
 * from the plan (clri_native), as long as a run is under way: plans may be destroyed before.
 */
#ifndef CLREDUCE_PLAN_NATIVE_H
#define CLREDUCE_PLAN_NATIVE_H

#include "plan/buffer_check.h"

/* Whether plans of the request, as the caller asked for it, are native. */
bool clri_native_takes(clr_context *context, const clri_request *request, const clri_domain *domain,
                       const clr_plan_options *options);

/* Makes plan->native, which a native plan has in place of kernels. It is left when the plan is
 * destroyed: freed at once, or by the end of the last run if that is still to come. */
clr_status clri_native_make(clr_plan *plan, clri_error *error);
void clri_native_leave(struct clri_native *native);

/* Enqueues the run's fold, of the buffers that it uses. */
clr_status clri_native_launch(clri_launch *launch, const clri_uses *uses);

/* CLR_ERROR_MEMORY if a run since the last call found no memory when its turn came: results of its
 * reductions, from the first that lacked memory on, are not written. */
clr_status clri_native_check(const clr_plan *plan, clri_error *error);

#endif
