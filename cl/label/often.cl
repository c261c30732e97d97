/*
 * often - a group's cache of frequent labels' sums in local memory: each place belongs to the
 * number (label and row) that claimed it first. Labels that most elements have soon own a place,
 * and groups' atomics need not wait for each other at those labels' cells; elements of other labels
 * are added to their cells. A number has two candidate places.
 */
#define CLR_NO_NUMBER     0xffffffffu
#define CLR_LABELS_PLACED (CLR_NO_NUMBER / CLR_CELL_LONGS) /* larger labels have no place */

typedef struct clr_places {
    volatile __local uint *rows;    /* changed rows: CLR_ROW_BIT */
    volatile __local uint *numbers; /* a place's owner, label and row, or CLR_NO_NUMBER */
    volatile __local uint *halves;  /* the places' sums, lower halves first */
    clr_cells cells;                /* the labels' cells in global memory */
    uint count;                     /* even */
} clr_places;

CLR_FN clr_places clr_places_of(__local ulong *local_cells, const clr_cells cells, const uint count)
{
    __local uint    *words  = (__local uint *)local_cells;
    const clr_places places = {words, words + 1, words + 1 + count, cells, count};

    return places;
}

CLR_FN void clr_places_clear(const clr_places places)
{
    if (CLR_ITEM == 0)
        *places.rows = 0;
    for (uint i = CLR_ITEM; i < places.count; i += CLR_ITEMS) {
        places.numbers[i]               = CLR_NO_NUMBER;
        places.halves[i]                = 0;
        places.halves[places.count + i] = 0;
    }
}

/* Returns false if another number owns the place. */
CLR_FN bool clr_place_add(const clr_places places, const uint place, const uint number,
                          const ulong x)
{
    uint owner = CLR_LOOK(&places.numbers[place]);

    if (owner == CLR_NO_NUMBER)
        owner = atomic_cmpxchg(&places.numbers[place], CLR_NO_NUMBER, number);
    if (owner != CLR_NO_NUMBER && owner != number)
        return false;
    clr_near_add(places.halves + place, places.count, x);
    return true;
}

CLR_FN void clr_places_add(const clr_places places, const ulong label, const uint row, const ulong x)
{
    if (label < CLR_LABELS_PLACED) {
        const uint number = (uint)label * CLR_CELL_LONGS + row;
        const uint place  = mul_hi(number * 2654435769u, places.count); /* Knuth's factor */

        if (clr_place_add(places, place, number, x) || clr_place_add(places, place ^ 1, number, x))
            return;
    }
    clr_add_to(clr_cell_of(places.cells, label) + row * places.cells.apart, x);
}

CLR_FN void clr_places_tell(const clr_places places)
{
    for (uint i = CLR_ITEM; i < places.count; i += CLR_ITEMS) {
        const uint  number = places.numbers[i];
        const ulong sum    = (ulong)places.halves[places.count + i] << 32 | places.halves[i];

        if (sum)
            clr_add_to(clr_cell_of(places.cells, number / CLR_CELL_LONGS) +
                           number % CLR_CELL_LONGS * places.cells.apart,
                       sum);
    }
}
