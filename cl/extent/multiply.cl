/*
 * multiply - divides a number below 2^63 by an extent, by a multiplication: `shift` is the number
 * of bits of extent - 1, and `inverse` is 2^(63 + shift) / extent, rounded up (Granlund and
 * Montgomery, "Division by Invariant Integers using Multiplication", 1994, theorem 4.2). GPUs
 * divide 64 bits by some hundred instructions, and keep registers for them.
 */
CLR_FN ulong clr_over_extent(__constant const clr_axis *axis, const ulong number)
{
    return mul_hi(number << 1, axis->inverse) >> axis->shift;
}
