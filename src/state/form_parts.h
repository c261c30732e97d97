/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form_parts - the parts that all makers of forms use, and the makers, one .c for each kind of
 * arithmetic: form_real (rounds), form_exact and form_labels (lose nothing), form_integer,
 * form_compare. Makers add pieces in the order in which the text is to have them; they write
 * strings, and no code of theirs runs during a fold.
 *
 * Of state/ only: everything else reads forms (state/form.h).
 */
#ifndef CLREDUCE_STATE_FORM_PARTS_H
#define CLREDUCE_STATE_FORM_PARTS_H

#include "state/form.h"

/* ---- questions ---- */

const clri_operator *clri_form_row(const clri_question *q);
const clri_number *clri_form_number(const clri_question *q);
bool clri_form_is_float(const clri_question *q);

/* Whether values are f64 that the device can hold only as bits. */
bool clri_form_is_bits(const clri_question *q);

/* Whether lifted values are signed: magnitudes are not. */
bool clri_form_is_signed(const clri_question *q);

/* Whether the result is made of several sums of two inputs. */
bool clri_form_has_pairs(const clri_question *q);

/* Whether lifted values are 0 or 1. */
bool clri_form_is_truth(const clri_question *q);

/* ---- building ---- */

/* Adds a piece or a macro: of the state, of a run of elements, or of making the result. Texts are
 * literals, as forms keep the pointers. */
void clri_form_use(clri_form *form, const char *piece);
void clri_form_use_run(clri_form *form, const char *piece);
void clri_form_define(clri_form *form, clri_macro macro, const char *text);
void clri_form_define_lower(clri_form *form, clri_macro macro, const char *text);

void clri_form_state_is(clri_form *form, size_t size, size_t align, const char *accumulator);

/* The state is one number of the device's own. */
void clri_form_state_is_number(clri_form *form, const char *type, size_t size, const char *machine,
                               const char *accumulator);

/* The state is a struct of these fields, listed as CLR_STATE_FIELDS() does. */
void clri_form_use_struct(clri_form *form, const char *fields);

/* The state is a number, of each lane or of all. */
void clri_form_use_number(clri_form *form, bool lanes_share);

/* Numbers are pairs of `half`, as the piece defines them. */
void clri_form_use_pair(clri_form *form, const char *half, const char *piece);

/* How elements are read: as they are, in pairs, or mapped. */
void clri_form_use_element(const clri_question *q, clri_form *form);

/* Whether elements may be left out: NaNs that are ignored, or by a condition or mask. */
bool clri_form_leaves_out(const clri_question *q);

/* Replaces elements that are left out by `absent`, the fold's identity, so that folding has no
 * branch; "" keeps the element, for folds that look at its field `taken`. */
void clri_form_use_taken(const clri_question *q, const char *absent, clri_form *form);

/* |x|; of signed integers in the unsigned type as wide. */
void clri_form_use_magnitude(const clri_question *q, clri_form *form);

/* The operator's lift. */
void clri_form_use_lift(const clri_question *q, clri_form *form);

/* The type of |x| or x^2: of integers the unsigned one. */
void clri_form_define_magnitude(const clri_question *q, clri_form *form);

/* Adds a piece of making the result. */
void clri_form_lower_by(clri_form *form, const char *piece);
void clri_form_round_double(const clri_question *q, clri_form *form);
void clri_form_round_integer(const clri_question *q, clri_form *form);

/* ---- makers: each returns NULL, or why the device cannot do it ---- */

const char *clri_form_real_sum(const clri_question *q, clri_form *form);
const char *clri_form_norm(const clri_question *q, clri_form *form);
const char *clri_form_moments(const clri_question *q, clri_form *form);
const char *clri_form_spread(const clri_question *q, clri_form *form);
const char *clri_form_logsumexp(const clri_question *q, clri_form *form);

const char *clri_form_exact(const clri_question *q, clri_form *form);

/* The result's float format, for rounding integers. */
void clri_form_round_bits(const clri_question *q, clri_form *form);

/* The constants of exact sums of the values' type. */
void clri_form_use_format(const clri_question *q, clri_form *form);

/* Exact sums by label in rows of integers, and other states by label. Return why not, or NULL. */
const char *clri_form_rows(const clri_question *q, clri_form *form);
const char *clri_form_cell(const clri_question *q, clri_form *form);
/* Exact sums that a few doubles hold. */
const char *clri_form_exact_few(const clri_question *q, clri_form *form);

/* Integer sums, norms and variances rounded once. */
const char *clri_form_integer_sum(const clri_question *q, clri_form *form);
const char *clri_form_integer_product(const clri_question *q, clri_form *form);
const char *clri_form_bitwise(const clri_question *q, clri_form *form);

const char *clri_form_extreme(const clri_question *q, clri_form *form);
const char *clri_form_extremes(const clri_question *q, clri_form *form);
const char *clri_form_arg(const clri_question *q, clri_form *form);
const char *clri_form_end(const clri_question *q, clri_form *form);

#endif
