/* take - passes a state from item to item of a sub-group word by word, by the device's shuffles. */
/* The state of the sub-group's item `from`. All of its items must call it. */
CLR_FN clr_state clr_take(const clr_memory memory, const clr_state state, const uint from)
{
    union {
        clr_state state;
        uint words[(sizeof(clr_state) + 3) / 4];
    } mine, theirs;

    mine.words[0] = 0; /* zeroes the padding of a state shorter than a word */
    mine.state    = state;
#pragma unroll
    for (uint word = 0; word < (sizeof(clr_state) + 3) / 4; word++) {
        theirs.words[word] = clr_sub_shuffle(mine.words[word], from);
    }
    clr_note_state(memory, CLR_TRACE_SHUFFLE, CLR_ITEM - clr_sub_item() + from,
                   theirs.state);
    return theirs.state;
}
