/* SPDX-License-Identifier: Apache-2.0 */
/* rank_labels - the labels of a rank's elements. See rank_labels.h. */
#include "rank_labels.h"
#include "message.h"
#include "shared_file.h"

/* All ranks read the header. */
static int open_file(rank_share *s)
{
    labels *own = &s->rows.labels;

    OR_RETURN(shared_file_check(s->o->shape.labels.path));
    OR_RETURN(labels_open(own, s->o));
    if (input_count(own->in) == INPUT_COUNT_UNKNOWN)
        return shared_file_refuse_text(own->name, ".npy files");
    return rows_check_labels(&s->rows, input_count(own->in), input_name_at(s->in, 0));
}

int rank_labels_open(rank_share *s, uint64_t *bins)
{
    const uint64_t places = rank_share_places(s);
    labels *own = &s->rows.labels;
    int code = open_file(s);

    *bins = s->o->shape.bins;
    s->rows.has_bins = *bins != 0;
    s->rows.kept = s->rows.row->is_labelled ? s->rows.count : 1;
    if (code == CODE_FINE)
        code = labels_read(own, s->begin * places, (s->end - s->begin) * places);
    return code == CODE_FINE && !s->rows.has_bins ? labels_find_results(own, bins) : code;
}

int rank_labels_end(rank_share *s)
{
    OR_RETURN(rows_find_occurring(&s->rows, s->o));
    return labels_pass(&s->rows.labels);
}

uint64_t rank_labels_begin(const rank_share *s, const rank_share_piece *piece)
{
    return piece->first * rank_share_places(s) - s->rows.labels.first;
}
