/* SPDX-License-Identifier: Apache-2.0 */
/*
 * assemble - writes the sources that the library composes for devices that are not here, and the
 * MANIFEST that gate.sh reads. Which ones is cover.c's to say.
 *
 *   assemble FOLDER cover|full
 */
#include "assemble.h"
#include "base/prune.h"
#include "choose/choose.h"
#include "choose/choose_items.h"
#include "compose/compose.h"
#include "device/selftest.h"
#include "shape/kept/axis_cells.h"
#include "shape/kept/walk.h"
#include "shape/made.h"
#include "shape/runs/choose_runs.h"
#include "shape/runs/key_runs.h"
#include "shape/sort/label_sort.h"
#include "state/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct target targets[TARGETS] = {
    [GPU] = {"gpu", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_C11, 0, 0, ""},
    [GPU_WITHOUT_FP64] = {"gpu-nofp64", CL_DEVICE_TYPE_GPU, 0, CLR_FENCE_C11, 0, 0, ""},
    /* What only one vendor has, read by its own compiler. */
    [AMD] = {"amd", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_C11, CLR_SHUFFLE_AMD, 0, " amd"},
    [INTEL] = {"intel", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_C11, CLR_SHUFFLE_INTEL, 0, " intel"},
    [INTEL_WITHOUT_FP64] = {"intel-nofp64", CL_DEVICE_TYPE_GPU, 0, CLR_FENCE_C11, CLR_SHUFFLE_INTEL,
                            0, " intel"},
    [KHRONOS] = {"khr", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_C11, CLR_SHUFFLE_KHR, CLR_ATOMIC_ADD_C11,
                 " clang,intel"},
    [NVIDIA] = {"nvidia", CL_DEVICE_TYPE_GPU, 1, CLR_FENCE_NVIDIA, CLR_SHUFFLE_NVIDIA,
                CLR_ATOMIC_ADD_NVIDIA, " nvidia"},
    [CPU] = {"cpu", CL_DEVICE_TYPE_CPU, 1, CLR_FENCE_C11, 0, 0, " clang"},
};

clr_device device_of(const struct target *target)
{
    clr_device device;

    memset(&device, 0xff, sizeof device);
    device.platform_name[0] = device.vendor[0] = device.extensions[0] = '\0';
    snprintf(device.name, sizeof device.name, "%s", target->name);
    device.type = target->type;
    device.max_compute_units = 64;
    device.max_work_group_size = 1024;
    device.max_work_item_sizes[0] = 1024;
    device.local_mem_size = 64 << 10;
    device.native_vector_width_float = 8;
    device.fp64 = target->fp64;
    device.opencl_c_latest = 300;
    device.int64_base_atomics = 1;
    device.int64_extended_atomics = 1;
    device.collectives = 1;
    device.fence = target->fence;
    device.shuffle = target->shuffle;
    device.compute_capability_major_nv = 9; /* of NVIDIA's */
    snprintf(device.driver_version, sizeof device.driver_version, "580");
    device.atomic_add_f64 = target->atomic_add;
    return device;
}

static const char *const variant_names[VARIANTS] = {"", "-dynamic", "-traced"};

static const char *const shape_names[] = {
    [CLR_SHAPE_AXES] = "-axes",     [CLR_SHAPE_SEGMENTS] = "-segments",
    [CLR_SHAPE_LABELS] = "-labels", [CLR_SHAPE_AXIS_LABELS] = "-axis-labels",
    [CLR_SHAPE_FLAT] = "",
};

static bool is(const char *text, const char *other)
{
    return strcmp(text, other) == 0;
}

/* ---- kinds ---- */

/* FNV-1a */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash ^ 0xff;
}

/* Sources are of one kind if their pieces and the sizes of their states are the same: they differ
 * in types and constants. */
static uint64_t kind_of(const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;
    uint64_t kind = hash_text(UINT64_C(0xcbf29ce484222325), choice->strategy.name);

    kind = hash_text(kind, choice->carrier->name);
    for (size_t m = 0; m < pass->member_count; m++) {
        kind ^= (pass->members[m].form.size + 3) / 4;
        for (size_t i = 0; pass->members[m].form.pieces[i]; i++)
            kind = hash_text(kind, pass->members[m].form.pieces[i]);
    }
    for (size_t i = 0; i < pass->outcome_count; i++)
        for (size_t l = 0; pass->outcomes[i].form.pieces[l]; l++)
            kind = hash_text(kind, pass->outcomes[i].form.pieces[l]);
    return kind;
}

