/*
 * extreme_float - the smaller and the larger of two f32 in maps: a NaN yields to a number, and -0
 * is below 0, whose order OpenCL's fmin leaves to the device.
 */
CLR_FN float clr_float_min(const float a, const float b)
{
    return a == b ? as_float(as_uint(a) | as_uint(b)) : fmin(a, b);
}

CLR_FN float clr_float_max(const float a, const float b)
{
    return a == b ? as_float(as_uint(a) & as_uint(b)) : fmax(a, b);
}
