/* all - every element counts for its label, and the host knows how many there are. */
#define CLR_SOME_PARAMETERS
#define CLR_OWN_COUNT        count
#define CLR_ALL_COUNT        n
#define CLR_GOES(inputs)     true
#define CLR_GOES_AT(span, i) true
