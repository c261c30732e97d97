/*
 * fold - teams of items fold the results in local memory, in turn: a team's items, a power of two
 * of them, take neighbouring elements, and fold their states in cells. CLR_TRY(name) names the
 * state's kind. An attempt may be inexact: a bit of a word says so for each of an item's turns, the
 * last bit for all further turns.
 */
/* Folds every `step`th element of the result at `place` in local memory, from number `first` on. */
CLR_FN CLR_TRY(state) CLR_TRY(fold_row)(const clr_memory memory, const clr_stage stage,
                                        const uint place, const uint count, const uint first,
                                        const uint step)
{
    CLR_TRY(state) state = CLR_TRY(none)();
    clr_inputs inputs[CLR_STAGE_RUN];
    uint i = first;

    for (; i + (CLR_STAGE_RUN - 1) * step < count; i += CLR_STAGE_RUN * step) {
#pragma unroll
        for (uint l = 0; l < CLR_STAGE_RUN; l++) {
            inputs[l] = clr_stage_get(stage, place + i + l * step);
        }
        state = CLR_TRY(take_few)(memory, state, inputs, i, step, count);
    }
#pragma unroll 1
    for (; i < count; i += step) {
        inputs[0] = clr_stage_get(stage, place + i);
        state     = CLR_TRY(take)(memory, state, inputs, i, count);
    }
    return state;
}

/* Folds a team's states; each item gets the result. */
CLR_FN CLR_TRY(state) CLR_TRY(fold_team)(const clr_memory memory, const clr_team team,
                                         CLR_TRY(state) state)
{
    __local CLR_TRY(state) *cells = (__local CLR_TRY(state) *)memory.scratch;

    cells[CLR_ITEM] = state;
    clr_meet(memory);
    for (uint stride = team.items / 2; stride > 0; stride /= 2) {
        if (team.item < stride)
            cells[CLR_ITEM] =
                CLR_TRY(merge)(memory, cells[CLR_ITEM], cells[CLR_ITEM + stride]);
        clr_meet(memory);
    }
    state = cells[CLR_ITEM - team.item];
    clr_meet(memory);
    return state;
}

/* Folds the results whose turns are `wanted`, and returns the turns that failed. If `is_first`,
 * results too long for the stage, which were not copied, go on a list. Of a job `place` is the
 * result's in the arrays. All items of the group call it, as teams meet at the group's barriers. */
CLR_FN uint CLR_TRY(fold_staged)(const clr_memory memory, const clr_staged staged,
                                 const clr_batch batch, const clr_team team, const clr_job all,
                                 const uint wanted, const bool is_first CLR_LIST_PARAMETERS)
{
    const long step = clr_batch_step(batch);
    clr_job job = all;
    uint failed = 0;

    job.place += step * (long)(batch.first + staged.row + team.team);
    job.status = CLR_OK;
    for (uint turn = 0; turn * team.teams < staged.rows; turn++) {
        const uint at     = turn * team.teams + team.team;
        const uint row    = staged.row + min(at, staged.rows - 1);
        const uint bit    = 1u << min(turn, 31u);
        const bool speaks = team.item == 0 && at < staged.rows;
        const bool is_staged = clr_batch_is_staged(batch, staged, row);
        const bool is_ours   = at < staged.rows && is_staged && (wanted & bit);
        const uint count = clr_batch_count(batch, row);
        const uint place = staged.place + clr_batch_at(batch, row) - staged.begin;
        const uint taken = is_ours ? count : 0;
        CLR_TRY(state) state;

        if (team.items == 1)
            state = CLR_TRY(fold_row)(memory, staged.stage, place, taken, 0, 1);
        else
            state = CLR_TRY(fold_team)(
                memory, team,
                CLR_TRY(fold_row)(memory, staged.stage, place, taken, team.item, team.items));
        job.total = count;
        if (is_ours && !CLR_TRY(settle)(memory, job, state, batch.first + row,
                                        speaks CLR_LIST_ARGUMENTS))
            failed |= bit;
        if (is_first && speaks && !is_staged)
            clr_batch_leave(batch, row);
        job.place += step * (long)team.teams;
    }
    return failed;
}
