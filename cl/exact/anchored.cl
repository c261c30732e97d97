/*
 * anchored - adds a run of N products of floats to two terms, for exact dot products, squares and
 * norms. Products are added to an anchor, 1.5 2^(top + 1), with 2^top above the sum of their
 * magnitudes (cl/exact/extent_product.cl). So sums stay in one binade, or reach its ends, and two
 * more operations find an addition's error (Dekker's Fast2Sum), at most 2^(top - 52): four
 * operations a product, where TwoSum takes seven
 * (docs/history/2026-11-23-halves-bytes-products.md). Errors are added plainly.
 *
 * All products are multiples of 2^(top - reach): while reach + log2(N) is at most 105, the errors'
 * range has 53 digits. Subtracting the anchor is exact, and so is adding up the lanes' sums: they
 * are multiples of 2^(top - 52), and all of them less than 2^(top + 1). A sum of nothing but -0
 * comes to 0 (CLR_HIDES_MINUS in cl/exact/run.cl).
 */
/* A product of floats is exact as a double, so fma() rounds as a multiplication and an addition do:
 * it is used where the device has it as an instruction. */
#if CLR_GROUP_SIZE > 1 || defined(FP_FAST_FMA) || defined(__FMA__)
#define CLR_ADD_PRODUCT(x, y, sum) fma(x, y, sum)
#else
#define CLR_ADD_PRODUCT(x, y, sum) ((sum) + (x) * (y))
#endif

CLR_FN CLR_OF(total) CLR_RUN_AT(add)(const CLR_AT(lifted) *lifted)
{
    const CLR_RUN_AT(extent) extent = CLR_RUN_AT(extent_of)(lifted);
    const bool   has_room = extent.top < CLR_DOUBLE_EXPONENTS - 1;
    const ulong  exponent = has_room ? (ulong)(uint)(extent.top + 1) : 0UL;
    const double anchor =
        as_double(exponent << CLR_DOUBLE_FRACTION_BITS | CLR_DOUBLE_HIDDEN >> 1);
    CLR_WIDE(double) sum  = (CLR_WIDE(double))(anchor);
    CLR_WIDE(double) lost = (CLR_WIDE(double))(0.0);
    CLR_OF(total) total;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        const CLR_WIDE(double) x    = CLR_WIDE(convert_double)(lifted[l].x);
        const CLR_WIDE(double) y    = CLR_WIDE(convert_double)(lifted[l].y);
        const CLR_WIDE(double) next = CLR_ADD_PRODUCT(x, y, sum);

        lost += CLR_ADD_PRODUCT(x, y, sum - next);
        sum = next;
    }
    sum = sum - (CLR_WIDE(double))(anchor);
    total.sum.term[0] = CLR_ACROSS(CLR_PLUS, sum);
    total.sum.term[1] = CLR_ACROSS(CLR_PLUS, lost);
    total.is_exact =
        has_room && extent.reach + CLR_LOG2(CLR_LENGTH * CLR_WIDTH) <= CLR_REACH_OF_ANCHORED;
    return total;
}
