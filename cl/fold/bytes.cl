/*
 * bytes - keeps the smallest or the largest byte of a run by comparing whole words: each byte of a
 * word is moved to its top in turn, where it decides, whatever lies below it (cl/fold/bytes_run.cl).
 */
CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_OF(merge)(a, b);
}
