/*
 * two_sum - what an addition of doubles loses is a double, too (Knuth, "The Art of Computer
 * Programming" 2, 4.2.2, theorem B): sum + error is a + b, whatever their order, unless the sum
 * overflows. Then the error is a NaN.
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
