/* SPDX-License-Identifier: Apache-2.0 */
/* team_result - merges the devices' states into one, and rounds it: the end of a team's work on one
 * input. The record is written in whole or not at all. */
#include "team/team_state.h"

#include <stdlib.h>
#include <string.h>

static clr_status merge_workers(const clr_team *team, size_t index, clr_accumulator **merged,
                                clri_error *error)
{
    char reason[CLRI_MESSAGE_SIZE];
    clr_status status =
        clr_accumulator_create(&team->reductions[index], 1, merged, reason, sizeof reason);

    for (size_t k = 0; status == CLR_OK && k < team->worker_count; k++)
        if (team->workers[k].states[index])
            status = clr_accumulator_merge(*merged, team->workers[k].states[index], reason,
                                           sizeof reason);
    if (status == CLR_OK)
        return CLR_OK;
    clr_accumulator_destroy(*merged);
    *merged = NULL;
    return clri_fail(error, status, "%s", reason);
}

/* Writes a reduction's fields of the record, in which a status is 0 already. */
static clr_status put_result(const clri_field *field, const clr_accumulator *from,
                             unsigned char *record, clri_error *error)
{
    char reason[CLRI_MESSAGE_SIZE];
    clr_host_arrays more = {.size = sizeof more};
    clr_status status = clr_accumulator_round(from, record + field->offset, field->value_size,
                                              reason, sizeof reason);

    if (field->has_second)
        more.second = record + field->second_offset;
    if (field->has_index)
        more.index = (cl_ulong *)(void *)(record + field->index_offset);
    if (status == CLR_OK)
        status = clr_accumulator_results(from, &more, reason, sizeof reason);
    return status == CLR_OK ? CLR_OK : clri_fail(error, status, "%s", reason);
}

static clr_status round_all(const clr_team *team, unsigned char *record, clri_error *error)
{
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < team->reduction_count; i++) {
        clr_accumulator *merged = NULL;

        status = merge_workers(team, i, &merged, error);
        if (status == CLR_OK)
            status = put_result(&team->fields[i], merged, record, error);
        clr_accumulator_destroy(merged);
    }
    return status;
}

static clr_status give_result(clr_team *team, void *to, size_t room, clri_error *error)
{
    unsigned char *record = NULL;
    clr_status status = CLR_OK;

    if (!to)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the place for the results is NULL");
    if (room < team->record_size)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the record of %zu results takes %zu bytes, and the place for it has %zu: "
                         "clr_result shows how it is laid out",
                         team->reduction_count, team->record_size, room);
    record = calloc(1, team->record_size);
    if (!record)
        return clri_fail_memory(error);
    CLRI_TRY(round_all(team, record, error));
    memcpy(to, record, team->record_size);
cleanup:
    free(record);
    return status;
}

clr_status clr_team_result(clr_team *team, void *record, size_t record_size)
{
    clr_status status = clri_team_enter(team);
    clri_error error = {0};

    if (status != CLR_OK)
        return status;
    status = give_result(team, record, record_size, &error);
    clri_team_forget(team);
    return clri_team_leave(team, status, &error);
}

clr_status clr_team_accumulator(clr_team *team, size_t index, clr_accumulator **accumulator)
{
    clr_status status = clri_team_enter(team);
    clri_error error = {0};

    if (accumulator)
        *accumulator = NULL;
    if (status != CLR_OK)
        return status;
    if (!accumulator || index >= team->reduction_count)
        status = clri_fail(&error, CLR_ERROR_ARGUMENT,
                           accumulator ? "the team has no reduction number %zu"
                                       : "the place for the accumulator is NULL",
                           index);
    else
        status = merge_workers(team, index, accumulator, &error);
    return clri_team_leave(team, status, &error);
}
