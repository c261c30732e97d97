/* taken - lifts to 1 if the element is taken, else 0. Comparing vectors gives -1 for true. */
CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    return CLR_WIDE(convert_int)(CLR_IS_TAKEN(e)) & 1;
}
