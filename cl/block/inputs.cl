/* inputs - the values that an item brings: in blocks they stand where plans have read memory. */
/*
 * needs:    CLR_VALUE CLR_EACH_INPUT
 * provides: CLR_ALL(value) CLR_ALL(held) CLR_INPUT_FIELD CLR_ALL(inputs)
 */
typedef CLR_VALUE CLR_ALL(value);
typedef CLR_VALUE CLR_ALL(held);

#define CLR_INPUT_FIELD(x) CLR_ALL(held) x;

typedef struct CLR_ALL(inputs) {
    CLR_EACH_INPUT(CLR_INPUT_FIELD)
} CLR_ALL(inputs);
