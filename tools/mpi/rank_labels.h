/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rank_labels - the labels of a rank's elements, in the rows of its share: the file of --labels is
 * parallel to all ranks' elements, or with --axis to the indices along the axes that are reduced.
 * Knows nothing of MPI or OpenCL.
 */
#ifndef CLREDUCE_TOOLS_RANK_LABELS_H
#define CLREDUCE_TOOLS_RANK_LABELS_H

#include "rank_share.h"

/*
 * Reads the labels of this rank's elements; sets how many labels there are: as many as --bins says,
 * or the largest of this rank's and one more. The number of all ranks' is for rows_set_bins(). Each
 * function returns 0, or the exit code after a sentence.
 */
int rank_labels_open(rank_share *s, uint64_t *bins);

/* Ends reading: refuses a file that has become shorter, and keeps which of the labels occur. */
int rank_labels_end(rank_share *s);

/* Number of the first label of a piece, among those of this rank. */
uint64_t rank_labels_begin(const rank_share *s, const rank_share_piece *piece);

#endif
