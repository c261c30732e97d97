/*
 * list - the numbers of results that items were not sure of, behind how many they are, for groups
 * to make: if they are more than there are places for, that is all that is right of it.
 */
/*
 * provides: clr_list CLR_LISTED
 */
typedef struct clr_list {
    uint count;
    uint gap;
} clr_list;

#define CLR_LISTED(space, list) ((space ulong *)((list) + 1))
