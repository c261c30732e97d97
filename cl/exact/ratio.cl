/*
 * ratio - a number held by an expansion over n k, or its root, rounded once: most often from two
 * terms near it. Else a double v near the result is corrected: with R = number - v n k, or number -
 * v^2 n k, whose sign is found exactly, v + R / (n k), or v + R / (2 v n k), errs by less than
 * 2^-95 of it. Rounded, it is the nearest double v, or one of the two if the result is closer than
 * that to their midpoint; and v's R tells on which side of v the result lies. A float is rounded
 * from both (cl/exact/quick.cl). It lies on the right side of each number m halfway between two
 * floats, which is a double: if the result is so close to m that the second term's error could
 * decide, then v is m, and the sign of R decides. A double is v or its neighbour on that side, by
 * the sign of the difference to their midpoint.
 */
#ifdef CLR_NARROW
typedef struct CLR_OF(ratio) {
    CLR_OF(expansion) number; /* 0 or more if the root is asked for */
    double n;
    double k;
    bool is_root;
} CLR_OF(ratio);

/* Subtracts x n k. */
CLR_FN void CLR_OF(take_part)(CLR_OF(expansion) *left, const CLR_OF(ratio) *ratio, const double x)
{
    const double product = x * ratio->n;

    CLR_OF(grow_product)(left, -fma(x, ratio->n, -product), ratio->k);
    CLR_OF(grow_product)(left, -product, ratio->k);
}

/* Subtracts x y n k. */
CLR_FN void CLR_OF(take_product)(CLR_OF(expansion) *left, const CLR_OF(ratio) *ratio, const double x,
                                 const double y)
{
    const double product = x * y;

    CLR_OF(take_part)(left, ratio, fma(x, y, -product));
    CLR_OF(take_part)(left, ratio, product);
}

/* The number minus what value + more, a power of two or 0, would give as the result. */
CLR_LENGTHY double CLR_OF(missing)(const CLR_OF(ratio) *ratio, const double value, const double more)
{
    CLR_OF(expansion) left = ratio->number;

    if (ratio->is_root) {
        CLR_OF(take_product)(&left, ratio, more, more);
        CLR_OF(take_product)(&left, ratio, 2.0 * value, more);
        CLR_OF(take_product)(&left, ratio, value, value);
    } else {
        CLR_OF(take_part)(&left, ratio, more);
        CLR_OF(take_part)(&left, ratio, value);
    }
    return CLR_OF(head)(&left).sum;
}

/* Whether n k is a double, so that two terms are near enough. */
CLR_FN bool CLR_OF(is_whole)(const CLR_OF(ratio) *ratio)
{
    return fma(ratio->n, ratio->k, -(ratio->n * ratio->k)) == 0.0;
}

/* Whether two terms determine the float: they are not near a double, and so not near a midpoint of
 * floats. */
CLR_FN bool CLR_OF(is_aside)(const CLR_OF(ratio) *ratio, const CLR_OF(terms) terms)
{
    const double sum  = terms.term[0] + terms.term[1];
    const double left = terms.term[1] - (sum - terms.term[0]);

    return CLR_OF(is_whole)(ratio) && fabs(left) >= 0x1p-90 * fabs(sum);
}

/* Two terms within 2^-100 of the result, if n k is a double: the second corrects the first's
 * division and root. */
CLR_FN CLR_OF(terms) CLR_OF(near_terms_of)(const CLR_OF(ratio) *ratio)
{
    const CLR_OF(two) number  = CLR_OF(head)(&ratio->number);
    const double      divisor = ratio->n * ratio->k;
    const double      guess   = number.sum / divisor;
    const double      value   = ratio->is_root ? sqrt(guess) : guess;
    const double      slope   = ratio->is_root ? 2.0 * value * divisor : divisor;
    const double      power   = ratio->is_root ? value * value : value;
    const double      lost    = ratio->is_root ? fma(value, value, -power) : 0.0;
    const double      part    = power * divisor;
    const double      error   = fma(power, divisor, -part) + lost * divisor;
    const CLR_OF(terms) terms = {{value, ((number.sum - part) + (number.error - error)) / slope}};

    return terms;
}

/* Closer: the nearest double of a number that is not 0, and the result minus it. */
CLR_LENGTHY CLR_OF(terms) CLR_OF(exact_terms_of)(const CLR_OF(ratio) *ratio, const CLR_OF(terms) near)
{
    const double divisor = ratio->n * ratio->k;
    const double slope   = ratio->is_root ? 2.0 * near.term[0] * divisor : divisor;
    CLR_OF(terms) terms;

    terms.term[0] = near.term[0] + CLR_OF(missing)(ratio, near.term[0], 0.0) / slope;
    terms.term[1] = CLR_OF(missing)(ratio, terms.term[0], 0.0) / slope;
    return terms;
}

CLR_FN uint CLR_OF(ratio_float)(const CLR_OF(ratio) *ratio)
{
    CLR_OF(terms) terms;

    if (CLR_OF(head)(&ratio->number).sum == 0.0)
        return 0;
    terms = CLR_OF(near_terms_of)(ratio);
    if (!CLR_OF(is_aside)(ratio, terms))
        terms = CLR_OF(exact_terms_of)(ratio, terms);
    return CLR_OF(float_bits)(terms);
}

/* The nearest double, or its neighbour on the result's side. */
CLR_LENGTHY ulong CLR_OF(nearer_of)(const CLR_OF(ratio) *ratio, const CLR_OF(terms) terms)
{
    const double value = terms.term[0];
    const bool   above = terms.term[1] > 0.0;
    const double next  = CLR_OF(next_to)(value, above);

    if (terms.term[1] == 0.0)
        return as_ulong(value);
    return CLR_OF(nearer)(value, next, above,
                          CLR_OF(missing)(ratio, value, 0.5 * (next - value)));
}

CLR_FN ulong CLR_OF(ratio_double)(const CLR_OF(ratio) *ratio)
{
    CLR_OF(terms) terms;

    if (CLR_OF(head)(&ratio->number).sum == 0.0)
        return 0;
    terms = CLR_OF(near_terms_of)(ratio);
    if (CLR_OF(is_whole)(ratio) && CLR_OF(is_clear)(terms))
        return CLR_OF(double_bits)(terms);
    return CLR_OF(nearer_of)(ratio, CLR_OF(exact_terms_of)(ratio, terms));
}
#endif
