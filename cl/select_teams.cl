/*
 * select_teams - a quantile of each of many short results: a team of CLR_RANK_TEAM items has a
 * result's keys in registers, CLR_RANK_KEYS an item, and halves the range in which the rank lies: a
 * comparison a key and one sum of the team for each bit that is found out, until one key is left. So
 * nothing waits for memory. The piece is compiled once for each number of keys: CLR_TRY(name) tells
 * which.
 *
 * A team finds several results, one after the other, and then delivers them side by side, an item
 * each: the rounding of a value takes as many instructions as a short result's search.
 */
/* A team's keys, and the ends between which they are: elements that are not there, or do not count,
 * have the last key of all. */
typedef struct CLR_TRY(keys) {
    clr_key at[CLR_RANK_KEYS];
    clr_key low, high;
} CLR_TRY(keys);

/* How many keys of the team are at most `key`. */
CLR_FN uint CLR_TRY(count_to)(const CLR_TRY(keys) keys, __local uint *cells, uint *turn,
                              const clr_key key)
{
    uint count = 0;

#pragma unroll
    for (uint k = 0; k < CLR_RANK_KEYS; k++) {
        count += keys.at[k] <= key;
    }
    return clr_team_sum(cells, turn, count);
}

/* The largest of the items' keys. */
CLR_FN clr_key CLR_TRY(largest)(__local uint *cells, uint *turn, const clr_key mine)
{
#if CLR_RANK_KEY_BITS == 64
    const uint upper = clr_team_max(cells, turn, (uint)(mine >> 32));
    const uint lower = clr_team_max(cells, turn, mine >> 32 == upper ? (uint)mine : 0);

    return (clr_key)upper << 32 | lower;
#else
    return clr_team_max(cells, turn, mine);
#endif
}

/* The one key of the team from `low` to `high`. As a largest one: where `high` is the last key of
 * all, elements that are not there are within the ends, too, and are then equal to it. */
CLR_FN clr_key CLR_TRY(only_key)(const CLR_TRY(keys) keys, __local uint *cells, uint *turn,
                                 const clr_key low, const clr_key high)
{
    clr_key mine = 0;

#pragma unroll
    for (uint k = 0; k < CLR_RANK_KEYS; k++) {
        mine = keys.at[k] >= low && keys.at[k] <= high ? max(mine, keys.at[k]) : mine;
    }
    return CLR_TRY(largest)(cells, turn, mine);
}

/* The least key of the team that is larger than `key`. */
CLR_FN clr_key CLR_TRY(next_key)(const CLR_TRY(keys) keys, __local uint *cells, uint *turn,
                                 const clr_key key)
{
    clr_key mine = ~(clr_key)0;

#pragma unroll
    for (uint k = 0; k < CLR_RANK_KEYS; k++) {
        mine = keys.at[k] > key ? min(mine, keys.at[k]) : mine;
    }
    return ~CLR_TRY(largest)(cells, turn, ~mine);
}

/* The key of a rank; `*upto` keys, at first all, are no larger. */
CLR_FN clr_key CLR_TRY(find_key)(const CLR_TRY(keys) keys, __local uint *cells, uint *turn,
                                 const uint rank, uint *upto)
{
    clr_key low = keys.low, high = keys.high;
    uint below  = 0;

    while (low < high && *upto - below > 1) {
        const clr_key middle = low + (high - low) / 2;
        const uint    count  = CLR_TRY(count_to)(keys, cells, turn, middle);

        if (rank < count) {
            high  = middle;
            *upto = count;
        } else {
            low   = middle + 1;
            below = count;
        }
    }
    return low < high ? CLR_TRY(only_key)(keys, cells, turn, low, high) : low;
}

