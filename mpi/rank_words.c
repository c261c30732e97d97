/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_words.h"

#include <stdlib.h>
#include <string.h>

/* Words to a call of MPI, whose counts are ints, and which takes memory of its own for as many: few
 * enough for a core's cache (docs/history/2026-11-28-mpi.md). */
enum { PIECE = 1 << 15 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- making words ---- */

clr_status clri_mpi_slice(const clr_accumulator *accumulator, int number, int slices,
                          clr_accumulator **slice, clri_mpi_refusal *refusal)
{
    const uint64_t k = (uint64_t)number, count = (uint64_t)slices;
    clr_accumulator_info info = clr_accumulator_info_defaults();
    uint64_t each, longer;

    clr_accumulator_describe(accumulator, &info);
    each = info.results / count;
    longer = info.results % count; /* so many slices have one result more */
    refusal->status = clr_accumulator_slice(accumulator, k * each + (k < longer ? k : longer),
                                            each + (k < longer), slice, refusal->sentence,
                                            sizeof refusal->sentence);
    return refusal->status;
}

/* With NULL for `to` the count alone. */
static clr_status write_to(const clr_accumulator *accumulator, int64_t *to, size_t room,
                           size_t *count, clr_fold *fold, clri_mpi_refusal *refusal)
{
    refusal->status = clr_accumulator_words(accumulator, to, room, count, fold, refusal->sentence,
                                            sizeof refusal->sentence);
    return refusal->status;
}

static clr_status write_slice(clri_mpi_words *words, const clr_accumulator *accumulator, int number,
                              size_t *count, clri_mpi_refusal *refusal)
{
    const size_t begin = words->begins[number];
    int64_t *to = words->words ? words->words + begin : NULL;
    clr_accumulator *slice = NULL;

    if (!clri_mpi_slice(accumulator, number, words->slices, &slice, refusal))
        write_to(slice, to, to ? words->count - begin : 0, count, &words->fold, refusal);
    clr_accumulator_destroy(slice);
    return refusal->status;
}

/* Without memory for the words, where they begin and how many there are. */
clr_status clri_mpi_words_write(clri_mpi_words *words, const clr_accumulator *accumulator,
                                clri_mpi_refusal *refusal)
{
    size_t count = 0;

    if (!words->slices)
        return write_to(accumulator, words->words, words->count, &words->count, &words->fold,
                        refusal);
    words->begins[0] = 0;
    for (int i = 0; i < words->slices; i++) {
        if (write_slice(words, accumulator, i, &count, refusal))
            return refusal->status;
        words->begins[i + 1] = words->begins[i] + count;
    }
    words->count = words->begins[words->slices];
    return CLR_OK;
}

void clri_mpi_words_fail(clri_mpi_words *words)
{
    const int64_t failed = words->fold == CLR_FOLD_SUM ? 1 : -1;

    words->words[CLR_WORDS_FAILURES] = failed;
    for (int i = 1; i < words->slices; i++)
        words->words[words->begins[i] + CLR_WORDS_FAILURES] = failed;
}

/* ---- memory ---- */

static bool take_slices(clri_mpi_words *words, int slices)
{
    words->slices = slices;
    if (!slices)
        return true;
    words->begins = malloc(((size_t)slices + 1) * sizeof *words->begins);
    words->counts = malloc((size_t)slices * sizeof *words->counts);
    return words->begins && words->counts;
}

/* Slices are sent in equal parts, of a word at least; the first slice is the longest. */
static bool take_words(clri_mpi_words *words)
{
    const size_t slices = (size_t)words->slices;
    const size_t longest = slices ? words->begins[1] : words->count;

    words->most = smaller(slices ? PIECE / slices + 1 : PIECE, longest);
    words->words = malloc(words->count * sizeof *words->words);
    words->room = malloc((slices + 1) * words->most * sizeof *words->room);
    return words->words && words->room;
}

clr_status clri_mpi_words_make(clri_mpi_words *words, const clr_accumulator *accumulator,
                               int slices, clri_mpi_refusal *refusal)
{
    if (!take_slices(words, slices))
        return clri_mpi_refuse(refusal, CLR_ERROR_MEMORY, "no memory for %d slices", slices);
    if (clri_mpi_words_write(words, accumulator, refusal))
        return refusal->status;
    if (!take_words(words))
        return clri_mpi_refuse(refusal, CLR_ERROR_MEMORY, "no memory for %zu words of 8 bytes",
                               words->count);
    return clri_mpi_words_write(words, accumulator, refusal);
}

void clri_mpi_words_free(clri_mpi_words *words)
{
    free(words->words);
    free(words->begins);
    free(words->counts);
    free(words->room);
    memset(words, 0, sizeof *words);
}

/* ---- folding ---- */

static MPI_Op op_of(const clri_mpi_words *words)
{
    return words->fold == CLR_FOLD_SUM ? MPI_SUM : MPI_MIN;
}

/*
 * Words are received beside those that are sent: with MPI_IN_PLACE, or no memory to receive on
 * ranks that do not, some versions crash (docs/history/2026-11-28-mpi.md).
 */
static clr_status fold_whole(const clri_mpi_words *words, const clri_mpi_ranks *ranks, int receiver,
                             MPI_Request *pending, clri_mpi_refusal *refusal)
{
    const int count = (int)smaller(words->count - words->done, words->most);
    const MPI_Op op = op_of(words);
    const int64_t *from = words->words + words->done;
    const MPI_Comm comm = ranks->comm;

    if (receiver == CLRI_MPI_EVERYWHERE)
        return clri_mpi_check(
            refusal, MPI_Iallreduce(from, words->room, count, MPI_INT64_T, op, comm, pending),
            "MPI_Iallreduce");
    return clri_mpi_check(
        refusal, MPI_Ireduce(from, words->room, count, MPI_INT64_T, op, receiver, comm, pending),
        "MPI_Ireduce");
}

/* Words of a slice in the piece under way. */
static size_t part_of(const clri_mpi_words *words, int slice)
{
    const size_t length = words->begins[slice + 1] - words->begins[slice];

    return smaller(length - smaller(words->done, length), words->most);
}

static clr_status fold_slices(const clri_mpi_words *words, const clri_mpi_ranks *ranks,
                              MPI_Request *pending, clri_mpi_refusal *refusal)
{
    int64_t *const sent = words->room + words->most;
    size_t count = 0;

    for (int i = 0; i < words->slices; i++) {
        const size_t part = part_of(words, i);

        memcpy(sent + count, words->words + words->begins[i] + words->done, part * sizeof *sent);
        words->counts[i] = (int)part;
        count += part;
    }
    return clri_mpi_check(refusal,
                          MPI_Ireduce_scatter(sent, words->room, words->counts, MPI_INT64_T,
                                              op_of(words), ranks->comm, pending),
                          "MPI_Ireduce_scatter");
}

clr_status clri_mpi_words_fold(clri_mpi_words *words, const clri_mpi_ranks *ranks, int receiver,
                               MPI_Request *pending, clri_mpi_refusal *refusal)
{
    return words->slices ? fold_slices(words, ranks, pending, refusal)
                         : fold_whole(words, ranks, receiver, pending, refusal);
}

bool clri_mpi_words_take(clri_mpi_words *words, const clri_mpi_ranks *ranks, int receiver)
{
    const bool receives = receiver < 0 || receiver == ranks->rank;
    const size_t begin = words->slices ? words->begins[ranks->rank] : 0;
    const size_t longest = words->slices ? words->begins[1] : words->count;
    const size_t part = words->slices ? part_of(words, ranks->rank)
                                      : smaller(words->count - words->done, words->most);

    if (receives)
        memcpy(words->words + begin + words->done, words->room, part * sizeof *words->words);
    words->done += words->most;
    return words->done >= longest;
}

clr_status clri_mpi_words_read(const clri_mpi_words *words, const clri_mpi_ranks *ranks,
                               const clr_accumulator *own, clr_accumulator **made,
                               clri_mpi_refusal *refusal)
{
    const int slice_number = ranks->rank;
    clr_accumulator *slice = NULL;

    if (words->slices && clri_mpi_slice(own, slice_number, words->slices, &slice, refusal))
        return refusal->status;
    refusal->status = clr_accumulator_from_words(
        slice ? slice : own, words->words + (slice ? words->begins[slice_number] : 0),
        slice ? words->begins[slice_number + 1] - words->begins[slice_number] : words->count, made,
        refusal->sentence, sizeof refusal->sentence);
    clr_accumulator_destroy(slice);
    return refusal->status;
}
