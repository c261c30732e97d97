/* inputs - the values passed by an item, in place of elements read from memory. */
typedef CLR_VALUE CLR_ALL(value);
typedef CLR_VALUE CLR_ALL(held);

#define CLR_INPUT_FIELD(x) CLR_ALL(held) x;

typedef struct CLR_ALL(inputs) {
    CLR_EACH_INPUT(CLR_INPUT_FIELD)
} CLR_ALL(inputs);
