/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/compose.h"
#include "base/source.h"
#include "choose/geometry.h"
#include "compose/member.h"
#include "state/layout.h"

#include <stdio.h>

/* The published order, and how a group's items carry it out. */
static void add_order(clri_text *source, const clri_choice *choice)
{
    if (!clri_strategy_is_ordered(&choice->strategy))
        return;
    clri_source_flags(source, CLRI_FLAGS_ORDER);
    clri_source_define_number(source, "CLR_TEAM", clri_team(choice));
    clri_source_define_number(source, "CLR_TEAMS", clri_teams(choice));
    clri_source_define_number(source, "CLR_TEAM_LEVELS", clri_team_levels(choice));
}

/* What an item shares with others beside the cells: members of clr_memory, and by what text a
 * function is told of them, makes them of that, and is called in a kernel. */
struct shared {
    bool is_there;
    const char *fields;
    const char *parameters;
    const char *arguments;
    const char *names;
};

static void add_shared(clri_text *source, const struct shared *shared, size_t count)
{
    clri_text_add(source, "#define CLR_SHARED_FIELDS");
    for (size_t i = 0; i < count; i++)
        clri_text_addf(source, " %s", shared[i].is_there ? shared[i].fields : "");
    clri_text_add(source, "\n#define CLR_MEMORY_PARAMETERS __local clr_state *scratch");
    for (size_t i = 0; i < count; i++)
        clri_text_add(source, shared[i].is_there ? shared[i].parameters : "");
    clri_text_add(source, "\n#define CLR_MEMORY_ARGUMENTS scratch");
    for (size_t i = 0; i < count; i++)
        clri_text_add(source, shared[i].is_there ? shared[i].arguments : "");
    clri_text_add(source, "\n#define CLR_MEMORY scratch");
    for (size_t i = 0; i < count; i++)
        clri_text_add(source, shared[i].is_there ? shared[i].names : "");
    clri_text_add(source, "\n");
}

/* Local memory: declared by the kernels, or handed to them. */
static void add_scratch(clri_text *source, const clri_choice *choice)
{
    const bool bins = choice->pass.is_exact;
    const bool log = choice->is_traced;
    const bool dynamic = choice->local_is_dynamic;
    const struct shared shared[] = {
        {bins, "__local clr_bins *bins;", ", __local clr_bins *bins", ", bins", ", bins"},
        {choice->claims, "__global uint *claims; __local uint *told;",
         ", __global uint *claims, __local uint *told", ", claims, told", ", ticket + 1, told"},
        {log, "__global uint *log;", ", __global uint *log", ", clr_log_of(log)", ", log"},
    };

    add_shared(source, shared, sizeof shared / sizeof *shared);
    clri_text_addf(source, "#define CLR_MEMORY_PARAMETER %s%s%s\n",
                   dynamic ? ", __local clr_state *scratch" : "",
                   dynamic && bins ? ", __local clr_bins *bins" : "",
                   log ? ", __global uint *log" : "");
    clri_source_define_number(source, "CLR_CELLS", (int64_t)clri_cells(choice));
    clri_text_addf(source, "#define CLR_SCRATCH(size) %s%s%s\n",
                   dynamic ? ""
                           : "__local clr_state scratch[(size) > CLR_CELLS ? (size) : CLR_CELLS];",
                   dynamic || !bins ? "" : " __local clr_bins bins[1];",
                   choice->claims ? " __local uint told[2];" : "");
}

