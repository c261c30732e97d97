/* SPDX-License-Identifier: Apache-2.0 */
/* command_request - the reductions of the command line. See command_request.h. */
#include "command_request.h"
#include "message.h"
#include "shape_row.h"
#include "value.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* a longer file was named by mistake: an operator's text is short */
#define SOURCE_SIZE_MOST ((size_t)1 << 20)

/* ---- The user's own operator ----------------------------------------------------------------- */

static int fail_file(const request *r, const char *reason)
{
    return message_fail(CODE_INPUT, "%s: cannot be read: %s.", r->o->operator_file, reason);
}

static int read_text(request *r, FILE *from)
{
    size_t size = fread(r->source, 1, SOURCE_SIZE_MOST + 1, from);

    if (ferror(from))
        return fail_file(r, strerror(errno));
    if (size > SOURCE_SIZE_MOST)
        return fail_file(r, "an operator's text is not longer than 1 MiB");
    r->source[size] = '\0';
    if (strlen(r->source) != size)
        return fail_file(r, "this is no text");
    return CODE_FINE;
}

static int read_operator(request *r)
{
    FILE *from = fopen(r->o->operator_file, "r");

    if (!from)
        return fail_file(r, strerror(errno));
    r->source = malloc(SOURCE_SIZE_MOST + 2);
    int code = !r->source ? fail_file(r, "memory ran out") : read_text(r, from);
    fclose(from);
    r->custom = (clr_custom){.size = sizeof r->custom,
                             .source = r->source,
                             .name = r->o->operator_file,
                             .element_size = r->o->input.element_size,
                             .is_commutative = r->o->commutative};
    r->operators = (operator_list){.at = {CLR_OPERATOR_CUSTOM}, .count = 1};
    return code;
}

/* Refuses options that need another option. */
static int check_options(const options *o)
{
    if (!o->operator_file && (o->commutative || o->input.element_size != 0))
        return message_fail(CODE_USAGE,
                            "--%s is about an operator of your own: name its file with "
                            "--operator.",
                            o->commutative ? "commutative" : "element-size");
    if (o->input.element_size != 0 && o->input.type != CLR_TYPE_DEFAULT)
        return message_fail(CODE_USAGE, "-t says that elements are numbers, --element-size that "
                                        "they are structs: choose one of the two.");
    return CODE_FINE;
}

/* ---- Maps and conditions --------------------------------------------------------------------- */

/* Whether an expression uses the one-letter name. */
static bool names_letter(const char *expression, char letter)
{
    const char *at = !expression ? "" : expression;

    while (*at != '\0') {
        size_t length = words_name_length(at);
        if (length == 1 && *at == letter)
            return true;
        at += length + (at[length] != '\0');
    }
    return false;
}

/* Counts an expression's inputs, for any element type: every function exists for one of the two
 * types tried. */
static int check_expression(request *r, bool is_map, const char *text)
{
    static const clr_type types[] = {CLR_TYPE_F64, CLR_TYPE_I64};
    char reason[256] = "";
    uint64_t inputs = 0;

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const clr_status status =
            is_map ? clr_map_check(text, types[i], NULL, &inputs, reason, sizeof reason)
                   : clr_condition_check(text, types[i], &inputs, reason, sizeof reason);
        if (status == CLR_OK) {
            r->inputs = inputs > r->inputs ? inputs : r->inputs;
            return CODE_FINE;
        }
    }
    if (!is_map && access(text, F_OK) == 0)
        return message_fail(CODE_USAGE,
                            "--where takes a condition such as 'x > 0', and %s is a file: --mask "
                            "takes the elements for which a file has a number other than 0.",
                            text);
    return message_fail(CODE_USAGE, "--%s '%s': %.255s.", is_map ? "map" : "where", text, reason);
}

