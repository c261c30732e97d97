/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/block.h"
#include "base/prune.h"
#include "base/source.h"
#include "compose/member.h"
#include "device/quirk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct block {
    const clri_pass *pass;
    clri_capability capability; /* shuffles; all 0 if the block has none */
    const char *pragmas;        /* in front of the text; or NULL */
    uint64_t group_size;
    char name[CLRI_BLOCK_NAME_MOST + 1];
    char big_name[CLRI_BLOCK_NAME_MOST + 1]; /* for macros */
} block;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static const clri_operator *row_of(const block *b)
{
    return clri_operator_of(b->pass->outcomes[0].op);
}

/* ---- names ---- */

/* Names in pieces that a block renames: of its state to clr_block_NAME_..., of a group's functions
 * to clr_block_NAME_group_... */
static const char *const state_names[] = {"state", "none"};
static const char *const group_names[] = {
    "item",      "items",    "lift",       "lower",      "memory",   "memory_of",
    "cell_at",   "note",     "put",        "note_state", "get",      "meet",
    "merge",     "combine",  "speaks",     "group_fold", "take",     "sub_fold",
    "sub_width", "sub_size", "sub_number", "sub_count",  "sub_item", "sub_shuffle"};

/* Whether pieces use clr_sub_NAME or clr_group_NAME for a function of their own. */
static bool is_taken(const char *name)
{
    for (size_t i = 0; i < COUNT(group_names); i++) {
        const char *rest = strchr(group_names[i], '_');

        if (rest && strcmp(rest + 1, name) == 0)
            return true;
    }
    return false;
}

bool clri_block_name_is_good(const char *name)
{
    const size_t length = strlen(name);

    for (size_t i = 0; i < length; i++)
        if (!is_letter(name[i]))
            return false;
    return length > 0 && length <= CLRI_BLOCK_NAME_MOST && !is_taken(name);
}

static void rename_all(clri_source *source, const block *b, const char *from, const char *to,
                       const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        clri_source_addf(source, "#define %s%s clr_block_%s_%s%s\n", from, names[i], b->name, to,
                         names[i]);
}

/* A program can hold several blocks: each has all pieces under names of its own. */
static void add_names(clri_source *source, const block *b)
{
    rename_all(source, b, "clr_", "", state_names, COUNT(state_names));
    rename_all(source, b, "clr_", "group_", group_names, COUNT(group_names));
    if (b->pass->custom)
        rename_all(source, b, "clr_custom_", "custom_", clri_custom_names, CLRI_CUSTOM_NAMES);
    clri_source_addf(source, "#define clr_result clr_group_%s_result\n", b->name);
    clri_source_addf(source, "#define clr_cell clr_group_%s_cell\n", b->name);
    clri_source_define_by(source, CLRI_MACRO_GROUP_FUNCTION, "clr_group_%s", b->name);
    clri_source_define_by(source, CLRI_MACRO_SUB_FUNCTION, "clr_sub_%s", b->name);
    clri_source_define_by(source, CLRI_MACRO_OF, "clr_block_%s_##name", b->name);
    clri_source_define_by(source, CLRI_MACRO_AT, "clr_block_%s_##name", b->name);
    clri_source_define_by(source, CLRI_MACRO_ALL, "clr_block_%s_all_##name", b->name);
    clri_source_define_by(source, CLRI_MACRO_OUT, "clr_block_%s_out_##name", b->name);
}

/* ---- a block's state ---- */

/* Macros by which pieces read an item's value, the function's parameters, in place of memory. */
static void add_inputs(clri_source *source, const block *b)
{
    const bool two = b->pass->inputs == 2;
    const bool index = row_of(b)->lower == CLRI_LOWER_ARG || b->pass->custom;

    clri_source_define(source, CLRI_MACRO_VALUE, b->pass->reader.value);
    clri_source_define(source, CLRI_MACRO_GROUP_BARRIER, "barrier(CLK_LOCAL_MEM_FENCE);");
    clri_source_define(source, CLRI_MACRO_EACH_INPUT, two ? "DO(x) DO(y)" : "DO(x)");
    clri_source_define_by(source, CLRI_MACRO_PARAMETERS, "const CLR_VALUE x%s%s",
                          two ? ", const CLR_VALUE y" : "", index ? ", const ulong index" : "");
    clri_source_define_by(source, CLRI_MACRO_ARGUMENTS, "x%s%s", two ? ", y" : "",
                          index ? ", index" : "");
    clri_source_define(source, CLRI_MACRO_INDEX, index ? "index" : "0");
    clri_source_define(source, CLRI_MACRO_VALUE_OF, "(x)");
    clri_source_define(source, CLRI_MACRO_SUM_BYTES, "(x)");
    clri_source_define(source, CLRI_MACRO_ITEM, "clr_item()");
    if (b->group_size)
        clri_source_define_by(source, CLRI_MACRO_ITEMS, "%" PRIu64 "u", b->group_size);
    else
        clri_source_define(source, CLRI_MACRO_ITEMS, "clr_items()");
    clri_source_piece(source, "block/item");
    clri_source_piece(source, "block/inputs");
}

