/*
 * matrix_product - the product of 2 x 2 matrices of 64-bit integers, row by row, modulo 2^64. It is
 * associative, but not commutative: elements have to keep their order.
 */
typedef struct { ulong m[2][2]; } element;
typedef element state;
typedef element result;

state identity(void)
{
    state one = {{{1, 0}, {0, 1}}};

    return one;
}

state lift(element x, ulong i)
{
    return x;
}

state combine(state a, state b)
{
    state c;

    for (int row = 0; row < 2; row++)
        for (int column = 0; column < 2; column++)
            c.m[row][column] = a.m[row][0] * b.m[0][column] + a.m[row][1] * b.m[1][column];
    return c;
}

result lower(state s, ulong n)
{
    return s;
}