/* The device's own functions and types that pieces of cl/group and cl/cell ask for. */
static void add_capability(clri_text *source, const clri_choice *choice)
{
    const clri_capability *capability = &choice->capability;
    const clri_state_form *form = &choice->pass.members[0].form;
    const bool is_long = form->size == 8;

    if (form->machine)
        clri_source_define(source, "CLR_MACHINE", form->machine);
    if (capability->collect)
        clri_source_define(source, "CLR_COLLECT", capability->collect);
    if (!capability->atomic)
        return;
    if (is_long)
        clri_text_add(source, "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                              "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n");
    clri_source_define(source, "CLR_ATOMIC", capability->atomic);
    clri_source_define(source, "CLR_CELL_BITS", is_long ? "ulong" : "uint");
}

static bool is_exact(const clri_pass *pass, size_t outcome)
{
    return pass->members[pass->outcomes[outcome].member].form.digits != 0;
}

/* An item alone has nobody to tell it anything; in the published order nobody is to. */
static bool is_led(const clri_choice *choice, size_t member)
{
    return choice->pass.members[member].form.is_led && choice->group_size > 1 &&
           !clri_strategy_is_ordered(&choice->strategy);
}

/* Whether a group's items meet between tiles: for votes on exact states, or to follow a lead. */
static bool meets(const clri_choice *choice)
{
    bool leads = false;

    for (size_t i = 0; i < choice->pass.member_count; i++)
        leads |= is_led(choice, i);
    return choice->pass.is_exact || leads;
}

static void add_sizes(clri_text *source, const clri_choice *choice)
{
    clri_source_define(source, "CLR_ITEM", "((uint)get_local_id(0))");
    clri_source_define(source, "CLR_ITEMS", "((uint)get_local_size(0))");
    clri_source_define(source, "CLR_STORED", choice->pass.reader.stored);
    clri_source_define_number(source, "CLR_STORED_SIZE", (int64_t)choice->element_size);
    clri_source_define(source, "CLR_VALUE", choice->pass.reader.value);
    clri_source_define_number(source, "CLR_GROUP_SIZE", choice->group_size);
    clri_source_define_number(source, "CLR_SECOND_GROUP_SIZE", choice->second_group_size);
    /*
     * On a CPU with groups of one item, compilers take half as long where code that is seldom
     * run is called and not copied. GPUs' calls cost registers. Such functions are not static: into
     * those LLVM writes the addresses of the kernel's local memory, and PoCL 3.1, which makes
     * arguments of that (AutomaticLocals), then reads instructions that it has freed.
     */
    if (choice->calls_cold && choice->group_size == 1)
        clri_source_redefine(source, "CLR_COLD", "__attribute__((noinline))");
    /* An item alone waits for nobody. */
    clri_source_define(source, "CLR_BARRIER(fences)",
                       choice->group_size == 1 ? "" : "barrier(fences);");
    clri_source_define(source, "CLR_GROUP_BARRIER", "CLR_BARRIER(CLK_LOCAL_MEM_FENCE)");
    clri_source_define_number(source, "CLR_LANES", choice->vector_width);
    clri_source_define_number(source, "CLR_LANE_STATES",
                              clri_layout_lane_size(&choice->pass) ? choice->vector_width : 1);
    clri_source_define_number(source, "CLR_LOADS", choice->item_loads);
    clri_source_define_number(source, "CLR_STATES_AN_ITEM", clri_states_an_item(choice));
    clri_source_define_number(source, "CLR_MEETS", meets(choice));
}

/* What there are several of, as macros that say something of each. */
static void add_lists(clri_text *source, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;

    clri_text_add(source, "#define CLR_EACH_INPUT(DO)");
    for (unsigned i = 0; i < pass->inputs; i++)
        clri_text_addf(source, " DO(%c)", "xyzw"[i]);
    clri_text_add(source, "\n#define CLR_EACH_OTHER_INPUT(DO)");
    for (unsigned i = 1; i < pass->inputs; i++)
        clri_text_addf(source, " DO(%c)", "xyzw"[i]);
    clri_text_add(source, "\n#define CLR_EACH_MEMBER(DO)");
    for (size_t i = 0; i < pass->member_count; i++)
        clri_text_addf(source, " DO(%zu)", i);
    clri_text_add(source, "\n#define CLR_EACH_EXACT(DO)");
    for (size_t i = 0; i < pass->member_count; i++)
        if (pass->members[i].form.digits)
            clri_text_addf(source, " DO(%zu)", i);
    clri_text_add(source, "\n#define CLR_EACH_LED(DO)");
    for (size_t i = 0; i < pass->member_count; i++)
        if (is_led(choice, i))
            clri_text_addf(source, " DO(%zu)", i);
    clri_text_add(source, "\n#define CLR_EACH_OUTCOME(DO)");
    for (size_t i = 0; i < pass->outcome_count; i++)
        clri_text_addf(source, " DO(%zu)", i);
    clri_text_add(source, "\n#define CLR_EACH_RESULT(DO)");
    for (size_t i = 0; i < pass->outcome_count; i++)
        if (!is_exact(pass, i))
            clri_text_addf(source, " DO(%zu, %u)", i, pass->outcomes[i].member);
    clri_text_add(source, "\n#define CLR_EACH_EXACT_RESULT(DO)");
    for (size_t i = 0; i < pass->outcome_count; i++)
        if (is_exact(pass, i))
            clri_text_addf(source, " DO(%zu, %u, %u)", i, pass->outcomes[i].member,
                           pass->outcomes[i].second);
    clri_text_add(source, "\n#define CLR_EACH_STATUS(DO)");
    for (size_t i = 0; i < pass->outcome_count; i++)
        if (pass->outcomes[i].form.can_fail)
            clri_text_addf(source, " DO(%zu, %u)", i, pass->outcomes[i].member);
    clri_text_add(source, "\n");
}

/* By what functions of a member reach its bins: an argument of their own, if there are any. */
static void add_bins(clri_text *source, const clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++) {
        if (pass->members[i].form.digits)
            clri_text_addf(source, "#define CLR_BINS_OF_%zu(memory) &(memory).bins->m%zu,\n", i, i);
        else
            clri_text_addf(source, "#define CLR_BINS_OF_%zu(memory)\n", i);
    }
    clri_source_define_number(source, "CLR_WORK_WORDS", (int64_t)pass->work_words);
}