/* ---- a block's result ---- */

/* The type that an item gets a float's value as, and the value, of the float's bits. */
typedef struct value_form {
    clr_type type;
    const char *text, *of_bits;
} value_form;

static const value_form value_forms[] = {
    {CLR_TYPE_F16, "float", "clr_half_value((ushort)(x))"},
    {CLR_TYPE_BF16, "float", "as_float((uint)(x) << 16)"},
    {CLR_TYPE_F32, "float", "as_float((uint)(x))"},
    {CLR_TYPE_F64, "double", "as_double(x)"},
};

/* The form of a result that pieces give as bits; NULL: they give a value. Keys, by which floats are
 * compared, are bits of f32 or f64, whatever the result; other results are bits of their own type
 * if they are rounded as integers. */
static const value_form *form_of_bits(const clri_state_form *form, const clri_outcome *outcome)
{
    clr_type type = outcome->result;

    if (form->key_bits)
        type = form->key_bits == 64 ? CLR_TYPE_F64 : CLR_TYPE_F32;
    else if (!outcome->form.rounds_wide)
        return NULL;
    for (size_t i = 0; i < COUNT(value_forms); i++)
        if (value_forms[i].type == type)
            return &value_forms[i];
    return NULL;
}

/* The block's outcome, with floats as values. In memory, floats that are compared or rounded as
 * integers are written as bits, as a device may lack their type. An item gets them as the type that
 * values are computed in, if there is one. */
static clri_outcome as_values(const block *b)
{
    const clri_state_form *form = &b->pass->members[0].form;
    clri_outcome outcome = b->pass->outcomes[0];
    const value_form *value = form_of_bits(form, &outcome);

    if (!value || (value->type == CLR_TYPE_F64 && !form->uses_double))
        return outcome;
    for (size_t i = 0; outcome.form.defines[i].macro; i++) {
        clri_define *define = &outcome.form.defines[i];

        if (define->macro == CLRI_MACRO_RESULT)
            define->text = value->text;
        if (define->macro == CLRI_MACRO_RESULT_OF)
            define->text = value->of_bits;
    }
    return outcome;
}

/* Whether some values, or some numbers of them, have no result. */
static bool can_fail(const block *b)
{
    const clri_outcome *outcome = &b->pass->outcomes[0];

    return outcome->form.can_fail || clri_operator_least(outcome->op, outcome->ddof) > 1;
}

/* What a variance takes off its count is a number of the text, which has no parameter for it. */
static void add_ddof(clri_source *source, const clri_outcome *outcome)
{
    char value[32] = "";

    if (clri_operator_takes_ddof(outcome->op))
        snprintf(value, sizeof value, ", %" PRIu64 "UL", outcome->ddof);
    clri_source_define_of(source, CLRI_MACRO_DDOF_OF_, 0, value);
}

static void add_result(clri_source *source, const block *b)
{
    const clri_lower lower = row_of(b)->lower;
    const clri_outcome outcome = as_values(b);
    const char *fields = NULL;

    if (lower == CLRI_LOWER_ARG)
        fields = "DO(CLR_RESULT, value) DO(ulong, index)";
    else if (lower == CLRI_LOWER_EXTREMES)
        fields = "DO(CLR_RESULT, least) DO(CLR_RESULT, most)";
    else if (can_fail(b))
        fields = "DO(CLR_RESULT, value)";
    clri_source_outcome(source, &b->pass->members[0], &outcome);
    add_ddof(source, &outcome);
    if (fields)
        clri_source_define(source, CLRI_MACRO_EACH_FIELD, fields);
    if (can_fail(b))
        clri_source_define(source, CLRI_MACRO_CAN_FAIL, "");
    clri_source_piece_of(source, "block", b->pass->custom ? "custom" : fields ? "fields" : "value");
}

