/*
 * list - results that items were not sure of, for groups to make: as many as there are places, or,
 * if they are more, how many they were is all that is right of it.
 */
/*
 * provides: clr_list
 */
typedef struct clr_list {
    uint count;
    uint gap;
    ulong rows[1]; /* and more */
} clr_list;
