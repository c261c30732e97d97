/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/prelude.h"
#include "choose/geometry.h"
#include "compose/by_index.h"
#include "state/layout.h"

#include <stdio.h>

/* The published order, and how a group's items share it. */
static void add_order(clri_source *source, const clri_choice *choice)
{
    if (!clri_strategy_is_ordered(&choice->strategy))
        return;
    clri_source_flags(source, CLRI_FLAGS_ORDER);
    clri_source_define_number(source, CLRI_MACRO_TEAM, clri_team(choice));
    clri_source_define_number(source, CLRI_MACRO_TEAMS, clri_teams(choice));
    clri_source_define_number(source, CLRI_MACRO_TEAM_LEVELS, clri_team_levels(choice));
}

/* Memory that pieces reach through clr_memory beside the group's cells (cl/handle.cl), if the plan
 * has it: members of clr_memory, parameters of clr_memory_of(), the values that it gives the
 * members, and the arguments that kernels pass. */
struct shared {
    bool is_there;
    const char *fields;
    const char *parameters;
    const char *arguments;
    const char *names;
};

static void add_shared(clri_source *source, const struct shared *shared, size_t count)
{
    clri_source_define_start(source, CLRI_MACRO_SHARED_FIELDS);
    for (size_t i = 0; i < count; i++)
        clri_source_addf(source, " %s", shared[i].is_there ? shared[i].fields : "");
    clri_source_add(source, "\n");
    clri_source_define_start(source, CLRI_MACRO_MEMORY_PARAMETERS);
    clri_source_add(source, " __local clr_state *scratch");
    for (size_t i = 0; i < count; i++)
        clri_source_add(source, shared[i].is_there ? shared[i].parameters : "");
    clri_source_add(source, "\n");
    clri_source_define_start(source, CLRI_MACRO_MEMORY_ARGUMENTS);
    clri_source_add(source, " scratch");
    for (size_t i = 0; i < count; i++)
        clri_source_add(source, shared[i].is_there ? shared[i].arguments : "");
    clri_source_add(source, "\n");
    clri_source_define_start(source, CLRI_MACRO_MEMORY);
    clri_source_add(source, " scratch");
    for (size_t i = 0; i < count; i++)
        clri_source_add(source, shared[i].is_there ? shared[i].names : "");
    clri_source_add(source, "\n");
}

/* What clr_memory holds; and local memory, which kernels declare (CLR_SCRATCH) or are passed
 * (CLR_MEMORY_PARAMETER). Groups count claimed lots in the word behind the ticket. Traces of many
 * results tell places from the first input's first element, x + x_first (add_trace()). */
static void add_scratch(clri_source *source, const clri_choice *choice)
{
    const bool bins = choice->pass.is_exact;
    const bool log = choice->code.is_traced;
    const bool shaped = choice->carrier->is_many;
    const bool dynamic = choice->code.local_is_dynamic;
    const struct shared shared[] = {
        {true, "CLR_EACH_DDOF(CLR_DDOF_FIELD)", " CLR_EACH_DDOF(CLR_DDOF_PARAMETER)",
         " CLR_EACH_DDOF(CLR_DDOF_NAME)", " CLR_EACH_DDOF(CLR_DDOF_NAME)"},
        {bins, "__local clr_bins *bins;", ", __local clr_bins *bins", ", bins", ", bins"},
        {choice->sizes.claims, "__global uint *claims; __local uint *told;",
         ", __global uint *claims, __local uint *told", ", claims, told", ", ticket + 1, told"},
        {log, "__global uint *log;", ", __global uint *log", ", clr_log_of(log)", ", log"},
        {log && shaped, "__global const CLR_STORED *origin;", ", __global const CLR_STORED *origin",
         ", origin", ", x + x_first"},
    };

    add_shared(source, shared, sizeof shared / sizeof *shared);
    clri_source_define_by(source, CLRI_MACRO_MEMORY_PARAMETER, "%s%s%s",
                          dynamic ? ", __local clr_state *scratch" : "",
                          dynamic && bins ? ", __local clr_bins *bins" : "",
                          log ? ", __global uint *log" : "");
    clri_source_define_number(source, CLRI_MACRO_CELLS, (int64_t)clri_cells(choice));
    clri_source_define_by(
        source, CLRI_MACRO_SCRATCH, "%s%s%s",
        dynamic ? "" : "__local clr_state scratch[(size) > CLR_CELLS ? (size) : CLR_CELLS];",
        dynamic || !bins ? "" : " __local clr_bins bins[1];",
        choice->sizes.claims ? " __local uint told[2];" : "");
}

/* The device's functions and types that cl/group and cl/cell use. They fold a single number:
 * choose/capability.c finds none for passes of several members, so the first member speaks. */
