/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file clreduce_mpi.h
 * Accumulators of the ranks of an MPI communicator become one, with the bits that a single process
 * would have given: whatever the number of ranks, the MPI library and the order in which it adds.
 * Of libclreduce_mpi, which stands on libclreduce and MPI (docs/mpi.md); MPI 3.0 or later.
 *
 *     clr_accumulator *own = NULL, *all = NULL;
 *
 *     clr_reduce_accumulator(context, &sum, 1, &run, &own);
 *     if (clr_mpi_allreduce(own, MPI_COMM_WORLD, &all, reason, sizeof reason))
 *         puts(reason);
 *     clr_accumulator_destroy(own);
 *
 * All calls here are collective: every rank of the communicator makes them, in the same order. Of a
 * communicator one thread makes them at a time; other threads' calls need MPI_THREAD_MULTIPLE.
 *
 * The communicator is duplicated twice at the first call, or by clr_mpi_prepare(), so that messages
 * of the caller's and of the library never meet. The duplicates are kept as an attribute of the
 * communicator and freed with it. Their errors are returned. Only integers of predefined type go
 * through MPI, by its own sum or minimum, out of host memory: no datatype, no operation and no
 * device memory has to be known there.
 */
#ifndef CLREDUCE_CLREDUCE_MPI_H
#define CLREDUCE_CLREDUCE_MPI_H

