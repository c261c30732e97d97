/* height - bits of a height below the exponent: of cl/exact/height_float.cl, or height_double.cl. */
#define CLR_BELOW_EXPONENT (8 * sizeof(CLR_OF(height)) - CLR_FORMAT(EXPONENT_BITS))