/* The mask is another input, which a condition reads. */
static int add_mask(request *r)
{
    static const char letters[] = "xyzw";
    const shape_row *row = shape_row_of(r->o);
    const char *where = r->o->where;
    int length;

    if (r->o->operator_file)
        return message_fail(CODE_USAGE, "--mask goes with operators that have a name.");
    if (r->inputs == CLR_INPUTS_MOST)
        return message_fail(CODE_USAGE,
                            "--mask is read beside the inputs, and there are %d already.",
                            (int)CLR_INPUTS_MOST);
    r->mask = r->inputs++;
    /* reductions that atomics fold by label take the run's mask, but no condition */
    r->is_mask_apart = row && row->has_own_mask && !where;
    if (r->is_mask_apart)
        return CODE_FINE;
    length = !where ? asprintf(&r->condition, "%c != 0", letters[r->mask])
                    : asprintf(&r->condition, "(%s) && %c != 0", where, letters[r->mask]);
    if (length >= 0)
        return CODE_FINE;
    r->condition = NULL;
    return message_fail(CODE_DEVICE, "out of memory for a condition.");
}

static int check_expressions(request *r)
{
    const options *o = r->o;

    if (o->map)
        OR_RETURN(check_expression(r, true, o->map));
    if (o->where)
        OR_RETURN(check_expression(r, false, o->where));
    if (o->mask.path)
        return add_mask(r);
    r->condition = o->where ? strdup(o->where) : NULL;
    if (o->where && !r->condition)
        return message_fail(CODE_DEVICE, "out of memory for a condition.");
    return CODE_FINE;
}

/* The option whose expression names the scalar; NULL: neither. */
static const char *namer_of(const options *o, char letter)
{
    return names_letter(o->map, letter) ? "map" : names_letter(o->where, letter) ? "where" : NULL;
}

int request_check_scalars(const request *r, bool are_taken)
{
    for (size_t i = 0; i < CLR_SCALARS_MOST; i++) {
        const char letter = WORDS_SCALARS[i];
        const char *namer = namer_of(r->o, letter);

        if (namer && !are_taken)
            return message_fail(CODE_USAGE,
                                "%c stands in --%s for a number that reductions take by --let: "
                                "here write the number itself.",
                                letter, namer);
        if (namer && !r->o->has_scalar[i])
            return message_fail(CODE_USAGE,
                                "%c stands in --%s for a number of your own: give it by --let "
                                "%c=NUMBER.",
                                letter, namer, letter);
        if (!namer && r->o->has_scalar[i])
            return message_fail(CODE_USAGE,
                                "--let %c gives a number to --map and --where, and there is no %c "
                                "in %s.",
                                letter, letter, r->o->map || r->o->where ? "them" : "either");
    }
    return CODE_FINE;
}

const double *request_scalars(const options *o)
{
    for (size_t i = 0; i < CLR_SCALARS_MOST; i++)
        if (o->has_scalar[i])
            return o->scalars;
    return NULL;
}

bool request_has_count(const request *r)
{
    return names_letter(r->o->map, 'n') || names_letter(r->o->where, 'n');
}

bool request_has_number(const request *r)
{
    return names_letter(r->o->map, 'i') || names_letter(r->o->where, 'i');
}

/* The operator or option that depends on the numbers' positions; NULL: none. */
static const char *place_counter(const request *r, char option[32])
{
    const shape_row *row = shape_row_of(r->o);

    for (size_t i = 0; i < r->operators.count; i++)
        if (words_operator_info(r->operators.at[i]).has_index)
            return clr_operator_name(r->operators.at[i]);
    snprintf(option, 32, "--%s", row ? row->option : r->o->index.path ? "index" : "mask");
    if (row || r->o->index.path || r->mask != 0)
        return option;
    return r->inputs > 1 ? "another input" : request_has_number(r) ? "i" : NULL;
}

int request_check_missing(const request *r)
{
    char option[32];
    const char *counter = place_counter(r, option);

    if (r->o->input.missing != INPUT_MISSING_SKIPPED || !counter)
        return CODE_FINE;
    return message_fail(
        CODE_USAGE,
        "--missing skip moves the numbers behind a missing value, and %s counts "
        "their places: --missing nan keeps these, and --nan ignore leaves NaNs out.",
        counter);
}