static void add_capability(clri_source *source, const clri_choice *choice)
{
    const clri_capability *capability = &choice->capability;
    const clri_state_form *form = &choice->pass.members[0].form;
    const bool is_long = form->size == 8;

    if (form->machine)
        clri_source_define(source, CLRI_MACRO_MACHINE, form->machine);
    if (capability->collect)
        clri_source_define(source, CLRI_MACRO_COLLECT, capability->collect);
    if (!capability->atomic)
        return;
    if (is_long)
        clri_source_add(source,
                        "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                        "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n");
    clri_source_define(source, CLRI_MACRO_ATOMIC, capability->atomic);
    clri_source_define(source, CLRI_MACRO_CELL_BITS, is_long ? "ulong" : "uint");
}

/* A result's states: with bins; exact sums in a few doubles, which may not hold them; or others. */
typedef enum state_kind { HAS_BINS, IS_UNSURE, IS_PLAIN } state_kind;

static state_kind kind_of(const clri_pass *pass, size_t outcome)
{
    const clri_state_form *form = &pass->members[pass->outcomes[outcome].members[0]].form;

    return form->digits ? HAS_BINS : form->is_unsure ? IS_UNSURE : IS_PLAIN;
}

/* Not by an item alone, which has no others to follow, nor in the published order. */
bool clri_is_led(const clri_choice *choice, size_t member)
{
    return choice->pass.members[member].form.is_led && choice->sizes.group > 1 &&
           !choice->items.are_there && !clri_strategy_is_ordered(&choice->strategy);
}

/* Whether a group's items have a barrier between tiles: to vote on exact states, or to follow a
 * lead. */
static bool has_tile_barriers(const clri_choice *choice)
{
    bool leads = false;

    for (size_t i = 0; i < choice->pass.member_count; i++)
        leads |= clri_is_led(choice, i);
    return choice->pass.is_exact || leads;
}

/* How items find their number, the types of elements, and the sizes of groups and loads. */
static void add_sizes(clri_source *source, const clri_choice *choice)
{
    clri_source_define(source, CLRI_MACRO_ITEM,
                       choice->capability.item ? "clr_item()" : "((uint)get_local_id(0))");
    clri_source_define(source, CLRI_MACRO_ITEMS, "((uint)get_local_size(0))");
    clri_source_stored(source, choice);
    clri_source_define(source, CLRI_MACRO_VALUE, choice->pass.reader.value);
    clri_source_define_number(source, CLRI_MACRO_GROUP_SIZE, choice->sizes.group);
    clri_source_define_number(source, CLRI_MACRO_SECOND_GROUP_SIZE, choice->sizes.second_group);
    /*
     * Compilers for CPUs take half as long, in groups of one item, if cold or long functions are
     * not inlined. Such functions are not static: LLVM would pass the addresses of the kernel's
     * local memory to static ones, and PoCL 3.1, which makes those arguments (AutomaticLocals),
     * then reads instructions that it has freed.
     */
    if (choice->code.calls_cold && choice->sizes.group == 1)
        clri_source_redefine(source, CLRI_MACRO_COLD, "__attribute__((noinline))");
    if (choice->code.calls_lengthy && choice->sizes.group == 1)
        clri_source_redefine(source, CLRI_MACRO_LENGTHY, "__attribute__((noinline))");
    /* An item alone needs no barriers. */
    clri_source_define(source, CLRI_MACRO_BARRIER,
                       choice->sizes.group == 1 ? "" : "barrier(fences);");
    clri_source_define(source, CLRI_MACRO_GROUP_BARRIER, "CLR_BARRIER(CLK_LOCAL_MEM_FENCE)");
    clri_source_define_number(source, CLRI_MACRO_LANES, choice->sizes.vector_width);
    clri_source_define_number(source, CLRI_MACRO_LANE_STATES,
                              clri_layout_lane_size(&choice->pass) ? choice->sizes.vector_width
                                                                   : 1);
    clri_source_define_number(source, CLRI_MACRO_LOADS, choice->sizes.item_loads);
    clri_source_define_number(source, CLRI_MACRO_STATES_AN_ITEM, clri_states_an_item(choice));
    clri_source_define_number(source, CLRI_MACRO_MEETS, has_tile_barriers(choice));
}

/* Whether kernels make a result of outcome `index`: not of sums whose states are left on the
 * device, which accumulators round. */
static bool is_lowered(const clri_choice *choice, size_t index)
{
    return !choice->left.most ||
           !clri_operator_adds_up(clri_operator_of(choice->pass.outcomes[index].op));
}

/* Outcomes that kernels make differently have lists of their own: by the kind of their states, and
 * by how many these are. Of states with bins one is named twice, and results of states in doubt are
 * made even where they are left. */
static const struct {
    clri_macro macro;
    state_kind kind;
    unsigned least; /* of states, ... */
    unsigned most;
    unsigned named; /* ... as many as are named */
} outcome_lists[] = {
    {CLRI_MACRO_EACH_RESULT, IS_PLAIN, 1, 1, 1},
    {CLRI_MACRO_EACH_SPREAD, IS_PLAIN, 2, 2, 2},
    {CLRI_MACRO_EACH_TRIPLE, IS_PLAIN, 3, 3, 3},
    {CLRI_MACRO_EACH_QUINTUPLE, IS_PLAIN, 5, 5, 5},
    {CLRI_MACRO_EACH_EXACT_RESULT, HAS_BINS, 1, 2, 2},
    {CLRI_MACRO_EACH_EXACT_TRIPLE, HAS_BINS, 3, 3, 3},
    {CLRI_MACRO_EACH_EXACT_QUINTUPLE, HAS_BINS, 5, 5, 5},
    {CLRI_MACRO_EACH_UNSURE, IS_UNSURE, 1, 1, 1},
    {CLRI_MACRO_EACH_UNSURE_SPREAD, IS_UNSURE, 2, 2, 2},
};

static void add_outcome_lists(clri_source *source, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;

    for (size_t list = 0; list < sizeof outcome_lists / sizeof *outcome_lists; list++) {
        clri_source_define_start(source, outcome_lists[list].macro);
        for (size_t i = 0; i < pass->outcome_count; i++) {
            const clri_outcome *outcome = &pass->outcomes[i];
            const unsigned count = outcome->member_count;

            if (kind_of(pass, i) != outcome_lists[list].kind || count < outcome_lists[list].least ||
                count > outcome_lists[list].most ||
                (kind_of(pass, i) != IS_UNSURE && !is_lowered(choice, i)))
                continue;
            clri_source_addf(source, " DO(%zu", i);
            for (unsigned k = 0; k < outcome_lists[list].named; k++)
                clri_source_addf(source, ", %u", outcome->members[k < count ? k : 0]);
            clri_source_add(source, ")");
        }
        clri_source_add(source, "\n");
    }
}

/* Macros that expand DO(...) for each input, member or outcome. */
static void add_lists(clri_source *source, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;

    clri_source_define_start(source, CLRI_MACRO_EACH_INPUT);
    for (unsigned i = 0; i < pass->inputs; i++)
        clri_source_addf(source, " DO(%c)", "xyzw"[i]);
    clri_source_add(source, clri_reads_more(choice) ? " CLR_ALSO_##DO\n" : "\n");
    clri_source_define_start(source, CLRI_MACRO_EACH_OTHER_INPUT);
    for (unsigned i = 1; i < pass->inputs; i++)
        clri_source_addf(source, " DO(%c)", "xyzw"[i]);
    clri_source_add(source, "\n");
    clri_source_define_start(source, CLRI_MACRO_EACH_MEMBER);
    for (size_t i = 0; i < pass->member_count; i++)
        clri_source_addf(source, " DO(%zu)", i);
    clri_source_add(source, "\n");
    clri_source_define_start(source, CLRI_MACRO_EACH_EXACT);
    for (size_t i = 0; i < pass->member_count; i++)
        if (pass->members[i].form.digits)
            clri_source_addf(source, " DO(%zu)", i);
    clri_source_add(source, "\n");
    clri_source_define_start(source, CLRI_MACRO_EACH_LED);
    for (size_t i = 0; i < pass->member_count; i++)
        if (clri_is_led(choice, i))
            clri_source_addf(source, " DO(%zu)", i);
    clri_source_add(source, "\n");
    clri_source_define_start(source, CLRI_MACRO_EACH_OUTCOME);
    for (size_t i = 0; i < pass->outcome_count; i++)
        clri_source_addf(source, " DO(%zu)", i);
    clri_source_add(source, "\n");
    add_outcome_lists(source, choice);
    clri_source_define_start(source, CLRI_MACRO_EACH_UNSURE_STATE);
    for (size_t i = 0; i < pass->member_count; i++)
        if (pass->members[i].form.is_unsure)
            clri_source_addf(source, " DO(%zu)", i);
    clri_source_add(source, "\n");
    clri_source_define_start(source, CLRI_MACRO_EACH_STATUS);
    for (size_t i = 0; i < pass->outcome_count; i++)
        if (pass->outcomes[i].field.has_status)
            clri_source_addf(source, " DO(%zu, %u)", i, pass->outcomes[i].members[0]);
    clri_source_add(source, "\n");
}

/* Sizes and lists of the second program, where each lane may fold another result. */
static void add_item_lists(clri_source *source, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;

    if (!choice->items.are_there)
        return;
    clri_source_flags(source, CLRI_FLAGS_ITEMS);
    clri_source_define_number(source, CLRI_MACRO_SIDES, choice->items.sides);
    if (choice->items.memory_sides)
        clri_source_define_number(source, CLRI_MACRO_ROW_SIDES, choice->items.memory_sides);
    if (choice->teams.abreast)
        clri_source_define_number(source, CLRI_MACRO_ABREAST, choice->teams.abreast);
    if (choice->staged.elements) {
        clri_source_define_number(source, CLRI_MACRO_STAGE, choice->staged.elements);
        clri_source_define_by(source, CLRI_MACRO_STAGE_CHUNK, "%s%s",
                              choice->staged.word_size == sizeof(cl_uint) ? "uint" : "ulong",
                              choice->staged.chunk == 4   ? "4"
                              : choice->staged.chunk == 2 ? "2"
                                                          : "");
        clri_source_define_number(source, CLRI_MACRO_STAGE_GROUP_SIZE, choice->staged.group_size);
        clri_source_define_number(source, CLRI_MACRO_STAGE_RUN, choice->staged.run);
        clri_source_define_number(source, CLRI_MACRO_BATCH, choice->staged.batch);
    }
    if (choice->slices.lanes)
        clri_source_define_number(source, CLRI_MACRO_SLICE_LANES, choice->slices.lanes);
    clri_source_define_start(source, CLRI_MACRO_EACH_PLACED);
    for (size_t i = 0; i < pass->member_count; i++)
        if (pass->members[i].form.is_placed)
            clri_source_addf(source, " DO(%zu)", i);
    clri_source_add(source, "\n");
}

/* CLR_BINS_OF_k: the argument by which the functions of member k reach its bins; empty if it has
 * none. */
static void add_bins(clri_source *source, const clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++) {
        char value[64] = "";

        if (pass->members[i].form.digits)
            snprintf(value, sizeof value, "&(memory).bins->m%zu,", i);
        clri_source_define_of(source, CLRI_MACRO_BINS_OF_, i, value);
    }
    clri_source_define_number(source, CLRI_MACRO_WORK_WORDS, (int64_t)pass->work_words);
}

