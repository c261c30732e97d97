/*
 * argmax - the largest value and its place. Both are the state, so both travel through the tree;
 * of equal values the first one wins, whichever order they are combined in.
 */
typedef struct { double value, place; } state;
typedef state result;

state identity(void)
{
    state none = {-INFINITY, INFINITY};

    return none;
}

state lift(element x, ulong i)
{
    state here = {x, i};

    return here;
}

state combine(state a, state b)
{
    return b.value > a.value || (b.value == a.value && b.place < a.place) ? b : a;
}

result lower(state s, ulong n)
{
    return s;
}