/* Whether the result depends on the order of elements: for operators with an index; and for sums
 * and products of floats, unless -a promises no bits. */
static bool minds_order(const options *o, clr_operator op)
{
    const bool is_loose = o->accuracy == CLR_ACCURACY_FAST || o->accuracy == CLR_ACCURACY_RELAXED;

    return words_operator_info(op).has_index ||
           (!is_loose && (op == CLR_OPERATOR_PROD || op == CLR_OPERATOR_LOGSUMEXP));
}

bool request_takes_any_order(const request *r)
{
    const options *o = r->o;
    const shape_row *row = shape_row_of(o);

    if (row && row->has_axes)
        return true;
    if ((row && row->by_index) || o->index.path)
        return false; /* a list's numbers follow the order of indices as well */
    if (r->operators.count == 0 || r->inputs > 1 || o->operator_file ||
        names_letter(r->o->map, 'i') || names_letter(r->o->where, 'i') || o->input.has_count ||
        o->accuracy == CLR_ACCURACY_REPRODUCIBLE)
        return false;
    for (size_t i = 0; i < r->operators.count; i++)
        if (minds_order(o, r->operators.at[i]))
            return false;
    return true;
}

input_whole request_whole(const options *o, const operator_list *operators)
{
    /* some strategies cannot detect overflow, which floats do not need */
    input_whole whole = o->plan.strategy ? INPUT_WHOLE_IF_NEEDED : INPUT_WHOLE_STAYS;

    if (o->map || o->operator_file)
        return INPUT_WHOLE_NEVER;
    /* parts merge if they are of one type, whatever numbers each of them has */
    if (o->save && clr_operator_result(operators->at[0], CLR_TYPE_F64) != CLR_TYPE_DEFAULT)
        return INPUT_WHOLE_NEVER;
    if (o->result != CLR_TYPE_DEFAULT)
        whole = INPUT_WHOLE_IF_NEEDED;
    for (size_t i = 0; i < operators->count; i++) {
        if (o->result != CLR_TYPE_DEFAULT && operators->at[i] == CLR_OPERATOR_PROD)
            return INPUT_WHOLE_NEVER; /* products of integers are not floats */
        if (clr_operator_result(operators->at[i], CLR_TYPE_F64) == CLR_TYPE_DEFAULT)
            return INPUT_WHOLE_STAYS;
        if (clr_operator_result(operators->at[i], CLR_TYPE_I64) == CLR_TYPE_F64)
            whole = INPUT_WHOLE_IF_NEEDED;
    }
    return whole;
}

void request_detect_overflow(request *r)
{
    r->detects = !r->o->has_overflow;
    for (size_t i = 0; r->detects && i < r->count; i++)
        if (!operator_selects(r->reductions[i].op))
            r->reductions[i].overflow = CLR_OVERFLOW_DETECT;
}

bool request_let_wrap(request *r)
{
    bool detected = r->detects;

    r->detects = false;
    for (size_t i = 0; detected && i < r->count; i++)
        r->reductions[i].overflow = CLR_OVERFLOW_WRAP;
    return detected;
}

bool request_adds_up(clr_operator op)
{
    return op == CLR_OPERATOR_SUM || op == CLR_OPERATOR_ASUM || op == CLR_OPERATOR_SUMSQ ||
           op == CLR_OPERATOR_DOT;
}

bool request_let_sums_wrap(request *r)
{
    bool detected = false;

    for (size_t i = 0; r->detects && i < r->count; i++) {
        if (!request_adds_up(r->reductions[i].op))
            continue;
        r->reductions[i].overflow = CLR_OVERFLOW_WRAP;
        detected = true;
    }
    return detected;
}

