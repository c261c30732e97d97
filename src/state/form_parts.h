/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form_parts - what the makers of forms have in common, and the makers themselves: form_real,
 * form_integer and form_compare have those of one kind of arithmetic each.
 */
#ifndef CLREDUCE_STATE_FORM_PARTS_H
#define CLREDUCE_STATE_FORM_PARTS_H

#include "state/form.h"

/* ---- what is asked ---- */

const clri_operator *clri_form_row(const clri_question *q);
const clri_number *clri_form_number(const clri_question *q);
bool clri_form_is_float(const clri_question *q);

/* Floats of 64 bits that the device can only hold as bits. */
bool clri_form_is_bits(const clri_question *q);

/* Of the values as they are lifted: magnitudes are unsigned. */
bool clri_form_is_signed(const clri_question *q);

/* ---- building ---- */

/* The next piece, or macro, of the state; or macro of what is made of it. All are literals. */
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

/* Numbers are pairs of type `half`, as the piece has it. */
void clri_form_use_pair(clri_form *form, const char *half, const char *piece);

/* How elements come: as they are, in pairs, or mapped. */
void clri_form_use_element(const clri_question *q, clri_form *form);

/* Whether elements may be left out: as NaNs that are ignored, or sifted. */
bool clri_form_leaves_out(const clri_question *q);

/* The value that changes nothing, in place of what is left out; "" keeps it. */
void clri_form_use_taken(const clri_question *q, const char *absent, clri_form *form);

/* |x|, of signed integers in the unsigned type as wide. */
void clri_form_use_magnitude(const clri_question *q, clri_form *form);

/* What is folded of an element. */
void clri_form_use_lift(const clri_question *q, clri_form *form);

/* The type of what is raised: of magnitudes of integers the unsigned one. */
void clri_form_define_magnitude(const clri_question *q, clri_form *form);

/* The piece that makes the result, and how a double or an integer is rounded to it. */
void clri_form_lower_by(clri_form *form, const char *piece);
void clri_form_round_double(const clri_question *q, clri_form *form);
void clri_form_round_integer(const clri_question *q, clri_form *form);

/* ---- makers: each returns NULL, or why the device cannot do it ---- */

const char *clri_form_real_sum(const clri_question *q, clri_form *form);
const char *clri_form_norm(const clri_question *q, clri_form *form);
const char *clri_form_moments(const clri_question *q, clri_form *form);
const char *clri_form_logsumexp(const clri_question *q, clri_form *form);

const char *clri_form_exact(const clri_question *q, clri_form *form);

/* What a float of the result's type is like, to round integers to. */
void clri_form_round_bits(const clri_question *q, clri_form *form);

/* The numbers that exact sums rest on, for values of the type. */
void clri_form_use_format(const clri_question *q, clri_form *form);

/* Exact sums by label, by rows of integers; and why other states cannot be folded so, if they
 * cannot. */
const char *clri_form_rows(const clri_question *q, clri_form *form);
const char *clri_form_cell(const clri_question *q, clri_form *form);
/* Of sums, and what is made of them, as far as a few doubles hold them. */
const char *clri_form_exact_few(const clri_question *q, clri_form *form);

/* Where the sum is rounded once, of norms and variances, too. */
const char *clri_form_integer_sum(const clri_question *q, clri_form *form);
const char *clri_form_integer_product(const clri_question *q, clri_form *form);
const char *clri_form_bitwise(const clri_question *q, clri_form *form);

const char *clri_form_extreme(const clri_question *q, clri_form *form);
const char *clri_form_extremes(const clri_question *q, clri_form *form);
const char *clri_form_arg(const clri_question *q, clri_form *form);

/* Why a device without fp64 cannot fold real numbers; NULL if it can. */
const char *clri_form_lacks_real(const clri_question *q);

#endif