/* Reads a result's keys; counts those that count, and finds NaNs that are not ignored. */
CLR_FN CLR_TRY(keys) CLR_TRY(read_keys)(const clr_span span, __local uint *cells, uint *turn,
                                        clr_ranked *ranked)
{
    clr_key low = ~(clr_key)0, high = 0;
    CLR_TRY(keys) keys;
    uint there = 0;

#pragma unroll
    for (uint k = 0; k < CLR_RANK_KEYS; k++) {
        const uint i        = CLR_ITEM % CLR_RANK_TEAM + k * CLR_RANK_TEAM;
        const bool is_there = i < span.count;
        clr_key key;
        /* behind the last element that one again, so that all loads are in flight */
        const bool is = clr_read_key(span, is_there ? i : span.count - 1, &key) & is_there;

        keys.at[k] = is ? key : ~(clr_key)0;
        low        = min(low, keys.at[k]);
        high       = is ? max(high, key) : high;
        there += is;
    }
    keys.low        = ~CLR_TRY(largest)(cells, turn, ~low);
    keys.high       = CLR_TRY(largest)(cells, turn, high);
    ranked->count   = CLR_RANK_TAKES_ALL ? (uint)span.count : clr_team_sum(cells, turn, there);
    ranked->has_nan = CLR_RANK_HAS_NANS && keys.high == CLR_NAN_KEY;
    return keys;
}

/* `*known`: the position among as many elements as the team's result before had, most often as many
 * as this one has. */
CLR_FN clr_ranked CLR_TRY(rank_keys)(const clr_span span, __local uint *cells, uint *turn,
                                     const ulong quantile, const uint method, clr_known *known)
{
    clr_ranked ranked = {0, 0, 0.0, 0, false};
    CLR_TRY(keys) keys;
    uint upto;

    if (span.count == 0)
        return ranked;
    keys = CLR_TRY(read_keys)(span, cells, turn, &ranked);
    if (ranked.count == 0 || ranked.has_nan)
        return ranked;
    upto = ranked.count;
    if (known->count != ranked.count) {
        known->count    = ranked.count;
        known->position = clr_position_of(quantile, ranked.count, method);
    }
    ranked.part = known->position.part;
    ranked.key  = CLR_TRY(find_key)(keys, cells, turn, (uint)known->position.before, &upto);
    ranked.next = ranked.part != 0.0 && known->position.before + 1 >= upto
                      ? CLR_TRY(next_key)(keys, cells, turn, ranked.key)
                      : ranked.key;
    return ranked;
}

/* Results of more elements than a team has room for are left to clr_select_rows(). */
__kernel __attribute__((reqd_work_group_size(CLR_RANK_TEAM * CLR_TEAMS, 1, 1)))
void CLR_TRY(select_teams)(CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS CLR_RANKED_PARAMETERS
                           const ulong rows, const ulong shortest, const ulong quantile,
                           const uint method)
{
    CLR_TEAM_MEMORY
    const clr_output output = CLR_RANKED_OUTPUT;
    const uint       item   = CLR_ITEM % CLR_RANK_TEAM;
    const ulong      teams  = get_num_groups(0) * CLR_TEAMS;
    clr_known        known  = {0, {0, 0.0}};
    uint             turn   = 0;
    CLR_MAKE_SHAPE
    const ulong rows_there = clr_rows_there(shape, 0, rows);
    const ulong at_a_time  = clamp(rows_there / teams, 1UL, (ulong)CLR_RANK_TEAM);

    for (ulong first = (get_group_id(0) * CLR_TEAMS + CLR_ITEM / CLR_RANK_TEAM) * at_a_time;
         first < rows_there; first += teams * at_a_time) {
        clr_ranked its_own = {0, 0, 0.0, 0, false};
        clr_job    its_job = {0, 0, CLR_OK};
        clr_span   its_span;
        uint       wanted, is_for_team = 0;

        if (item < at_a_time && first + item < rows_there) {
            clr_find_row(shape, first + item, &its_span, &its_job);
            is_for_team =
                its_span.count >= shortest && its_span.count <= CLR_RANK_TEAM * CLR_RANK_KEYS;
        }
        wanted = clr_team_sum(cells, &turn, is_for_team << item); /* a bit of each result */
        while (wanted) {
            const uint next = 31 - clz(wanted);
            clr_span   span;
            clr_job    job;
            clr_ranked ranked;

            CLR_SET_INPUTS
            job.place = 0;
            clr_find_row(shape, first + next, &span, &job);
            span.aligned = true; /* elements are read one by one */
            span.alike   = true;
            ranked = CLR_TRY(rank_keys)(span, cells, &turn, quantile, method, &known);
            if (next == item)
                its_own = ranked;
            wanted ^= 1u << next;
        }
        if (is_for_team)
            clr_deliver_ranked(output, its_job, its_own);
    }
}