static bool is_new_kind(struct gate *gate, uint64_t kind)
{
    for (size_t i = 0; i < gate->kind_count; i++)
        if (gate->kinds[i] == kind)
            return false;
    if (gate->kind_count < sizeof gate->kinds / sizeof *gate->kinds)
        gate->kinds[gate->kind_count++] = kind;
    return true;
}

/* ---- one source ---- */

static int write_text(const char *folder, const char *name, const char *text)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        perror(path);
        return -1;
    }
    return 0;
}

int put_text(struct gate *gate, const char *name, const char *text, const char *standard,
             const char *fp64, const char *families)
{
    fprintf(gate->manifest, "%s %s %s%s\n", name, standard, fp64, families);
    return write_text(gate->folder, name, text);
}

/* As it is compiled. */
static int put_pruned(struct gate *gate, const char *name, const char *text, const char *standard,
                      const char *fp64, const char *families)
{
    char *pruned = clri_prune(text, NULL);
    const int failed = !pruned || put_text(gate, name, pruned, standard, fp64, families);

    free(pruned);
    return failed;
}

/* The oldest language with what the choice needs. */
static const char *standard_of(const clri_choice *choice)
{
    if (choice->capability.cell && is(choice->capability.cell, "c11"))
        return "CL3.0"; /* cl_ext_float_atomics */
    return choice->capability.needs_c20 ? "CL2.0" : "CL1.2";
}

/* What the source asks of devices' fp64. */
static const char *fp64_of(const struct way *way, const clri_choice *choice)
{
    return choice->pass.uses_double ? "fp64" : way->target->fp64 ? "nofp64" : "lacking";
}

/* Compilers for a source, and where it may spill. */
#define ALL_MAY_SPILL   " clang,amd,intel,skl+,pvc+,tgllp+,dg2+,gfx90a+,gfx1030+,gfx1100+"
#define INTEL_MAY_SPILL " clang,amd,intel,skl+,pvc+,tgllp+,dg2+"

/*
 * Traces and lessons in error are for the front end alone, as are those of a product whose kind has
 * been there. Where states take registers of an item, Intel's GPUs have too few of them for the
 * lanes and loads that others like, or that the published order has.
 */
static const char *families_of(const struct way *way, const clri_choice *choice, bool is_repeated)
{
    const bool is_for_reading =
        way->variant == TRACED || !clri_strategy_is_sound(&choice->strategy);
    const bool is_several = choice->pass.member_count > 1;
    const bool is_ordered = clri_strategy_is_ordered(&choice->strategy);
    const bool is_large = is_several || clri_layout_state_size(&choice->pass) > 8;
    const bool is_masked = choice->pass.members[0].form.whole;
    const bool divides = choice->items.are_there && clri_pass_is_unsure(&choice->pass);

    if (way->target->families[0] != '\0')
        return way->target->families;
    if (is_for_reading || is_repeated)
        return " clang";
    /* Limbs of an item's own, to round exact sums; in doubles, means and roots of all lanes. */
    if (way->shape == CLR_SHAPE_LABELS || divides)
        return ALL_MAY_SPILL;
    /* Bits of an exact value between two elements, once a result. */
    if (choice->pass.outcomes[0].is_between)
        return ALL_MAY_SPILL;
    /* Chains of strips that wait, beside a job for each result or truths of many lanes. */
    if (is_ordered && (way->shape != CLR_SHAPE_FLAT || is_masked))
        return ALL_MAY_SPILL;
    if (way->shape != CLR_SHAPE_FLAT || is_masked || choice->input.index ||
        choice->input.count_in_memory || (is_large && (is_ordered || !way->target->fp64)))
        return INTEL_MAY_SPILL;
    return is_large || is_ordered ? " clang,amd,intel,skl+,pvc+" : "";
}

/* Of sources for the front end alone the covering set has some. */
static bool is_left_out(const struct gate *gate, const char *name, bool is_repeated)
{
    return is_repeated && !gate->is_full && hash_text(0, name) % 4 != 0;
}

