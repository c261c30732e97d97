/*
 * half - IEEE binary16 as storage, read as float; needs no half arithmetic. `at` is aligned to
 * the whole vector, which is what vloada_half asks for.
 */
CLR_FN CLR_AT(value) CLR_AT(read)(__global const CLR_STORED *at)
{
    return CLR_WIDE(CLR_VLOAD_HALF)(0, at);
}