static bool uses_maps(const clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++)
        if (pass->members[i].map)
            return true;
    return false;
}

static void add_expressions(clri_text *source)
{
    clri_source_piece(source, "expression/integer");
    clri_source_piece(source, "expression/question");
}

/* ---- the caller's own operator ---- */

char *clri_compose_custom(const clri_custom *custom, const char *value, bool uses_double)
{
    clri_text source = {0};

    clri_source_language(&source, uses_double);
    clri_source_custom(&source, custom, value);
    clri_source_piece(&source, "probe/custom_sizes");
    return clri_text_take(&source);
}

/* ---- widths ---- */

/* How a vector is held until it is looked at: as words if its elements are shorter. */
static void add_held(clri_text *source, const clri_choice *choice, unsigned width)
{
    static const struct {
        size_t size;
        const char *words;
        const char *sum;
    } rows[] = {
        {4, "uint", "(x)"},
        {8, "uint2", "((x).s0 + (x).s1)"},
        {16, "uint4", "((x).s0 + (x).s1 + (x).s2 + (x).s3)"},
    };
    const char *value = choice->pass.reader.value;
    const bool is_short = width > 1 && choice->element_size < 4 && choice->pass.reader.is_plain;

    clri_source_redefine(source, "CLR_SUM_BYTES(x)", width == 2 ? "((x).s0 + (x).s1)" : "(x)");
    for (size_t i = 0; is_short && i < sizeof rows / sizeof *rows; i++) {
        if (choice->element_size * width == rows[i].size) {
            clri_text_addf(source, "typedef %s CLR_ALL(held);\n", rows[i].words);
            clri_source_redefine_by(source, "CLR_HOLD(x)", "as_%s(x)", rows[i].words);
            clri_source_redefine_by(source, "CLR_VALUE_OF(x)", "as_%s%u(x)", value, width);
            clri_source_redefine(source, "CLR_SUM_WORDS(x)", rows[i].sum);
            return;
        }
    }
    clri_text_add(source, "typedef CLR_ALL(value) CLR_ALL(held);\n");
    clri_source_redefine(source, "CLR_HOLD(x)", "(x)");
    clri_source_redefine(source, "CLR_VALUE_OF(x)", "(x)");
}

/* How an aligned vector is loaded, if it is held as it is stored. */
static void define_load(clri_text *source, const clri_choice *choice, unsigned width)
{
    const size_t size = choice->element_size * width;

    if (choice->capability.read && width > 1 && (size == 4 || size == 8 || size == 16))
        clri_source_redefine_by(source, "CLR_LOAD(at)",
                                "__builtin_astype(clr_load_%zu(at), CLR_ALL(held))", size);
    else
        clri_source_redefine(source, "CLR_LOAD(at)", "(*(__global const CLR_ALL(held) *)(at))");
}

/*
 * What pieces say of values and states they say at two widths: clr_m0_combine() of single states,
 * for groups and results, clr_m0_lanes_take() of vectors, for loads. CLR_AT(name) is a member's
 * name at the present width, CLR_OF(name) its name of single states, CLR_ALL(name) the plan's at
 * the present width, CLR_MEMBER(k, name) that of member k.
 */
