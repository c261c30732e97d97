/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_type - the type of a text's numbers: facts about the numbers, the type that follows, and
 * the reason in words. Reads nothing.
 */
#include "input_format.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- Facts ----------------------------------------------------------------------------------- */

void input_facts_join(input_facts *into, const input_facts *from)
{
    into->is_open |= from->is_open;
    into->real |= from->real;
    into->negative |= from->negative;
    into->beyond_exact |= from->beyond_exact;
    into->beyond_signed |= from->beyond_signed;
    into->beyond_all |= from->beyond_all;
    into->missing |= from->missing;
    into->has_times |= from->has_times;
    into->has_offsets |= from->has_offsets;
    if (into->fixed == CLR_TYPE_DEFAULT)
        into->fixed = from->fixed;
}

/* Numbers in text take the type of other files, if it holds them. */
static bool can_be(const input_facts *facts, clr_type type)
{
    return type == CLR_TYPE_F64 || (type == CLR_TYPE_I64 && !facts->beyond_signed) ||
           (type == CLR_TYPE_U64 && !facts->negative);
}

clr_type input_facts_type(const input_facts *facts, input_whole whole)
{
    if (!input_facts_are_open(facts) || whole == INPUT_WHOLE_NEVER)
        return CLR_TYPE_F64;
    if (facts->fixed != CLR_TYPE_DEFAULT && can_be(facts, facts->fixed))
        return facts->fixed;
    if (whole == INPUT_WHOLE_IF_NEEDED && !facts->beyond_exact)
        return CLR_TYPE_F64;
    return facts->beyond_signed ? CLR_TYPE_U64 : CLR_TYPE_I64;
}

clr_type input_text_type(const input_file *file)
{
    if (file->options->type != CLR_TYPE_DEFAULT)
        return file->options->type;
    return file->assumed != CLR_TYPE_DEFAULT ? file->assumed : CLR_TYPE_F64;
}

/* ---- In words -------------------------------------------------------------------------------- */

const char *input_type_reason(const input_file *file)
{
    if (!file->is_open)
        return "as -t says";
    if (file->options->whole == INPUT_WHOLE_NEVER)
        return "as text is for --map, --operator, --save and prod with -r";
    if (file->facts.missing)
        return "as missing values are NaN";
    if (file->facts.real)
        return "as not all of them are whole";
    if (input_facts_fit_none(&file->facts))
        return "as not all of them fit 64 bits";
    if (file->type != CLR_TYPE_F64)
        return "as all of them are whole";
    return file->options->whole == INPUT_WHOLE_IF_NEEDED
               ? "which holds these whole ones exactly, as the result is no integer or -s is given"
               : "as others are that they stand beside";
}

/* A program prints all of its numbers alike: so many decimals of more than 17 digits are compared
 * with the doubles that they are read as, in less than a millisecond. */
#define LONG_DECIMALS_MOST 1000

/*
 * Whole numbers beyond 2^53 if all numbers are whole and f64 is too small; otherwise only a rounded
 * one, as floats may be written with many digits, too.
 */
bool input_is_rounded(input_file *file, const number_parser *parser, const char *begin,
                      const char *end)
{
    const bool all = file->options->whole != INPUT_WHOLE_NEVER && !file->facts.real &&
                     input_facts_fit_none(&file->facts);

    if (!file->is_open || file->type != CLR_TYPE_F64 || file->odd_line != 0)
        return false;
    file->odd_is_whole = number_is_odd(begin, end, !all);
    return file->odd_is_whole || (file->long_decimals < LONG_DECIMALS_MOST &&
                                  ++file->long_decimals && number_is_too_long(parser, begin, end));
}

void input_note_number(input_file *file, const char *text, size_t size, uint64_t line)
{
    file->odd_line = line;
    snprintf(file->odd, sizeof file->odd, "%s", input_quoted(text, size).text);
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

size_t input_options_size(const input_options *options, clr_type type)
{
    return options->element_size != 0 ? (size_t)options->element_size : clr_type_size(type);
}
