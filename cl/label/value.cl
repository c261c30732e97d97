/* value - what is added to a label's rows is the value itself. */
typedef CLR_AT(magnitude) CLR_AT(lifted);

CLR_FN CLR_AT(lifted) CLR_AT(raise)(const CLR_AT(magnitude) x)
{
    return x;
}