/* What variances take off their counts: numbers of a plan, which its kernels are told, so that
 * other plans have the same text. */
static void add_ddofs(clri_source *source, const clri_pass *pass)
{
    clri_source_define_start(source, CLRI_MACRO_EACH_DDOF);
    for (size_t i = 0; i < pass->outcome_count; i++)
        if (clri_operator_takes_ddof(pass->outcomes[i].op))
            clri_source_addf(source, " DO(%zu)", i);
    clri_source_add(source, "\n");
    for (size_t i = 0; i < pass->outcome_count; i++) {
        char value[64] = "";

        if (clri_operator_takes_ddof(pass->outcomes[i].op))
            snprintf(value, sizeof value, ", (memory).ddof%zu", i);
        clri_source_define_of(source, CLRI_MACRO_DDOF_OF_, i, value);
    }
}

/* The place of element i in the first input, for the log of a traced plan. Kernels of groups find
 * an element by its number along axes; kernels of items have moved the span there before they load.
 */
static const char *load_place(const clri_choice *choice)
{
    if (!choice->code.is_traced || !choice->carrier->is_many)
        return "((span).base + (i))";
    if (choice->items.are_there)
        return "((span).x + (i) - memory.origin)";
    return "((span).x + clr_places_of((span).shape, (span).base + (i)).x - memory.origin)";
}

static void add_trace(clri_source *source, const clri_choice *choice)
{
    clri_source_define_by(source, CLRI_MACRO_LOAD_PLACE, "%s", load_place(choice));
    if (choice->code.is_traced)
        clri_source_flags(source, CLRI_FLAGS_TRACE);
}

void clri_source_prelude(clri_source *source, const clri_choice *choice)
{
    source->members = (unsigned)choice->pass.member_count;
    source->results = (unsigned)choice->pass.outcome_count;
    clri_source_add(source, "/* prelude - names and numbers of this plan */\n");
    clri_source_language(source, choice->code.pragmas, choice->pass.uses_double);
    clri_source_flags(source, CLRI_FLAGS_KERNELS);
    add_sizes(source, choice);
    add_order(source, choice);
    add_lists(source, choice);
    add_item_lists(source, choice);
    add_bins(source, &choice->pass);
    add_ddofs(source, &choice->pass);
    add_scratch(source, choice);
    add_capability(source, choice);
    add_trace(source, choice);
}
