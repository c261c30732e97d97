/* struct - a group's bins in local memory: of each exact state of the pass, and words in which
 * results are made. */
#define CLR_BINS_STRUCT_FIELD(k) clr_m##k##_bins m##k;

typedef struct clr_bins {
    CLR_EACH_EXACT(CLR_BINS_STRUCT_FIELD)
    uint work[CLR_WORK_WORDS]; /* for making results */
} clr_bins;
