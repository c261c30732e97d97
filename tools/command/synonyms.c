/* SPDX-License-Identifier: Apache-2.0 */
/*
 * synonyms - other programs' words for operators and options. See synonyms.h.
 */
#include "synonyms.h"
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const synonym rows[] = {
    {"avg average", "mean", NULL},
    {"total add plus", "sum", NULL},
    {"product mul multiply times", "prod", NULL},
    {"minimum least lowest smallest", "min", NULL},
    {"maximum greatest highest largest", "max", NULL},
    {"range extent extents bounds extrema", "minmax", NULL},
    {"argminimum which.min whichmin imin", "argmin", NULL},
    {"argmaximum which.max whichmax imax", "argmax", NULL},
    {"count_nonzero countnonzero nonzero nnz", "count", NULL},
    {"len length number count_all countall nrow", "size", NULL},
    {"bitand bitwise_and band", "and", NULL},
    {"bitor bitwise_or bor", "or", NULL},
    {"bitxor bitwise_xor bxor parity", "xor", NULL},
    {"inner innerproduct inner_product dotproduct vdot", "dot", NULL},
    {"l1 norm1 l1norm l1_norm abssum sumabs", "asum", NULL},
    {"ssq sum_sq sumsquares sumofsquares sum_of_squares", "sumsq", NULL},
    {"norm l2 norm2 l2norm l2_norm euclidean", "nrm2", NULL},
    {"absmax maxabs linf norminf norm_inf supnorm", "amax", NULL},
    {"argamax argabsmax idamax isamax", "iamax", NULL},
    {"variance", "var", NULL},
    {"stddev stdev std_dev sd sigma deviation", "std", NULL},
    {"lse log_sum_exp", "logsumexp", NULL},
    {"fwvar wvariance weighted_var weighted_variance", "wvar", NULL},
    {"fwstd wsd weighted_std weighted_sd", "wstd", NULL},
    {"awvar", "rwvar", NULL},
    {"awstd awsd", "rwstd", NULL},
    {"histogram bincount", "hist", NULL},
    {"describe summary statistics", "stats", NULL},
    {"ptp spread", NULL, "the range is the second result of minmax less the first"},
    {"rms rmse", NULL, "the root mean square is nrm2 --map 'x / sqrt(n)'"},
    {"sem stderr", NULL,
     "the standard error is the result of std --ddof 1 over the root of the size"},
    {"nancount countnan count_nan isnan", NULL,
     "NaNs are counted by count --map 'isnan(x)', and by stats"},
    {"nansum nanmean nanmin nanmax nanvar nanstd nanmedian nanquantile", NULL,
     "the operator without nan in its name leaves them out with --nan ignore"},
    {"med middle p50 q2", "median", NULL},
    {"quantiles fractile", "quantile", NULL},
    {"percentiles p90 p95 p99", NULL, "percentiles are perc:90:95:99"},
    {"quartiles quartile fivenum", NULL, "quartiles are q1,median,q3, and lines of stats"},
    {"iqr", NULL, "the distance of the quartiles is the result of q3 less that of q1"},
    {"top top_k nlargest", "topk", NULL},
    {"bottom bottom_k nsmallest", "bottomk", NULL},
    {"nunique n_unique countunique countdistinct distinct cardinality", "unique", NULL},
};

static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = words; *at != '\0'; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        if (size == length && memcmp(at, word, size) == 0)
            return true;
        at += size;
    }
    return false;
}

const synonym *synonyms_find(const char *word)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (has_word(rows[i].words, word))
            return &rows[i];
    return NULL;
}

static const struct {
    const char *words, *way;
} option_rows[] = {
    {"g group-by groupby group_by", "--by COLUMNS has a result for each text in columns of CSV"},
    {"F sep separator field-separator fs W whitespace tsv tab", "--delimiter says what separates: "
                                                                "a character, tab or space"},
    {"k f key field fields col columns usecols", "--column NAME|N reads a column of CSV"},
    {"fmt",
     "--format says how results are printed, and the input's format is found by its first bytes, "
     "or said by --raw -t TYPE, --text or --column"},
    {"precision significant round", "--digits N rounds the results that are printed"},
    {"H header-in headers", "--header says that CSV begins with a line of names"},
    {"dtype", "--type is what the numbers are, --result what comes out"},
    {"skipna narm na-rm na.rm", "--nan ignore leaves NaNs out, --missing skip missing values"},
    {"filter query if", "--where EXPR takes the elements for which EXPR is not 0"},
    {"expr eval apply transform", "--map EXPR reduces EXPR of x"},
};

const char *synonyms_of_option(const char *word)
{
    for (size_t i = 0; i < sizeof option_rows / sizeof option_rows[0]; i++)
        if (has_word(option_rows[i].words, word))
            return option_rows[i].way;
    return NULL;
}