/* ---- functions of groups and sub-groups ---- */

/* With shuffles, the functions of sub-groups and groups; else those of groups. */
static void add_functions(clri_source *source, const block *b, bool shuffles)
{
    const char *tree = clri_pass_is_noncommutative(b->pass) ? "strided" : "sequential";

    if (shuffles)
        clri_source_shuffle(source, &b->capability);
    clri_source_piece_of(source, "group", shuffles ? "shuffle" : tree);
    clri_source_piece(source, "block/group");
    if (shuffles)
        clri_source_piece(source, "block/sub");
}

/* The functions twice where shuffles need OpenCL C 2.0: older compilers get groups' alone. */
static void add_ways(clri_source *source, const block *b)
{
    size_t mark;

    if (b->capability.needs_c20)
        clri_source_add(source, "\n#if __OPENCL_C_VERSION__ >= 200\n");
    mark = clri_source_mark(source);
    add_functions(source, b, b->capability.shuffle != NULL);
    if (b->capability.needs_c20) {
        clri_source_add(source, "\n#else\n");
        clri_source_return(source, mark);
        add_functions(source, b, false);
        clri_source_add(source, "\n#endif\n");
    }
}

/* ---- macros that stay, and undefining the others ---- */

/* Macros that stay defined for the caller: the cells of local memory that a group needs, and that
 * there are functions of sub-groups. */
static void add_public_macros(clri_text *source, const block *b)
{
    if (b->group_size)
        clri_text_addf(source, "#define CLR_GROUP_%s_SCRATCH %" PRIu64 "\n", b->big_name,
                       b->group_size);
    else
        clri_text_addf(source, "#define CLR_GROUP_%s_SCRATCH(items) (items)\n", b->big_name);
    if (!b->capability.shuffle)
        return;
    if (b->capability.needs_c20)
        clri_text_add(source, "#if __OPENCL_C_VERSION__ >= 200\n");
    clri_text_addf(source, "#define CLR_SUB_%s\n", b->big_name);
    if (b->capability.needs_c20)
        clri_text_add(source, "#endif\n");
}

/* Whether `list` has an #undef of that name. */
static bool is_undefined(const clri_text *list, const char *name, size_t length)
{
    const char *at = list->bytes;

    while (at && (at = strstr(at, "#undef ")) != NULL) {
        at += strlen("#undef ");
        if (strncmp(at, name, length) == 0 && at[length] == '\n')
            return true;
    }
    return false;
}

/* An #undef for each macro that `body` defines with a name of pieces, CLR_... or clr_...; macros of
 * a custom operator's text have other names, and stay. */
static void add_undefs(clri_text *source, const char *body)
{
    static const char word[] = "#define ";
    clri_text list = {0};
    char *undefs;

    for (const char *at = strstr(body, word); at; at = strstr(at, word)) {
        size_t length = 0;

        at += strlen(word);
        while (is_letter(at[length]))
            length++;
        if ((strncmp(at, "CLR_", 4) == 0 || strncmp(at, "clr_", 4) == 0) &&
            !is_undefined(&list, at, length))
            clri_text_addf(&list, "#undef %.*s\n", (int)length, at);
    }
    undefs = clri_text_take(&list);
    if (undefs)
        clri_text_add(source, undefs);
    else
        source->failed = true;
    free(undefs);
}

/* ---- the text ---- */

/* A group's items share cells of local memory, and no bins. */
static void add_memory(clri_source *source)
{
    clri_source_define(source, CLRI_MACRO_SHARED_FIELDS, "");
    clri_source_define(source, CLRI_MACRO_MEMORY_PARAMETERS, "__local clr_state *scratch");
    clri_source_define(source, CLRI_MACRO_MEMORY_ARGUMENTS, "scratch");
    clri_source_piece(source, "handle");
    clri_source_piece(source, "block/combine");
    clri_source_piece(source, "trace/off");
    clri_source_piece(source, "memory");
}

/* Functions without a block's name stand once in a program, however many blocks call them, guarded
 * by a macro that add_undefs() does not find. */
