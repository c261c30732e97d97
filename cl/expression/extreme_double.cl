/*
 * extreme_double - the smaller and the larger of two f64 in maps: a NaN yields to a number, and -0
 * is below 0, whose order OpenCL's fmin leaves to the device.
 */
CLR_FN double clr_double_min(const double a, const double b)
{
    return a == b ? as_double(as_ulong(a) | as_ulong(b)) : fmin(a, b);
}

CLR_FN double clr_double_max(const double a, const double b)
{
    return a == b ? as_double(as_ulong(a) & as_ulong(b)) : fmax(a, b);
}
