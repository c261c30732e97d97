/* value - by label, exact sums are of the values themselves, which go to the label's rows. */
typedef CLR_AT(magnitude) CLR_AT(lifted);

CLR_FN CLR_AT(lifted) CLR_AT(raise)(const CLR_AT(magnitude) x)
{
    return x;
}