/* Puts the source and its line in the manifest; `program` tells it from others of the plan. */
static int put_source(struct gate *gate, const struct subject *subject, const struct way *way,
                      const clri_choice *choice, const char *program)
{
    const bool is_repeated =
        !is_new_kind(gate, kind_of(choice)) && way->once_a_kind && !gate->is_full;
    char name[256];
    clri_error error = {0};
    char *text;
    int failed;

    snprintf(name, sizeof name, "%s-%s-%s-%u%s%s%s.cl", subject->name, choice->strategy.name,
             way->target->name, (unsigned)choice->sizes.vector_width, variant_names[way->variant],
             shape_names[way->shape], program);
    for (char *at = name; *at; at++)
        if (*at == '/') /* of a triple */
            *at = '_';
    if (is_left_out(gate, name, is_repeated))
        return 0;
    if (clri_compose(choice, &text, &error) != CLR_OK) {
        fprintf(stderr, "%s: %s\n", name, error.message);
        return -1;
    }
    failed = put_pruned(gate, name, text, standard_of(choice), fp64_of(way, choice),
                        families_of(way, choice, is_repeated));
    free(text);
    return failed;
}

/* The second program that plans of axes may have. */
static int write_items(struct gate *gate, const struct subject *subject, const struct way *way,
                       const clri_request *request, const clr_plan_options *options,
                       const clri_choice *groups)
{
    const clr_device device = device_of(way->target);
    bool is_there = false;
    clri_error error = {0};
    clri_choice items;

    if ((way->shape == CLR_SHAPE_AXIS_LABELS ? clri_walk_choose : clri_items_choose)(
            &device, request, options, groups, &items, &is_there, &error) != CLR_OK) {
        fprintf(stderr, "%s by items: %s\n", subject->name, error.message);
        clri_error_clear(&error);
        return -1;
    }
    if (!is_there)
        return 0;
    if (options->shape == CLR_SHAPE_SEGMENTS && options->index == CLR_TYPE_DEFAULT &&
        !subject->leaves_states)
        clri_runs_choose(&device, &(clri_key_runs){.is_alone = false}, &items);
    if (items.runs.elements)
        return put_source(gate, subject, way, &items, "-items-runs");
    return put_source(gate, subject, way, &items, items.walk.longest_tile ? "-walk" : "-items");
}

/* The program by cells that plans of labels along axes may have. */
static int write_cells(struct gate *gate, const struct subject *subject, const struct way *way,
                       const clri_request *request, const clr_plan_options *options)
{
    const clr_device device = device_of(way->target);
    clri_error error = {0};
    clri_request cells;
    clr_plan_options sized;
    clri_choice choice;

    if (!clri_axis_cells_choose(&device, request, options, &cells, &sized))
        return 0;
    if (clri_choose(&device, &cells, &sized, NULL, &choice, &error) == CLR_OK)
        return put_source(gate, subject, way, &choice, "-cells");
    fprintf(stderr, "%s by cells: %s\n", subject->name, error.message);
    clri_error_clear(&error);
    return -1;
}

int write_source(struct gate *gate, const struct subject *subject, const struct way *way)
{
    const clr_device device = device_of(way->target);
    const clr_plan_options options = {
        .size = sizeof options,
        .strategy = way->strategy,
        .vector_width = way->vector_width,
        .local = way->variant == DYNAMIC ? CLR_LOCAL_DYNAMIC : CLR_LOCAL_STATIC,
        .trace = way->variant == TRACED,
        .shape = way->shape,
        .unsound = 1,
        .index = subject->index,
        .indices_inside = subject->indices_inside,
        .device_count = subject->device_count,
        .states = subject->leaves_states,
    };
    clri_request request;
    clri_front_choice front;
    clri_choice choice;
    clri_error error = {0};
    clr_status status =
        clri_request_read_any(subject->reductions, subject->count, &request, &error);
    const bool selects = clri_selection_of(subject->reductions[0].op) != NULL;
    int failed = 0;

    request.custom.state_size = subject->state_size;
    request.custom.result_size = subject->result_size;
    if (status == CLR_OK)
        status = clri_domain_read(&options, &request.domain, &error);
    request.domain.mask = subject->mask;
    if (status == CLR_OK && way->shape == CLR_SHAPE_AXIS_LABELS)
        status = request.domain.shape->front->choose(&device, &options, &request, &front, &error);
    else
        request.is_numbered = subject->is_numbered;
    if (status == CLR_OK && selects)
        request.domain.carrier = request.domain.carrier->ranked;
    if (status == CLR_OK)
        status = clri_choose(&device, &request, &options, NULL, &choice, &error);
    if (status == CLR_OK) {
        failed = put_source(gate, subject, way, &choice, "");
        if (!selects && way->shape != CLR_SHAPE_FLAT && way->shape != CLR_SHAPE_LABELS)
            failed |= write_items(gate, subject, way, &request, &options, &choice);
        if (way->shape == CLR_SHAPE_AXIS_LABELS && !subject->leaves_states)
            failed |= write_cells(gate, subject, way, &request, &options);
    } else if (status != CLR_ERROR_UNSUPPORTED || !way->may_be_refused) {
        fprintf(stderr, "%s by %s for %s: %s\n", subject->name, way->strategy, way->target->name,
                error.message);
        failed = -1;
    }
    clri_error_clear(&error);
    clri_request_free(&request);
    return failed;
}

