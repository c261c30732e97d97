/* height_float - a float's height, by which a run's span of exponents is found: its magnitude as an
 * integer, the exponent's bits on top, so that the larger number has the larger integer. */
typedef CLR_WIDE(uint) CLR_AT(height);

CLR_FN CLR_AT(height) CLR_AT(height_of)(const CLR_WIDE(float) x)
{
    return CLR_FLOAT_MAGNITUDE(CLR_WIDE(as_uint)(x));
}