static void add_width(clri_text *source, const clri_choice *choice, bool narrow)
{
    const unsigned width = narrow ? 1 : choice->vector_width;

    clri_source_width(source, width, narrow);
    clri_source_redefine(source, "CLR_ALL(name)", narrow ? "clr_##name" : "clr_lanes_##name");
    clri_source_redefine(source, "CLR_MEMBER(k, name)",
                         narrow ? "clr_m##k##_##name" : "clr_m##k##_lanes_##name");
    clri_source_redefine(source, "CLR_VLOAD_HALF", width == 1 ? "vload_half" : "vloada_half");
    if (width == 1)
        clri_source_redefine(source, "CLR_VLOAD(at)", "(*(at))");
    else
        clri_source_redefine_by(source, "CLR_VLOAD(at)", "vload%u(0, at)", width);
    clri_text_add(source, "typedef CLR_WIDE(CLR_VALUE) CLR_ALL(value);\n");
    add_held(source, choice, width);
    define_load(source, choice, width);
    clri_source_piece(source, choice->pass.reader.piece);
    clri_source_piece(source, "read/inputs");
}

/* By which names pieces speak of a member. */
static void name_member(clri_text *source, unsigned number, bool narrow)
{
    clri_text_addf(source, "\n/* state %u */\n", number);
    clri_source_redefine_by(source, "CLR_OF(name)", "clr_m%u_##name", number);
    clri_source_redefine_by(source, "CLR_AT(name)",
                            narrow ? "clr_m%u_##name" : "clr_m%u_lanes_##name", number);
}

static void add_runs(clri_text *source, const clri_pass *pass, bool narrow, const char *length)
{
    clri_source_length(source, length);
    for (unsigned i = 0; i < pass->member_count; i++) {
        name_member(source, i, narrow);
        clri_source_run(source, &pass->members[i]);
    }
    clri_source_piece(source, pass->member_count == 1 ? "states/single_run" : "states/several_run");
}

/* What items share, and how states go by way of that. */
static void add_memory(clri_text *source, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;

    if (pass->is_exact)
        clri_source_piece(source, "bins/struct");
    if (choice->is_traced)
        clri_source_piece(source, "log");
    clri_source_piece(source, "handle");
    clri_source_piece(source,
                      pass->member_count == 1 ? "states/single_memory" : "states/several_memory");
}

/* What fills the struct of all members' states: CLR_GAP_k in front of member k's, CLR_LAST_GAP. */
static void add_gaps(clri_text *source, const clri_pass *pass, unsigned lanes)
{
    const clri_layout layout = clri_layout_states(pass, lanes);

    for (size_t i = 0; i < pass->member_count; i++) {
        char macro[32], name[32];

        snprintf(macro, sizeof macro, "CLR_GAP_%zu", i);
        snprintf(name, sizeof name, "gap%zu_", i);
        clri_source_gap(source, macro, name, layout.members[i].gap);
    }
    clri_source_gap(source, "CLR_LAST_GAP", "gap", layout.last_gap);
}

static void add_members(clri_text *source, const clri_choice *choice, bool narrow)
{
    const clri_pass *pass = &choice->pass;

    add_width(source, choice, narrow);
    for (unsigned i = 0; i < pass->member_count; i++) {
        name_member(source, i, narrow);
        clri_source_state(source, &pass->members[i]);
        if (is_led(choice, i))
            clri_source_piece(source, "fold/lead");
    }
    add_gaps(source, pass, narrow ? 1 : choice->vector_width);
    clri_source_piece(source, pass->member_count == 1 ? "states/single" : "states/several");
    if (narrow)
        add_memory(source, choice);
    add_runs(source, pass, narrow, "1");
    if (narrow)
        return;
    if (clri_strategy_is_ordered(&choice->strategy))
        clri_source_piece(source,
                          pass->member_count == 1 ? "states/single_lanes" : "states/several_lanes");
    add_runs(source, pass, narrow, "CLR_LOADS");
    clri_source_piece(source, "load/meeting");
    clri_source_piece(source, pass->is_exact ? "bins/vote" : "bins/no_vote");
    clri_source_piece(source, "states/confer");
}

/* ---- results ---- */

static void add_outcome(clri_text *source, const clri_pass *pass, unsigned number)
{
    const clri_outcome *outcome = &pass->outcomes[number];
    const clri_member *member = &pass->members[outcome->member];

    clri_text_addf(source, "\n/* result %u: %s */\n", number, clr_operator_name(outcome->op));
    clri_source_redefine_by(source, "CLR_OF(name)", "clr_m%u_##name", outcome->member);
    clri_source_redefine_by(source, "CLR_OUT(name)", "clr_r%u_##name", number);
    clri_source_outcome(source, member, outcome);
}