#include <clreduce/clreduce.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Merges the accumulators of all ranks, and gives each rank the whole. They must be of the same
 * reduction and have as many results, as for clr_accumulator_merge(). A rank without elements takes
 * part with an accumulator of none: clr_accumulator_create(). Indices are those of the whole only
 * if each rank has shifted its own: clr_accumulator_shift(). Of extremes the whole counts 1
 * element, or none: clr_accumulator_from_words().
 *
 * Before any state is sent all ranks agree that all can go on. So nothing hangs where a rank has
 * failed, or has another accumulator than the others: all ranks get the same status, and a reason
 * that says how many ranks failed, or which rank was refused.
 *
 * A result takes 8 bytes for each of the words of clr_accumulator_words(), and so does the memory
 * that each rank takes for it during the call; of results with an index they are sent twice.
 * Where sums have 1024 words or more, the ranks first agree which words of a state some rank uses
 * (clr_accumulator_used_words()), and then send these words alone.
 *
 * @param own  This rank's accumulator, which stays as it is. NULL: this rank has failed, and has
 *             none. It has to make the call nevertheless, so that the others learn of it.
 * @param comm  An intracommunicator of up to 2^23 ranks.
 * @param[out] all  Receives an accumulator that the caller destroys; NULL on failure.
 * @param reason  NULL, or receives a sentence (else ""), cut to `reason_size` bytes.
 * @return On all ranks the same:
 *         CLR_OK;
 *         CLR_ERROR_OPENCL (ranks have failed: the reason says how many, and the first of them);
 *         CLR_ERROR_ARGUMENT (different reductions, or numbers of results; `all` NULL; ranks that
 *         call clr_mpi_reduce(), or name another root; more than 2^63 elements together);
 *         CLR_ERROR_UNSUPPORTED (products of integers, which no words merge; too many ranks);
 *         CLR_ERROR_OVERFLOW (an index beyond 2^63 - 2);
 *         CLR_ERROR_MEMORY (no memory for a rank's words).
 *         On this rank perhaps alone: CLR_ERROR_MEMORY (no memory to read what has been folded);
 *         CLR_ERROR_MPI (MPI failed: the reason has its words, and the communicator is of no more
 *         use). And before anything is sent, CLR_ERROR_ARGUMENT for MPI_COMM_NULL, an
 *         intercommunicator, and MPI that is not initialised or is finalised.
 */
CLR_API clr_status clr_mpi_allreduce(const clr_accumulator *own, MPI_Comm comm,
                                     clr_accumulator **all, char *reason, size_t reason_size);

/**
 * As clr_mpi_allreduce(), but the root alone gets the whole; all other ranks get NULL, and may pass
 * NULL for `all`. Of argmin, argmax and iamax all ranks receive the best values, of first and last
 * the best indices.
 *
 * @param root  A rank of the communicator, the same on all ranks.
 * @return As clr_mpi_allreduce(). What only the whole shows (more than 2^63 elements together), the
 *         root alone returns.
 */
CLR_API clr_status clr_mpi_reduce(const clr_accumulator *own, int root, MPI_Comm comm,
                                  clr_accumulator **all, char *reason, size_t reason_size);

/**
 * As clr_mpi_allreduce(), but each rank gets a slice of the results: for many results, such as
 * those by label, of which no rank needs all. Of n results and p ranks the slices of the first n %
 * p ranks have n / p + 1 results, those of the others n / p, in the order of the ranks; there may
 * be none. Of argmin, argmax and iamax all ranks receive the best values of all results, of first
 * and last the best indices.
 *
 * @param[out] slice  Receives an accumulator that the caller destroys; NULL on failure.
 * @return As clr_mpi_allreduce(). More than 2^63 elements together, the ranks with such results
 * alone return.
 */
CLR_API clr_status clr_mpi_reduce_scatter(const clr_accumulator *own, MPI_Comm comm,
                                          clr_accumulator **slice, char *reason,
                                          size_t reason_size);

/**
 * One of these calls that has been begun and goes on beside the caller's work. Opaque.
 *
 *     clr_mpi_request *request = NULL;
 *
 *     clr_mpi_iallreduce(own, MPI_COMM_WORLD, &all, &request, reason, sizeof reason);
 *     ...
 *     if (clr_mpi_wait(&request, reason, sizeof reason))
 *         puts(reason);
 *
 * Any number of them may be under way, on any communicators. Each call here, whether it begins,
 * tests or waits, goes on with all requests of the process: so ranks may begin requests of several
 * communicators, and wait for requests, each in an order of its own. Those of one communicator are
 * begun in the same order on all ranks.
 *
 * On a communicator that was prepared, clr_mpi_prepare(), a request gives MPI at its beginning all
 * that it can: a vote, and the words of a small accumulator, of up to 189 words for sums and bits
 * and 21 for extremes, 3 less for each other rank where slices are received. Such are one var of
 * f64, 3 sums of f64, 17 sums of f32, 7 minmax, 10 min. A rank that has failed gives as many, so
 * that such a request ends in MPI alone, and ranks may wait for one another in between, also in
 * MPI:
 *
 *     clr_mpi_iallreduce(own, comm, &all, &request, reason, sizeof reason);
 *     if (rank == 0)
 *         MPI_Barrier(comm);
 *     clr_mpi_wait(&request, reason, sizeof reason);
 *     if (rank != 0)
 *         MPI_Barrier(comm);
 *
 * Other requests take rounds, which begin in calls of this library alone, and not in MPI's: the
 * second round of results with an index, larger accumulators, each 32,768 words of them, and all
 * requests that are begun on a communicator before its duplicates are made. With these the code
 * above does not end, as rank 0 waits in MPI for rank 1, which waits for the next round of rank 0.
 * Rounds of one communicator follow one another in the order of the requests' beginning. Each takes
 * one clr_mpi_test() of any request at least; clr_mpi_wait() takes all that are left. A rank may
 * call MPI_Ibarrier() and the like, and test both in turn; or a thread takes the rounds,
 * clr_mpi_progress(), with which all of this ends.
 *
 * Wait for all requests before the communicator is freed, and before MPI_Finalize().
 */
typedef struct clr_mpi_request clr_mpi_request;

/**
 * Begin the calls above, and do not wait for other ranks.
 *
 * @param own  Stays as it is, and is not destroyed, until the request has ended. `all` and `slice`
 *             are written then, and until then have NULL.
 * @param[out] request  Receives the request, which clr_mpi_wait() or clr_mpi_test() ends; NULL on
 *                      failure.
 * @return CLR_OK: all else is told when the request ends. Or, with nothing to wait for,
 *         CLR_ERROR_ARGUMENT and CLR_ERROR_MPI where the communicator cannot be taken, as
 *         clr_mpi_allreduce(); CLR_ERROR_ARGUMENT (`request` NULL) and CLR_ERROR_MEMORY: this rank
 *         has then waited for the others, which learn that it has failed.
 */
CLR_API clr_status clr_mpi_iallreduce(const clr_accumulator *own, MPI_Comm comm,
                                      clr_accumulator **all, clr_mpi_request **request,
                                      char *reason, size_t reason_size);
CLR_API clr_status clr_mpi_ireduce(const clr_accumulator *own, int root, MPI_Comm comm,
                                   clr_accumulator **all, clr_mpi_request **request, char *reason,
                                   size_t reason_size);
CLR_API clr_status clr_mpi_ireduce_scatter(const clr_accumulator *own, MPI_Comm comm,
                                           clr_accumulator **slice, clr_mpi_request **request,
                                           char *reason, size_t reason_size);

/**
 * Waits until a request has ended; frees it, and sets it to NULL.
 *
 * @param request  NULL in it has ended already.
 * @return As the call that waits would have; CLR_ERROR_ARGUMENT (`request` itself is NULL).
 */
CLR_API clr_status clr_mpi_wait(clr_mpi_request **request, char *reason, size_t reason_size);

/**
 * Goes on with all requests as far as other ranks have come.
 *
 * @param[out] done  1 if it has ended, and been freed as by clr_mpi_wait(); else 0.
 * @return CLR_OK if it has not ended; else as clr_mpi_wait().
 */
CLR_API clr_status clr_mpi_test(clr_mpi_request **request, int *done, char *reason,
                                size_t reason_size);

/**
 * Waits until all of some requests have ended, of any communicators and in any order; frees them,
 * and sets each to NULL.
 *
 * @param requests  `count` of them, in which NULL has ended already.
 * @param[out] statuses  NULL, or receives for each request what clr_mpi_wait() would return.
 * @return The status of the first in `requests` that has failed, whose sentence is the reason;
 *         CLR_OK; CLR_ERROR_ARGUMENT (`requests` NULL, with a count).
 */
CLR_API clr_status clr_mpi_waitall(size_t count, clr_mpi_request *requests[], clr_status statuses[],
                                   char *reason, size_t reason_size);

/**
 * Goes on with all requests as far as other ranks have come, and ends one of the given requests
 * that has ended, if there is any.
 *
 * @param requests  `count` of them, in which NULL has ended already.
 * @param[out] index  Receives the place of the request that has ended, which is freed and set to
 *                    NULL; else `count`.
 * @param[out] done  1 if one has ended, or none is left; else 0.
 * @return As clr_mpi_wait() for the request that has ended; else CLR_OK. CLR_ERROR_ARGUMENT
 *         (`index`, `done` or, with a count, `requests` NULL).
 */
CLR_API clr_status clr_mpi_testany(size_t count, clr_mpi_request *requests[], size_t *index,
                                   int *done, char *reason, size_t reason_size);

/**
 * Makes the library's duplicates of a communicator, and waits until they are made: no later call on
 * the communicator takes a round for them. Collective, as the calls above; without it the first of
 * them begins the duplicates, and waits for nobody.
 *
 * @return CLR_OK, also where the duplicates are there already; CLR_ERROR_ARGUMENT for
 *         MPI_COMM_NULL, an intercommunicator, and MPI that is not initialised or is finalised;
 *         CLR_ERROR_MEMORY; CLR_ERROR_MPI. Of CLREDUCE_MPI_PROGRESS as clr_mpi_progress().
 */
CLR_API clr_status clr_mpi_prepare(MPI_Comm comm, char *reason, size_t reason_size);

/**
 * Starts a thread that takes the rounds of all requests of the process, also of requests begun
 * before it, until MPI_Finalize() ends the thread: requests end whatever the caller does meanwhile.
 * Local: ranks that wait in MPI for others need it, the others can go without. While there are no
 * requests the thread sleeps; else it asks MPI every 20 us at first, and every ms at last, which
 * takes 2 % of a core.
 *
 * The environment may ask for it in place of the program: with CLREDUCE_MPI_PROGRESS=thread the
 * first call here starts the thread, and where it cannot all ranks are told so by each call.
 *
 * @return CLR_OK, also where the thread is running already; CLR_ERROR_UNSUPPORTED (MPI gives less
 *         than MPI_THREAD_MULTIPLE, which MPI_Init_thread() is asked for); CLR_ERROR_ARGUMENT (MPI
 *         that is not initialised or is finalised; another value of CLREDUCE_MPI_PROGRESS);
 *         CLR_ERROR_MEMORY (no thread); CLR_ERROR_MPI.
 */
CLR_API clr_status clr_mpi_progress(char *reason, size_t reason_size);

#ifdef __cplusplus
}
#endif
#endif
