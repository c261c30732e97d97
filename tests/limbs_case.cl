/*
 * One case of test_limbs_device, for kernels and for C: everything that cl/exact has, on digits
 * that are given. CLR_CASE_OUT is the address space of the answers.
 */
#define CLR_CASE_LIMBS   24 /* memory of each number; of which are given: */
#define CLR_CASE_DIGITS  20
#define CLR_CASE_FACTORS 10
#define CLR_CASE_WORDS   (3 * CLR_CASE_LIMBS + 4)
#define CLR_CASE_ANSWERS (3 * (CLR_CASE_LIMBS + 3) + 12)

CLR_FN void clr_case_number(CLR_CASE_OUT uint *out, const clr_limbs x)
{
    out[0] = (uint)x.begin;
    out[1] = (uint)x.end;
    out[2] = x.is_negative;
    for (int i = 0; i < CLR_CASE_LIMBS; i++)
        out[3 + i] = clr_limbs_get(x, i);
}

CLR_FN void clr_case_bits(CLR_CASE_OUT uint *out, const ulong bits)
{
    out[0] = (uint)bits;
    out[1] = (uint)(bits >> 32);
}

/* `low`, `high` and `factors` are CLR_CASE_LIMBS words each; `product` is room for as many. */
CLR_FN void clr_case(CLR_LIMB_SPACE uint *low, CLR_LIMB_SPACE const int *high,
                     CLR_LIMB_SPACE uint *factors, CLR_LIMB_SPACE uint *product, const ulong n,
                     const int lowest, const clr_format format, CLR_CASE_OUT uint *out)
{
    CLR_CASE_OUT uint *bits = out + 3 * (CLR_CASE_LIMBS + 3);
    const clr_limbs factor  = clr_limbs_of(factors, 0, CLR_CASE_FACTORS);
    const clr_u128 divisor  = clr_spread_divisor(n, n / 3);
    clr_limbs sum = clr_limbs_carry(low, high, 0, CLR_CASE_DIGITS, CLR_CASE_LIMBS);

    clr_case_number(out, sum);
    clr_case_bits(bits, clr_round(sum, lowest, format));
    clr_case_bits(bits + 2, clr_round_ratio(sum, lowest, divisor, format));
    clr_case_bits(bits + 4, clr_round_root(sum, lowest, format));
    clr_case_bits(bits + 6, clr_round_root_of_ratio(sum, lowest, divisor, format));
    sum = clr_spread(sum, factor, product, n);
    clr_case_number(out + CLR_CASE_LIMBS + 3, sum);
    clr_case_number(out + 2 * (CLR_CASE_LIMBS + 3), clr_limbs_product(factor, factor, product));
    clr_case_bits(bits + 8, clr_round(sum, lowest, format));
    clr_case_bits(bits + 10, clr_round_root_of_ratio(sum, lowest, divisor, format));
}