/* ---- all ---- */

/* Those by which a device is tested. */
static int cover_probes(struct gate *gate)
{
    clri_error error = {0};
    char *with_fp64 = NULL;
    char *without = NULL;
    const int failed = clri_selftest_source(NULL, true, &with_fp64, &error) != CLR_OK ||
                       clri_selftest_source(NULL, false, &without, &error) != CLR_OK ||
                       put_pruned(gate, "selftest.cl", with_fp64, "CL1.2", "fp64", "") ||
                       put_pruned(gate, "selftest-nofp64.cl", without, "CL1.2", "lacking", "");

    free(with_fp64);
    free(without);
    return failed;
}

/* The programs that find runs of keys, of which memory may say how many there are. */
static int cover_keys(struct gate *gate, bool is_told)
{
    static const int kinds[] = {GPU, CPU};
    int failed = 0;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct target *target = &targets[kinds[i]];
        const clr_device device = device_of(target);
        clri_error error = {0};
        clri_key_runs runs;
        char name[64];
        char *text = NULL;

        snprintf(name, sizeof name, "find-runs-%s%s.cl", target->name, is_told ? "-told" : "");
        failed |= clri_key_runs_choose(&device, 0, &runs, &error) != CLR_OK;
        runs.marked = kinds[i] == GPU;
        failed |= clri_key_source(&runs, &text, &error) != CLR_OK ||
                  put_pruned(gate, name, text, "CL1.2", "nofp64", target->families);
        free(text);
        clri_error_clear(&error);
    }
    return failed;
}

/* Those that sort labels of a domain. */
static int cover_sorts(struct gate *gate, const clri_domain *domain, const char *what)
{
    static const int kinds[] = {GPU, CPU};
    int failed = 0;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct target *target = &targets[kinds[i]];
        const clr_device device = device_of(target);
        const clr_plan_options options = {.size = sizeof options};
        clri_error error = {0};
        clri_label_sort sort;
        char name[64];
        char *text = NULL;

        snprintf(name, sizeof name, "sort-labels-%s%s.cl", target->name, what);
        failed |= clri_label_sort_choose(&device, domain, &options, &sort, &error) != CLR_OK ||
                  clri_sort_source(&sort, &text, &error) != CLR_OK ||
                  put_pruned(gate, name, text, "CL1.2", "nofp64", target->families);
        free(text);
        clri_error_clear(&error);
    }
    return failed;
}

int main(int argc, char **argv)
{
    struct gate gate = {0};
    char path[512];
    int failed;

    if (argc != 3 || (!is(argv[2], "cover") && !is(argv[2], "full"))) {
        fprintf(stderr, "usage: assemble FOLDER cover|full\n");
        return 2;
    }
    gate.folder = argv[1];
    gate.is_full = is(argv[2], "full");
    snprintf(path, sizeof path, "%s/MANIFEST", gate.folder);
    gate.manifest = fopen(path, "w");
    if (!gate.manifest) {
        perror(path);
        return 1;
    }
    failed =
        cover_all(&gate) | cover_lists(&gate) | cover_blocks(&gate) | cover_probes(&gate) |
        cover_keys(&gate, false) | cover_keys(&gate, true) |
        cover_sorts(&gate, &(clri_domain){.carrier = &clri_carrier_cells}, "") |
        cover_sorts(&gate, &(clri_domain){.carrier = &clri_carrier_cells, .mask = CLR_MASK_BITS},
                    "-masked") |
        cover_sorts(&gate, &(clri_domain){.carrier = &clri_carrier_rows}, "-axes");
    return fclose(gate.manifest) != 0 || failed;
}