/* Integers of any length, and what is rounded of them. */
static void add_limbs(clri_text *source)
{
    clri_source_define(source, "CLR_LIMB_SPACE", "__local");
    clri_source_piece(source, "exact/limbs");
    clri_source_piece(source, "exact/rounding");
    clri_source_piece(source, "exact/variance");
    clri_source_piece(source, "exact/special");
}

static void add_record(clri_text *source, const clri_pass *pass)
{
    for (unsigned i = 0; i < pass->outcome_count; i++)
        add_outcome(source, pass, i);
    clri_source_piece(source, "record");
}

/* ---- strategies ---- */

/* How items fold their share of the input. */
static void add_load(clri_text *source, const clri_choice *choice)
{
    const bool keeps_order = clri_pass_is_ordered(&choice->pass);

    clri_source_piece(source, "load/fold");
    clri_source_piece_of(source, "share", choice->contiguous ? "contiguous" : "interleaved");
    if (!clri_strategy_is_ordered(&choice->strategy)) {
        clri_source_piece_of(source, "load",
                             choice->claims ? "claim" : choice->strategy.load->name);
        return;
    }
    clri_source_piece(source, "load/join");
    clri_source_piece_of(source, "load", keeps_order ? "stretches" : choice->strategy.load->name);
}

/* How a group's states become the result. */
static void add_finish(clri_text *source, const clri_choice *choice)
{
    const clri_finish *finish = choice->strategy.finish;
    const bool is_ordered = clri_strategy_is_ordered(&choice->strategy);

    if (choice->capability.by_words) {
        clri_source_define_number(source, "CLR_OWN_PLACES",
                                  (int64_t)clri_custom_places_begin(choice));
        clri_source_define_number(source, "CLR_GROUPS_MOST", choice->group_count);
    }
    clri_source_piece(source, choice->capability.by_words ? "finish/words" : "finish/states");
    clri_source_piece(source, "finish/deliver");
    clri_source_piece(source, is_ordered ? "finish/chains" : "finish/partials");
    clri_source_piece_of(source, "finish", finish->file);
    if (finish->kernels == CLRI_KERNELS_SECOND)
        clri_source_piece(source, "finish/second");
    clri_source_piece(source, is_ordered ? "task/strips" : "task/whole");
}

/* The pieces by which a strategy goes about its work. */
static void add_strategy(clri_text *source, const clri_choice *choice)
{
    const clri_strategy *strategy = &choice->strategy;
    const clri_capability *capability = &choice->capability;
    const bool is_alone = choice->group_size == 1 && strategy->finish->takes != CLRI_TAKES_ITEM &&
                          !clri_strategy_is_ordered(strategy);

    if (capability->shuffle && !is_alone)
        clri_source_shuffle(source, capability);
    if (capability->step && !is_alone)
        clri_source_piece_of(source, "step", capability->step);
    clri_source_piece_of(source, "group", is_alone ? "none" : strategy->group->name);
    add_load(source, choice);
    clri_source_piece(source, choice->pass.is_exact ? "bins/some" : "bins/none");
    if (capability->fence)
        clri_source_piece_of(source, "fence", capability->fence);
    if (capability->cell)
        clri_source_piece_of(source, "cell", capability->cell);
    add_finish(source, choice);
}

char *clri_compose(const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;
    clri_text source = {0};

    clri_text_add(&source, "/* prelude: names and numbers of this plan */\n");
    clri_source_language(&source, pass->uses_double);
    clri_source_flags(&source, CLRI_FLAGS_KERNELS);
    add_sizes(&source, choice);
    add_order(&source, choice);
    add_lists(&source, choice);
    add_bins(&source, pass);
    add_scratch(&source, choice);
    add_capability(&source, choice);
    if (choice->is_traced)
        clri_source_flags(&source, CLRI_FLAGS_TRACE);
    if (pass->custom)
        clri_source_custom(&source, pass->custom, clri_source_custom_value(pass));
    if (uses_maps(pass))
        add_expressions(&source);
    clri_source_piece(&source, "load/span");
    if (choice->capability.read)
        clri_source_piece_of(&source, "read", choice->capability.read);
    if (pass->is_exact) {
        clri_source_flags(&source, CLRI_FLAGS_EXACT);
        add_limbs(&source);
    }
    add_members(&source, choice, true);
    add_record(&source, pass);
    add_members(&source, choice, false);
    clri_source_piece(&source, choice->is_traced ? "trace/on" : "trace/off");
    clri_source_piece(&source, "memory");
    add_strategy(&source, choice);
    clri_source_piece(&source, "reduce");
    return clri_text_take(&source);
}
