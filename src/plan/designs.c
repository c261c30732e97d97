/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/designs.h"
#include "base/prune.h"
#include "base/text.h"
#include "compose/compose.h"
#include "problem/request_key.h"

#include <stdlib.h>
#include <string.h>

/* ---- a design ---- */

void clri_design_clear_cells(clri_design *design)
{
    if (design->cells)
        clri_design_clear(design->cells);
    free(design->cells);
    design->cells = NULL;
}

void clri_design_clear(clri_design *design)
{
    clri_programs *programs = &design->context->programs;

    clri_design_clear_cells(design);
    clri_program_release(programs, design->front_program);
    clri_program_release(programs, design->items_program);
    clri_program_release(programs, design->program);
    free(design->text);
    design->front_program = design->items_program = design->program = NULL;
    design->text = NULL;
}

const char *clri_design_text(clri_design *design)
{
    clri_programs *programs = &design->context->programs;
    clri_error error = {0};
    char *whole = NULL;

    if (design->program)
        return design->program->text;
    pthread_mutex_lock(&programs->building);
    if (!design->text && clri_compose_trusted(&design->choice, &whole, &error) == CLR_OK)
        design->text = clri_prune(whole, NULL);
    pthread_mutex_unlock(&programs->building);
    free(whole);
    clri_error_clear(&error);
    return design->text;
}

static void destroy_design(clri_lru_entry *entry)
{
    clri_design *design = (clri_design *)entry;

    clri_design_clear(design);
    if (design->kin)
        clri_design_release(design->kin);
    else
        clri_request_free(&design->request);
    free(design);
}

clri_design *clri_design_make(clr_context *context)
{
    clri_design *design = calloc(1, sizeof *design);

    if (!design)
        return NULL;
    design->context = context;
    design->entry.users = 1;
    design->entry.destroy = destroy_design;
    return design;
}

/* ---- its key ---- */

/* A field missing in add_options() would give a plan another's design. */
_Static_assert(sizeof(clr_plan_options) - offsetof(clr_plan_options, states) <= sizeof(uint64_t),
               "what follows the number of states belongs into the options' key");

static void add_options(clri_text *key, const clr_plan_options *o)
{
    const uint64_t numbers[] = {o->group_size,
                                o->group_count,
                                o->vector_width,
                                o->item_loads,
                                (uint64_t)o->local,
                                (uint64_t)o->unsound,
                                (uint64_t)o->trace,
                                (uint64_t)o->shape,
                                o->labels,
                                o->runs,
                                (uint64_t)o->index,
                                (uint64_t)o->indices_inside,
                                (uint64_t)o->device_count,
                                (uint64_t)o->mask,
                                o->label_elements,
                                (uint64_t)o->atomics,
                                o->states};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        clri_key_number(key, numbers[i]);
    clri_key_text(key, o->strategy);
}

/* The first two letters of a key tell the ways: so the key of the same reductions and options with
 * other ways is a copy with two letters changed (clri_design_key_for()). */
static void put_ways(char *key, uint32_t ways)
{
    _Static_assert(CLRI_WAYS_ALL < 256, "two letters for each set of ways");
    key[0] = (char)('a' + ways / 16);
    key[1] = (char)('a' + ways % 16);
}

char *clri_design_key(const clr_reduction *reductions, size_t count,
                      const clr_plan_options *options)
{
    char first[] = "..";
    clri_text text = {0};
    char *kind;
    char *key;

    put_ways(first, CLRI_WAYS_ALL);
    clri_text_add(&text, first);
    add_options(&text, options);
    kind = clri_text_take(&text);
    key = kind ? clri_request_key(kind, reductions, count, NULL) : NULL;
    free(kind);
    return key;
}

char *clri_design_key_for(const char *key, uint32_t ways)
{
    char *other = key ? strdup(key) : NULL;

    if (other)
        put_ways(other, ways);
    return other;
}

/* ---- its users ---- */

clri_design *clri_design_find(clr_context *context, const char *key)
{
    return key ? (clri_design *)clri_lru_find(&context->designs, key) : NULL;
}

static size_t bytes_of_program(const clri_program *program)
{
    return program ? program->entry.bytes : 0;
}

/* What a design keeps alive, for the limit of unused ones. Programs that several designs use count
 * for each of them: a limit too low costs a compilation, one too high memory. */
static size_t bytes_of(const clri_design *design)
{
    return sizeof *design + bytes_of_program(design->program) +
           bytes_of_program(design->items_program) + bytes_of_program(design->front_program) +
           (design->cells ? bytes_of(design->cells) : 0);
}

void clri_design_share(clri_design *design, char *key)
{
    if (!key)
        return;
    design->entry.bytes = bytes_of(design);
    clri_lru_add(&design->context->designs, &design->entry, key);
}

void clri_design_retain(clri_design *design)
{
    if (design)
        clri_lru_retain(&design->context->designs, &design->entry);
}

void clri_design_release(clri_design *design)
{
    if (design)
        clri_lru_release(&design->context->designs, &design->entry);
}
