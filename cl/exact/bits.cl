/* bits - values as integers of their bits. A driver set to fast math assumes that comparisons of
 * floats meet no NaN and no infinity; comparisons of bits hold there, too. `below` gives its answer
 * as select() takes it. */
typedef CLR_WIDE(CLR_FORMAT(WORD)) CLR_AT(bits);
typedef CLR_WIDE(CLR_FORMAT(SIGNED_WORD)) CLR_AT(comparison);

CLR_FN CLR_AT(bits) CLR_AT(bits_of)(const CLR_AT(value) x)
{
    return CLR_WIDE(CLR_FORMAT(AS_WORD))(x);
}

CLR_FN CLR_AT(comparison) CLR_AT(below)(const CLR_AT(bits) a, const CLR_AT(bits) b)
{
    return CLR_WIDE(CLR_FORMAT(TO_SIGNED_WORD))(a < b);
}
