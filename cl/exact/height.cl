/* height - the bits of a height (cl/exact/height_float.cl, height_double.cl) that lie below the
 * exponent. */
#define CLR_BELOW_EXPONENT (8 * sizeof(CLR_OF(height)) - CLR_FORMAT(EXPONENT_BITS))
