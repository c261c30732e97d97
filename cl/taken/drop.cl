/* drop - replaces an element not taken by the fold's identity. */
CLR_FN CLR_AT(element) CLR_AT(admit)(CLR_AT(element) e)
{
    e.x = CLR_IS_ABSENT(e) ? (CLR_AT(value))(CLR_ABSENT) : e.x;
    return e;
}
