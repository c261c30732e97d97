/* all - how many elements there are, and which of them go to their labels, where all do. */
#define CLR_SOME_PARAMETERS
#define CLR_OWN_COUNT        count
#define CLR_ALL_COUNT        n
#define CLR_GOES(inputs)     true
#define CLR_GOES_AT(span, i) true
