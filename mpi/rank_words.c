/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_words.h"

#include <stdlib.h>
#include <string.h>

enum {
    /* Words to a call of MPI, whose counts are ints, and which takes memory of its own for as many:
     * few enough for a core's cache (docs/history/2026-11-28-mpi.md). */
    PIECE = 1 << 15,
    /* From this number of words on ranks ask which are used. Two ranks of a host then take 0.6 of
     * the time for sums of f64, and 0.75 to 1.08 for f32 (docs/history/2026-11-28-mpi.md). */
    MANY = 1 << 10
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- slices ---- */

/* A slice's first result; the first slices are longer by one. */
static size_t slice_begin(const clri_mpi_words *words, int number)
{
    const size_t k = (size_t)number, slices = (size_t)words->slices;

    return k * (words->results / slices) + smaller(k, words->results % slices);
}

static clr_status slice(const clri_mpi_words *words, const clr_accumulator *accumulator, int number,
                        clr_accumulator **made, clri_mpi_refusal *refusal)
{
    const size_t begin = slice_begin(words, number);

    refusal->status =
        clr_accumulator_slice(accumulator, begin, slice_begin(words, number + 1) - begin, made,
                              refusal->sentence, sizeof refusal->sentence);
    return refusal->status;
}

/* ---- memory ---- */

/* Lays out states of `each` words. Slices have a header each, and are sent in equal parts, of
 * a word at least; the first slice is the longest. Returns for how many words there is to be room
 * in front of them all. */
static size_t lay_out(clri_mpi_words *words, size_t each)
{
    const int slices = words->slices;

    words->count = CLR_WORDS_HEADER + words->results * each;
    words->most = smaller(PIECE, words->count);
    for (int i = 0; i <= slices && slices; i++)
        words->begins[i] = (size_t)i * CLR_WORDS_HEADER + slice_begin(words, i) * each;
    if (slices) {
        words->count = words->begins[slices];
        words->most = smaller(PIECE / (size_t)slices + 1, words->begins[1]);
    }
    return words->most * (slices ? (size_t)slices : 1);
}

static clr_status take_memory(clri_mpi_words *words, size_t each, clri_mpi_refusal *refusal)
{
    const size_t slices = (size_t)words->slices;
    size_t front;

    if (slices) {
        words->begins = malloc((slices + 1) * sizeof *words->begins);
        words->counts = malloc(slices * sizeof *words->counts);
        if (!words->begins || !words->counts)
            return clri_mpi_refuse(refusal, CLR_ERROR_MEMORY, "no memory for %zu slices", slices);
    }
    front = lay_out(words, each);
    words->memory = malloc((front + words->count) * sizeof *words->memory);
    if (!words->memory)
        return clri_mpi_refuse(refusal, CLR_ERROR_MEMORY, "no memory for %zu words of 8 bytes",
                               front + words->count);
    return CLR_OK;
}

void clri_mpi_words_free(clri_mpi_words *words)
{
    free(words->memory);
    free(words->begins);
    free(words->counts);
    memset(words, 0, sizeof *words);
}

/* ---- writing ---- */

static clr_status write_to(const clri_mpi_words *words, const clr_accumulator *accumulator,
                           int64_t *to, clri_mpi_refusal *refusal)
{
    const size_t room = words->count - (size_t)(to - words->words);
    size_t count;

    refusal->status = clr_accumulator_some_words(accumulator, words->used, to, room, &count, NULL,
                                                 refusal->sentence, sizeof refusal->sentence);
    return refusal->status;
}

static clr_status write_slice(const clri_mpi_words *words, const clr_accumulator *accumulator,
                              int number, clri_mpi_refusal *refusal)
{
    clr_accumulator *made = NULL;

    if (!slice(words, accumulator, number, &made, refusal))
        write_to(words, made, words->words + words->begins[number], refusal);
    clr_accumulator_destroy(made);
    return refusal->status;
}

clr_status clri_mpi_words_write(clri_mpi_words *words, const clr_accumulator *accumulator,
                                clri_mpi_refusal *refusal)
{
    size_t count = CLR_WORDS_HEADER;

    clr_accumulator_some_words(accumulator, words->used, NULL, 0, &count, NULL, NULL, 0);
    words->words = words->memory +
                   lay_out(words, words->results ? (count - CLR_WORDS_HEADER) / words->results : 0);
    if (!words->slices)
        return write_to(words, accumulator, words->words, refusal);
    for (int i = 0; i < words->slices; i++)
        if (write_slice(words, accumulator, i, refusal))
            return refusal->status;
    return CLR_OK;
}

void clri_mpi_words_fail(clri_mpi_words *words)
{
    const int64_t failed = words->fold == CLR_FOLD_SUM ? 1 : -1;

    memset(words->words, 0, words->count * sizeof *words->words);
    words->words[CLR_WORDS_FAILURES] = failed;
    for (int i = 1; i < words->slices; i++)
        words->words[words->begins[i] + CLR_WORDS_FAILURES] = failed;
}

/* ---- making ---- */

/* The header of no results, whose hash is the reduction's alone. */
static clr_status write_header(clri_mpi_words *words, const clr_accumulator *accumulator,
                               clri_mpi_refusal *refusal)
{
    clr_accumulator *none = NULL;

    words->words = words->memory;
    refusal->status = clr_accumulator_slice(accumulator, 0, 0, &none, refusal->sentence,
                                            sizeof refusal->sentence);
    if (!refusal->status)
        write_to(words, none, words->words, refusal);
    clr_accumulator_destroy(none);
    return refusal->status;
}

static clr_status write_first(clri_mpi_words *words, const clr_accumulator *accumulator,
                              clri_mpi_refusal *refusal)
{
    words->asks = words->fold == CLR_FOLD_SUM && words->count >= MANY;
    if (words->asks) {
        refusal->status = clr_accumulator_used_words(accumulator, words->used, refusal->sentence,
                                                     sizeof refusal->sentence);
        return refusal->status ? refusal->status : write_header(words, accumulator, refusal);
    }
    memset(words->used, 0xff, sizeof words->used);
    return clri_mpi_words_write(words, accumulator, refusal);
}

clr_status clri_mpi_words_make(clri_mpi_words *words, const clr_accumulator *accumulator,
                               int slices, clri_mpi_refusal *refusal)
{
    clr_accumulator_info info = clr_accumulator_info_defaults();
    size_t count;

    clr_accumulator_describe(accumulator, &info);
    words->results = (size_t)info.results;
    words->slices = slices;
    refusal->status = clr_accumulator_words(accumulator, NULL, 0, &count, &words->fold,
                                            refusal->sentence, sizeof refusal->sentence);
    if (refusal->status ||
        take_memory(words, words->results ? (count - CLR_WORDS_HEADER) / words->results : 0,
                    refusal) ||
        write_first(words, accumulator, refusal))
        return refusal->status;
    words->hash = words->words[0];
    return CLR_OK;
}

/* ---- folding ---- */

static MPI_Op op_of(const clri_mpi_words *words)
{
    return words->fold == CLR_FOLD_SUM ? MPI_SUM : MPI_MIN;
}

/*
 * Where folded words go: of the whole a piece further in front than the words, so that each takes
 * the place of a piece that has been sent; of a slice to its own place. With MPI_IN_PLACE, or no
 * memory to receive on ranks that do not, some versions crash (docs/history/2026-11-28-mpi.md).
 */
static int64_t *folded(const clri_mpi_words *words, const clri_mpi_ranks *ranks)
{
    return words->slices ? words->words + words->begins[ranks->rank] : words->memory;
}

bool clri_mpi_words_fit(const clri_mpi_words *words, size_t room)
{
    return !words->asks && words->count <= room;
}

void clri_mpi_words_to_block(const clri_mpi_words *words, int64_t *block)
{
    if (!words->asks)
        memcpy(block, words->words, words->count * sizeof *block);
    else
        for (int i = 0; i < CLRI_MPI_USED_MOST; i += 2) /* how many ranks use either word */
            block[i / 2] = (int64_t)(words->used[i / 64] >> i % 64 & 1) |
                           (int64_t)(words->used[i / 64] >> (i + 1) % 64 & 1) << 32;
}

void clri_mpi_words_from_block(clri_mpi_words *words, const int64_t *block)
{
    if (!words->asks) {
        memcpy(words->slices ? words->words : words->memory, block, words->count * sizeof *block);
        return;
    }
    memset(words->used, 0, sizeof words->used);
    for (int i = 0; i < CLRI_MPI_USED_MOST; i++)
        words->used[i / 64] |= (uint64_t)((uint32_t)(block[i / 2] >> 32 * (i % 2)) != 0) << i % 64;
}

static clr_status fold_whole(const clri_mpi_words *words, const clri_mpi_ranks *ranks, int receiver,
                             MPI_Request *pending, clri_mpi_refusal *refusal)
{
    const int count = (int)smaller(words->count - words->done, words->most);
    const MPI_Op op = op_of(words);
    const int64_t *from = words->words + words->done;
    int64_t *to = folded(words, ranks) + words->done;
    const MPI_Comm comm = ranks->rounds;

    if (receiver == CLRI_MPI_EVERYWHERE)
        return clri_mpi_check(refusal,
                              MPI_Iallreduce(from, to, count, MPI_INT64_T, op, comm, pending),
                              "MPI_Iallreduce");
    return clri_mpi_check(refusal,
                          MPI_Ireduce(from, to, count, MPI_INT64_T, op, receiver, comm, pending),
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
    int64_t *const sent = words->memory, *to = folded(words, ranks) + words->done;
    size_t count = 0;

    for (int i = 0; i < words->slices; i++) {
        const size_t part = part_of(words, i);

        memcpy(sent + count, words->words + words->begins[i] + words->done, part * sizeof *sent);
        words->counts[i] = (int)part;
        count += part;
    }
    return clri_mpi_check(refusal,
                          MPI_Ireduce_scatter(sent, to, words->counts, MPI_INT64_T, op_of(words),
                                              ranks->rounds, pending),
                          "MPI_Ireduce_scatter");
}

clr_status clri_mpi_words_fold(clri_mpi_words *words, const clri_mpi_ranks *ranks, int receiver,
                               MPI_Request *pending, clri_mpi_refusal *refusal)
{
    return words->slices ? fold_slices(words, ranks, pending, refusal)
                         : fold_whole(words, ranks, receiver, pending, refusal);
}

bool clri_mpi_words_next(clri_mpi_words *words)
{
    words->done += words->most;
    return words->done >= (words->slices ? words->begins[1] : words->count);
}

clr_status clri_mpi_words_read(const clri_mpi_words *words, const clri_mpi_ranks *ranks,
                               const clr_accumulator *own, clr_accumulator **made,
                               clri_mpi_refusal *refusal)
{
    const int number = ranks->rank;
    const size_t count =
        words->slices ? words->begins[number + 1] - words->begins[number] : words->count;
    clr_accumulator *like = NULL;

    if (words->slices && slice(words, own, number, &like, refusal))
        return refusal->status;
    refusal->status =
        clr_accumulator_from_some_words(like ? like : own, words->used, folded(words, ranks), count,
                                        made, refusal->sentence, sizeof refusal->sentence);
    clr_accumulator_destroy(like);
    return refusal->status;
}