static void add_rounding(clri_source *source, const clri_pass *pass)
{
    clri_source_add(source, "#ifndef CLREDUCE_BLOCKS_ROUND\n#  define CLREDUCE_BLOCKS_ROUND\n");
    clri_source_rounding(source);
    clri_source_wide(source, pass);
    clri_source_piece(source, "block/half_value");
    clri_source_add(source, "#endif\n");
}

/* The text of what a caller's kernel may name, functions and types (`used`), and of all that these
 * reach. */
static clr_status compose_body(const block *b, char **body, clri_error *error)
{
    static const char used[] =
        "CLR_GROUP_FUNCTION CLR_SUB_FUNCTION clr_result clr_cell clr_custom_element";
    const clri_pass *pass = b->pass;
    clri_source source;
    char *whole = NULL;
    clr_status status;

    clri_source_begin(&source, NULL, error);
    source.members = source.results = 1;
    clri_source_language(&source, b->pragmas, pass->uses_double);
    add_names(&source, b);
    if (pass->custom)
        clri_source_custom(&source, pass->custom, clri_source_custom_value(pass));
    if (pass->rounds_wide)
        add_rounding(&source, pass);
    clri_source_width(&source, 1, true);
    add_inputs(&source, b);
    clri_source_state(&source, &pass->members[0]);
    clri_source_provide(&source, "clr_state clr_none"); /* under the member's names */
    clri_source_length(&source, "one", "1");
    clri_source_run(&source, &pass->members[0]);
    clri_source_piece(&source, "block/lift");
    add_result(&source, b);
    add_memory(&source);
    add_ways(&source, b);
    status = clri_source_end(&source, &whole);
    if (status == CLR_OK && !(*body = clri_prune(whole, used)))
        status = clri_fail_memory(error);
    free(whole);
    return status;
}

/* Guards the text, so that it may be included twice; another text of the same name is an #error.
 * The caller's program, which follows it, has the compiler's own FP_CONTRACT, and lines from 1. */
static char *wrap(const block *b, const char *body)
{
    const unsigned sign = (unsigned)(clri_hash(CLRI_HASH_START, body, strlen(body)) & 0x7fffffff);
    clri_text source = {0};

    clri_text_addf(&source,
                   "/* clreduce: %s over work-groups */\n"
                   "#ifdef CLR_BLOCK_%s\n#if CLR_BLOCK_%s != %u\n"
                   "#error two different blocks are called %s: give one another clr_block.name\n"
                   "#endif\n#else\n#define CLR_BLOCK_%s %u\n",
                   b->name, b->big_name, b->big_name, sign, b->name, b->big_name, sign);
    clri_text_add(&source, body);
    clri_text_add(&source, "\n");
    add_undefs(&source, body);
    clri_text_add(&source, "#pragma OPENCL FP_CONTRACT DEFAULT\n");
    add_public_macros(&source, b);
    clri_text_add(&source, "#endif\n#line 1 \"program\"\n");
    return clri_text_take(&source);
}

/* Shuffles fold in another order, which noncommutative operators do not allow. */
static clri_capability capability_of(const clr_device *device, const clri_pass *pass)
{
    return clri_pass_is_noncommutative(pass) ? (clri_capability){0}
                                             : clri_capability_shuffle(device);
}

clr_status clri_block_compose(const clr_device *device, const clri_pass *pass, const char *name,
                              uint64_t group_size, char **text, clri_error *error)
{
    block b = {.pass = pass,
               .capability = capability_of(device, pass),
               .pragmas = clri_quirk_text(device, CLRI_HABIT_PRAGMAS),
               .group_size = group_size};
    char *body = NULL;
    clr_status status = CLR_OK;

    *text = NULL;
    for (size_t i = 0; name[i]; i++) {
        b.name[i] = name[i];
        b.big_name[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 'a' + 'A' : name[i]);
    }
    CLRI_TRY(compose_body(&b, &body, error));
    *text = wrap(&b, body);
    if (!*text)
        status = clri_fail_memory(error);
cleanup:
    free(body);
    return status;
}

const char *clri_block_build_options(const clr_device *device, const clri_pass *pass)
{
    const clri_capability capability = capability_of(device, pass);

    return clri_capability_build_options(device, &capability);
}
