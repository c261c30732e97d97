/*
 * bytes - keeps the smallest or largest byte of a run by comparing words: each byte is shifted to a
 * word's top in turn, where it decides, whatever lies below (cl/fold/bytes_run.cl).
 */
CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_OF(merge)(a, b);
}
