/* height - how many bits of a height lie below the exponent's. A height is a number's magnitude
 * without the sign's bit, so that the exponent's bits are the highest of its integer
 * (cl/exact/height_float.cl, height_double.cl): shifted down by this number it is the biased
 * exponent (cl/exact/range.cl, reach.cl). */
#define CLR_BELOW_EXPONENT (8 * sizeof(CLR_OF(height)) - CLR_FORMAT(EXPONENT_BITS))
