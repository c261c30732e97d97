/* SPDX-License-Identifier: Apache-2.0 */
/*
 * foldable - which reductions the host folds: those of level exact, and of level fast where there
 * is an exact one, as its error is smaller; with maps and conditions that no device computes
 * otherwise (evaluator.h), and without operators of the caller's, which only a device's compiler
 * reads. Operators that select (src/select) are read by the same means, and are exact.
 */
#ifndef CLREDUCE_FOLD_FOLDABLE_H
#define CLREDUCE_FOLD_FOLDABLE_H

#include "problem/request.h"
#include "problem/shape.h"

/* CLR_OK, or CLR_ERROR_UNSUPPORTED with the reason for the first reduction that is not.
 * Accumulators are of level exact alone: `to_states` lets level fast stand for no other. */
clr_status clri_foldable(const clri_request *request, bool to_states, clri_error *error);

/* The same of a shape: the host folds those whose elements places.h finds. */
clr_status clri_foldable_shape(const clri_shape *shape, clri_error *error);

#endif
