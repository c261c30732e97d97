/*
 * two_sum - the error of an addition of doubles is a double, too (Knuth, "The Art of Computer
 * Programming" 2, 4.2.2, theorem B): sum + error is a + b, whatever their order, if the error is
 * finite. It is not where the sum overflows, nor where b is the largest finite number, +-O, and sum
 * - a rounds to more: then the sum may be finite and the error wrong. In no other case is it
 * (Boldo, Graillat, Muller, "On the robustness of the 2Sum and Fast2Sum algorithms", 2017). So
 * callers test all errors, or their sum.
 */
typedef struct CLR_AT(two) {
    CLR_WIDE(double) sum;
    CLR_WIDE(double) error;
} CLR_AT(two);

CLR_FN CLR_AT(two) CLR_AT(two_sum)(const CLR_WIDE(double) a, const CLR_WIDE(double) b)
{
    const CLR_WIDE(double) sum  = a + b;
    const CLR_WIDE(double) of_b = sum - a;
    const CLR_AT(two)      two  = {sum, (a - (sum - of_b)) + (b - of_b)};

    return two;
}
