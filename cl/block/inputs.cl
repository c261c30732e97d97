/* inputs - the inputs of a block: values that an item passes, in place of elements that a kernel
 * reads from memory. */
typedef CLR_VALUE CLR_ALL(value);
typedef CLR_VALUE CLR_ALL(held);

#define CLR_BLOCK_INPUT_FIELD(x) CLR_ALL(held) x;

typedef struct CLR_ALL(inputs) {
    CLR_EACH_INPUT(CLR_BLOCK_INPUT_FIELD)
} CLR_ALL(inputs);
