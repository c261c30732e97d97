/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_judge - compares a claim with the host's finding, and the sentence about both. See check.h.
 */
#include "check.h"
#include "check_part.h"
#include "output.h"
#include "rounding.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

check_claim check_claim_of(const clr_result *result, const void *record, uint64_t depth)
{
    const char *base = record;
    check_claim claim = {.type = result->type,
                         .value = base + result->offset,
                         .depth = depth,
                         .accumulator = result->accumulator,
                         .accuracy = result->accuracy};
    cl_int status = CLR_OK;

    if (result->second_offset != CLR_UNKNOWN)
        claim.second = base + result->second_offset;
    if (result->index_offset != CLR_UNKNOWN)
        claim.index = base + result->index_offset;
    if (result->status_offset != CLR_UNKNOWN)
        memcpy(&status, base + result->status_offset, sizeof status);
    claim.status = (clr_status)status;
    return claim;
}

/* ---- Judging --------------------------------------------------------------------------------- */

void check_doubt(check_finding *found, const char *why, const char *name)
{
    snprintf(found->doubt, sizeof found->doubt, "%.55s%.20s", why, name);
}

static bool is_same(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

/* The ends of the range within `distance` of the right answer, rounded to the result's type. */
static void set_ends(const check_range *r, mpq_srcptr distance, clr_type type, double ends[2])
{
    mpq_t end;

    mpq_init(end);
    mpq_sub(end, r->right, distance);
    ends[0] = rounding_of(end, r->is_root, type);
    mpq_add(end, r->right, distance);
    ends[1] = rounding_of(end, r->is_root, type);
    mpq_clear(end);
}

/*
 * A value between two numbers stays between them when all are rounded, so the result's own rounding
 * needs no allowance.
 */
static bool is_within(const check_range *r, mpq_srcptr distance, clr_type type, double value)
{
    double ends[2];

    set_ends(r, distance, type, ends);
    return value >= ends[0] && value <= ends[1];
}

static bool is_beyond(const check_range *r, double value)
{
    int sign = signbit(value) ? -1 : 1;

    return r->beyond == CHECK_ANYTHING ||
           (r->beyond == CHECK_INFINITY && isinf(value) && sign == mpq_sgn(r->right));
}

/* Whether the bound exceeds the right answer: then unrelated numbers and 0 are within it as
 * well. */
static bool is_vague(const check_range *r)
{
    mpq_t magnitude;

    mpq_init(magnitude);
    mpq_abs(magnitude, r->right);
    const bool is_larger = mpq_cmp(r->promised, magnitude) > 0;
    mpq_clear(magnitude);
    return is_larger;
}

/* Whether the value is the right answer rounded once: then no bound is needed. */
static bool is_right(const check_range *r, clr_type type, double value)
{
    return value == rounding_of(r->right, r->is_root, type);
}

static check_verdict judge_near(check_finding *found, clr_type type, double value)
{
    const check_range *r = &found->range;

    if (!isnan(value) && r->has_sign && (signbit(value) != 0) != r->negative)
        return CHECK_DIFFERS;
    if (is_within(r, r->promised, type, value)) {
        if (!is_vague(r) || is_right(r, type, value))
            return CHECK_AGREES;
        check_doubt(found, "the bound exceeds the value", "");
        return CHECK_VAGUE;
    }
    return is_within(r, r->possible, type, value) || is_beyond(r, value) ? CHECK_UNDECIDED
                                                                         : CHECK_DIFFERS;
}

static check_verdict judge_value(check_finding *found, const check_value *right, clr_type type,
                                 const void *at)
{
    if (found->form == CHECK_INTEGER)
        return value_integer(type, at) == right->integer ? CHECK_AGREES : CHECK_DIFFERS;

    double value = value_real(type, at);
    if (found->form == CHECK_NEAR)
        return judge_near(found, type, value);
    if (is_same(value, right->real))
        return CHECK_AGREES;
    return found->range.beyond != CHECK_NOTHING && isnan(value) ? CHECK_UNDECIDED : CHECK_DIFFERS;
}

static check_verdict judge(check_finding *found, const check_claim *claim)
{
    if (found->status != CLR_OK || claim->status != CLR_OK)
        return found->status == claim->status ? CHECK_AGREES : CHECK_DIFFERS;
    if (claim->index && value_integer(CLR_TYPE_U64, claim->index) != found->index)
        return CHECK_DIFFERS;
    if (claim->second &&
        judge_value(found, &found->second, claim->type, claim->second) != CHECK_AGREES)
        return CHECK_DIFFERS;
    return judge_value(found, &found->value, claim->type, claim->value);
}

/* ---- The sentence ---------------------------------------------------------------------------- */

/* Two numbers and a space; or a status in words. */
#define WORDS_SIZE 104

/* "bound" and a number. */
#define BOUND_SIZE 48

/* The host's number as text, in the type that is compared. */
static void real_text(clr_type type, double number, char text[OUTPUT_TEXT_SIZE])
{
    const clr_type shown = value_kind_of(type) == VALUE_REAL ? type : CLR_TYPE_F64;
    unsigned char value[sizeof number];

    value_store_real(shown, number, value);
    output_text(shown, value, text);
}

static void integer_text(clr_type type, uint64_t integer, char text[OUTPUT_TEXT_SIZE])
{
    bool is_signed = value_kind_of(type) == VALUE_SIGNED;

    output_text(is_signed ? CLR_TYPE_I64 : CLR_TYPE_U64, &integer, text);
}

/* An exact answer in its type; an answer within a range with a double's digits. */
static void host_text(const check_finding *found, const check_value *value, clr_type type,
                      char text[OUTPUT_TEXT_SIZE])
{
    const check_range *r = &found->range;
    bool is_point = found->form != CHECK_NEAR || mpq_sgn(r->promised) == 0;
    clr_type shown = is_point ? type : CLR_TYPE_F64;
    double number = value->real;

    if (found->form == CHECK_INTEGER) {
        integer_text(type, value->integer, text);
        return;
    }
    if (found->form == CHECK_NEAR) {
        number = rounding_of(r->right, r->is_root, shown);
        number = r->has_sign && r->negative ? -fabs(number) : number;
    }
    real_text(shown, number, text);
}

/* The status, or both numbers of a result, or its only number. */
static void join_words(clr_status status, char texts[2][OUTPUT_TEXT_SIZE], char words[WORDS_SIZE])
{
    if (status != CLR_OK)
        snprintf(words, WORDS_SIZE, "\"%s\"", clr_status_name(status));
    else
        snprintf(words, WORDS_SIZE, "%s%s%s", texts[0], texts[1][0] == '\0' ? "" : " ", texts[1]);
}

static void device_words(const check_claim *claim, char words[WORDS_SIZE])
{
    char texts[2][OUTPUT_TEXT_SIZE] = {"", ""};

    if (claim->status == CLR_OK)
        output_text(claim->type, claim->value, texts[0]);
    if (claim->status == CLR_OK && claim->second)
        output_text(claim->type, claim->second, texts[1]);
    else if (claim->status == CLR_OK && claim->index)
        output_text(CLR_TYPE_U64, claim->index, texts[1]);
    join_words(claim->status, texts, words);
}

static void host_words(const check_finding *found, const check_claim *claim, char words[WORDS_SIZE])
{
    const clr_type type = claim->status != CLR_OK ? CLR_TYPE_F64 : claim->type;
    char texts[2][OUTPUT_TEXT_SIZE] = {"", ""};

    if (found->status == CLR_OK)
        host_text(found, &found->value, type, texts[0]);
    if (found->status == CLR_OK && claim->second)
        host_text(found, &found->second, type, texts[1]);
    else if (found->status == CLR_OK && claim->index)
        integer_text(CLR_TYPE_U64, found->index, texts[1]);
    join_words(found->status, texts, words);
}

/* The promised error; for a root half the distance of the ends. */
static double bound_of(const check_range *r)
{
    double ends[2];

    if (!r->is_root)
        return mpq_get_d(r->promised);
    set_ends(r, r->promised, CLR_TYPE_F64, ends);
    return ends[1] / 2 - ends[0] / 2;
}

static void bound_words(const check_finding *found, char words[BOUND_SIZE])
{
    const check_range *r = &found->range;

    if (found->status != CLR_OK || found->form != CHECK_NEAR || mpq_sgn(r->promised) == 0)
        snprintf(words, BOUND_SIZE, "exact");
    else
        snprintf(words, BOUND_SIZE, "bound %.3g", bound_of(r));
}

static void write_sentence(const check *c, const check_finding *found, const check_claim *claim,
                           check_verdict verdict, char *sentence)
{
    char device[WORDS_SIZE], host[WORDS_SIZE], bound[BOUND_SIZE];
    bool undecided = verdict == CHECK_UNDECIDED || verdict == CHECK_VAGUE;

    device_words(claim, device);
    host_words(found, claim, host);
    bound_words(found, bound);
    snprintf(sentence, CHECK_SENTENCE_SIZE, "the device's %.16s is %s, the host's is %s (%s)%s%s",
             clr_operator_name(c->op), device, host, bound, undecided ? "; " : "",
             undecided ? found->doubt : "");
}

/* The host's finding; the caller clears its numbers. */
static check_finding find(const check *c, const check_claim *claim)
{
    check_finding found = {.status = CLR_OK};

    mpq_inits(found.range.right, found.range.promised, found.range.possible, NULL);
    check_method_of(c->op)->find(c, claim, &found);
    return found;
}

static void clear(check_finding *found)
{
    mpq_clears(found->range.right, found->range.promised, found->range.possible, NULL);
}

check_verdict check_judge(const check *c, const check_claim *claim,
                          char sentence[CHECK_SENTENCE_SIZE])
{
    if (c->missing) {
        snprintf(sentence, CHECK_SENTENCE_SIZE, "not available for %s", c->missing);
        return CHECK_UNAVAILABLE;
    }
    check_finding found = find(c, claim);
    const check_verdict verdict = judge(&found, claim);
    write_sentence(c, &found, claim, verdict, sentence);
    clear(&found);
    return verdict;
}

static double right_value(const check_finding *found, clr_type type)
{
    if (found->form == CHECK_NEAR)
        return rounding_of(found->range.right, found->range.is_root, CLR_TYPE_F64);
    if (found->form == CHECK_SAME)
        return found->value.real;
    return value_kind_of(type) == VALUE_SIGNED ? (double)(int64_t)found->value.integer
                                               : (double)found->value.integer;
}

double check_share(const check *c, const check_claim *claim)
{
    double share = NAN;

    if (c->missing)
        return NAN;
    check_finding found = find(c, claim);
    if (found.status == CLR_OK && claim->status == CLR_OK && right_value(&found, claim->type) != 0)
        share = value_nearest(claim->type, claim->value) / right_value(&found, claim->type);
    clear(&found);
    return share;
}

bool check_is_within(check_verdict verdict)
{
    return verdict == CHECK_AGREES || verdict == CHECK_VAGUE;
}

const char *check_verdict_name(check_verdict verdict)
{
    static const char *const names[] = {[CHECK_AGREES] = "passed",
                                        [CHECK_DIFFERS] = "failed",
                                        [CHECK_VAGUE] = "undecided",
                                        [CHECK_UNDECIDED] = "undecided",
                                        [CHECK_UNAVAILABLE] = "unavailable"};

    return names[verdict];
}