void request_check_start(const request *r, size_t index, check *c)
{
    check_start(c, &r->reductions[index]);

    const bool is_known = !r->o->where || r->host_condition.count != 0;

    if (r->mask != 0 && is_known)
        check_set_mask(c, r->mask);
    if (r->o->where && is_known)
        check_set_condition(c, &r->host_condition);
}

static int open_request(request *r, const options *o, const char *word,
                        bool (*read)(operator_list *list, const char *text))
{
    *r = (request){.o = o, .inputs = 1};
    OR_RETURN(check_options(o));
    if (o->operator_file)
        OR_RETURN(read_operator(r));
    else if (!read(&r->operators, word))
        return CODE_USAGE;
    for (size_t i = 0; i < r->operators.count; i++) {
        const uint64_t inputs = words_operator_info(r->operators.at[i]).inputs;
        r->inputs = inputs > r->inputs ? inputs : r->inputs;
    }
    return check_expressions(r);
}

int request_open(request *r, const options *o, const char *word)
{
    return open_request(r, o, word, operator_list_read);
}

int request_open_any(request *r, const options *o, const char *word)
{
    return open_request(r, o, word, operator_list_read_any);
}

void request_close(request *r)
{
    free(r->source);
    free(r->condition);
    *r = (request){0};
}

/* ---- Reductions ------------------------------------------------------------------------------ */

static bool is_float(clr_type type)
{
    return type >= CLR_TYPE_F16 && type <= CLR_TYPE_F64;
}

/* Whether results of several types can be asked for: not for comparisons of f16; nor products of
 * integers, which are integers. */
static bool has_choice_of_result(clr_operator op, clr_type type)
{
    return !operator_selects(op) && clr_operator_result(op, CLR_TYPE_F16) == CLR_TYPE_F32 &&
           (is_float(type) || op != CLR_OPERATOR_PROD);
}

/* The type of the values reduced: of a map its own type. */
static clr_type value_type(const options *o, clr_type type)
{
    clr_type value = type;

    if (!o->map || clr_map_check(o->map, type, &value, NULL, NULL, 0) != CLR_OK)
        return type;
    return value;
}

/* Floats give f64, however short the values; integers the operator's default. */
static clr_type default_result(clr_type value)
{
    return is_float(value) ? CLR_TYPE_F64 : CLR_TYPE_DEFAULT;
}

/* Whether a strategy is a rung of the ladder, as opposed to a published order. */
static bool is_textbook(const char *strategy)
{
    const clr_strategy_info info = words_strategy_info(strategy ? strategy : "");

    return info.load && strcmp(info.load, clr_strategy_name(0)) != 0 &&
           strcmp(info.load, "lanes") != 0;
}

clr_accuracy request_accuracy(const options *o, const char *strategy)
{
    if (o->save)
        return CLR_ACCURACY_EXACT;
    if (o->accuracy != CLR_ACCURACY_DEFAULT || !is_textbook(strategy))
        return o->accuracy;
    /* strategies without a fixed order are at level relaxed by themselves */
    return words_strategy_info(strategy).is_repeatable ? CLR_ACCURACY_FAST : CLR_ACCURACY_DEFAULT;
}

void request_note_level(const options *o, const clr_result results[], size_t count)
{
    if (o->quiet || o->form == OUTPUT_JSON || o->save || o->accuracy != CLR_ACCURACY_DEFAULT ||
        !is_textbook(o->plan.strategy))
        return;
    for (size_t i = 0; i < count; i++) {
        if (results[i].accuracy != CLR_ACCURACY_FAST && results[i].accuracy != CLR_ACCURACY_RELAXED)
            continue;
        message_note("strategy %s, asked for by name, folds at level %s, as bench has it: -a asks "
                     "for another.",
                     o->plan.strategy, clr_accuracy_name(results[i].accuracy));
        return;
    }
}

