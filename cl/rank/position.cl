/*
 * position - where a quantile lies among elements in order: src/select/quantile.c in OpenCL C, in
 * the order of NumPy's operations, as each rounds. `method` is a clr_interpolation: NumPy's
 * methods, of which 1 to 9 are Hyndman and Fan's ("Sample quantiles in statistical packages", 1996).
 */
/* Element number `before`, and which part of the way to the next one, 0 if there is no next one. */
typedef struct clr_position {
    ulong before;
    double part;
} clr_position;

/* The position among `count` elements, 0: among none yet. */
typedef struct clr_known {
    uint count;
    clr_position position;
} clr_known;

CLR_FN bool clr_is_odd(const double whole)
{
    return (long)whole % 2 != 0;
}

CLR_FN double clr_continuous(const double q, const double n, const double alpha, const double beta)
{
    return n * q + (alpha + q * (1.0 - alpha - beta)) - 1.0;
}

/* Of steps: 0 at the step itself, `at_step`, else the element behind it. */
CLR_FN double clr_stepwise(const double position, const double at_step)
{
    const double below = floor(position);

    return below + (position == below ? at_step : 1.0);
}

/* The nearest whole number, of two the even one. */
CLR_FN double clr_nearest(const double x)
{
    const double below = floor(x), rest = x - below;

    return below + (rest > 0.5 || (rest == 0.5 && clr_is_odd(below)) ? 1.0 : 0.0);
}

CLR_FN double clr_place_of(const double q, const double n, const uint method)
{
    const double linear  = (n - 1.0) * q;
    const double closest = n * q - 1.0 - 0.5;

    switch (method) {
    case CLR_INTERPOLATION_INVERTED_CDF:
        return clr_stepwise(n * q - 1.0, 0.0);
    case CLR_INTERPOLATION_AVERAGED_INVERTED_CDF:
        return clr_stepwise(n * q - 1.0, 0.5);
    case CLR_INTERPOLATION_CLOSEST_OBSERVATION:
        return clr_stepwise(closest, clr_is_odd(floor(closest)) ? 0.0 : 1.0);
    case CLR_INTERPOLATION_INTERPOLATED_INVERTED_CDF:
        return clr_continuous(q, n, 0.0, 1.0);
    case CLR_INTERPOLATION_HAZEN:
        return clr_continuous(q, n, 0.5, 0.5);
    case CLR_INTERPOLATION_WEIBULL:
        return clr_continuous(q, n, 0.0, 0.0);
    case CLR_INTERPOLATION_MEDIAN_UNBIASED:
        return clr_continuous(q, n, 1.0 / 3.0, 1.0 / 3.0);
    case CLR_INTERPOLATION_NORMAL_UNBIASED:
        return clr_continuous(q, n, 3.0 / 8.0, 3.0 / 8.0);
    case CLR_INTERPOLATION_LOWER:
        return floor(linear);
    case CLR_INTERPOLATION_HIGHER:
        return ceil(linear);
    case CLR_INTERPOLATION_NEAREST:
        return clr_nearest(linear);
    case CLR_INTERPOLATION_MIDPOINT:
        return (floor(linear) + ceil(linear)) * 0.5;
    default:
        return linear;
    }
}

/* Where quantile q, a double's bits, of `count` elements lies, of one at least. */
CLR_COLD clr_position clr_position_of(const ulong q, const ulong count, const uint method)
{
    const double n     = (double)count;
    const double place = clr_place_of(as_double(q), n, method);
    clr_position position = {0, 0.0};

    if (place >= n - 1.0) {
        position.before = count - 1;
    } else if (place >= 0.0) {
        position.before = (ulong)place;
        position.part   = place - floor(place);
    }
    return position;
}
