/* fields - a block's result as a struct, of an operator with several values, or with a result that
 * may not exist: as in a record, values first, then the status. CLR_DDOF_OF_0() is empty, or a
 * comma and what a variance takes off its count. */
#define CLR_FIELD(type, name)      type name;
#define CLR_TAKE_FIELD(type, name) result.name = lowered.name;

typedef struct clr_result {
    CLR_EACH_FIELD(CLR_FIELD)
#ifdef CLR_CAN_FAIL
    int status;
#endif
} clr_result;

CLR_FN clr_result clr_lower(const clr_state state, const uint n)
{
    const CLR_OUT(result) lowered = CLR_OUT(lower)(state, n CLR_DDOF_OF_0());
    clr_result result;

    CLR_EACH_FIELD(CLR_TAKE_FIELD)
#ifdef CLR_CAN_FAIL
    result.status = CLR_OUT(status)(state CLR_DDOF_OF_0());
#endif
    return result;
}