clr_reduction request_reduction(const options *o, clr_operator op, clr_type type)
{
    const clr_type value = value_type(o, type);
    clr_reduction reduction = CLR_REDUCTION(op, type);

    reduction.nan = o->nan;
    reduction.map = o->map;
    if (operator_selects(op)) /* exactly, and in one type */
        return reduction;
    reduction.accuracy = request_accuracy(o, o->plan.strategy);
    reduction.overflow = o->overflow;
    reduction.ddof = o->ddof;
    if (has_choice_of_result(op, value))
        reduction.result = o->result != CLR_TYPE_DEFAULT ? o->result : default_result(value);
    return reduction;
}

bool request_has_result(const options *o, const operator_list *operators, clr_type type)
{
    if (o->result == CLR_TYPE_DEFAULT || operators->at[0] == CLR_OPERATOR_CUSTOM)
        return true;
    for (size_t i = 0; i < operators->count; i++)
        if (has_choice_of_result(operators->at[i], value_type(o, type)))
            return true;
    return false;
}

/* Refuses -r where no operator can follow it. */
static int check_result(const options *o, const operator_list *operators, clr_type type)
{
    if (request_has_result(o, operators, type))
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "--result %s: only sums, and what is computed in floating point, have a "
                        "choice of type; leave it out for %s.",
                        clr_type_name(o->result), clr_type_name(type));
}

/* Bitwise operators need integers; numbers in text are floats unless -t says otherwise. */
static int check_operators(const request *r, clr_type type)
{
    clr_type value = value_type(r->o, type);

    for (size_t i = 0; !r->custom.source && i < r->operators.count; i++) {
        clr_operator op = r->operators.at[i];
        if (clr_operator_result(op, value) == CLR_TYPE_DEFAULT)
            return message_fail(CODE_USAGE,
                                "%s takes integers, and these are %s; 'clreduce ops' says what "
                                "others take.",
                                clr_operator_name(op), clr_type_name(value));
    }
    return CODE_FINE;
}

void request_tell_selection(clr_reduction *reduction, const operator_list *operators, size_t index,
                            clr_interpolation interpolation)
{
    const operator_word *word = &operators->words[index];

    reduction->quantiles = word->count == 0 ? NULL : &operators->quantiles[word->first];
    reduction->quantile_count = (uint32_t)word->count;
    reduction->k = word->k;
    if (reduction->op == CLR_OPERATOR_MEDIAN || reduction->op == CLR_OPERATOR_QUANTILE)
        reduction->interpolation = interpolation;
}

int request_settle(request *r, clr_type type)
{
    int code = check_operators(r, type);

    r->count = r->operators.count;
    if (r->o->where)
        condition_read(&r->host_condition, r->o->where, type, r->o->scalars);
    for (size_t i = 0; i < r->count; i++) {
        r->reductions[i] = request_reduction(r->o, r->operators.at[i], type);
        r->reductions[i].where = r->condition;
        request_tell_selection(&r->reductions[i], &r->operators, i, r->o->interpolation);
        if (r->custom.source)
            r->reductions[i].custom = &r->custom;
    }
    return code != CODE_FINE ? code : check_result(r->o, &r->operators, type);
}

bool request_selects(const request *r)
{
    for (size_t i = 0; i < r->operators.count; i++)
        if (operator_selects(r->operators.at[i]))
            return true;
    return false;
}

void request_name(const request *r, size_t index, char text[OPERATOR_LIST_NAME_SIZE])
{
    if (index < r->operators.count)
        operator_list_name(&r->operators, index, text);
    else
        snprintf(text, OPERATOR_LIST_NAME_SIZE, "%s", clr_operator_name(r->reductions[index].op));
}

void request_names(const request *r, char text[REQUEST_NAMES_SIZE])
{
    char name[OPERATOR_LIST_NAME_SIZE];
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < r->operators.count && used < REQUEST_NAMES_SIZE; i++) {
        request_name(r, i, name);
        used += (size_t)snprintf(text + used, REQUEST_NAMES_SIZE - used, "%s%s", i == 0 ? "" : ",",
                                 name);
    }
}
