# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Operators of the user's own, and the verb ops.

put_npy f32 little 3 -1.5 2 0.5 >a.npy

put_operators()
{
    cat >range.cl <<'END'
typedef struct { element least, most; } state;
typedef struct { double range, count; } result;
state identity(void) { return (state){INFINITY, -INFINITY}; }
state lift(element x, ulong i) { return (state){x, x}; }
state combine(state a, state b)
{
    return (state){fmin(a.least, b.least), fmax(a.most, b.most)};
}
result lower(state s, ulong n) { return (result){s.most - s.least, n}; }
END
    sed '5s/state a/stat a/' range.cl >broken.cl
    sed '2s/double range, count/char s[3]/; s/(result){s.most - s.least, n}/(result){{1, 2, 3}}/' \
        range.cl >odd.cl
    cat >points.cl <<'END'
typedef struct { int x; int weight; } element;
typedef long state;
typedef long result;
state identity(void) { return 0; }
state lift(element p, ulong i) { return (long)p.x * p.weight; }
state combine(state a, state b) { return a + b; }
result lower(state s, ulong n) { return s; }
END
}

try_own()
{
    put_operators
    expect_output '4.5 4' clreduce --operator range.cl -r f64 a.npy
    expect_output '4.5 4' clreduce --operator range.cl --commutative -r f64 a.npy
    expect_output '4.5 4' clreduce custom --operator range.cl -r f64 a.npy
    expect_output '4.5 4' clreduce -r f64 --operator range.cl <a.npy
    expect_json '.results[0] | .op == "custom" and .value == [4.5, 4] and (has("hex") | not)' \
        clreduce --operator range.cl -r f64 --json a.npy
    expect_unsure 'not available for an operator of your own' unavailable \
        clreduce --operator range.cl -r f64 --check a.npy
    run clreduce --operator broken.cl -r f64 a.npy
    [ "$code" = 2 ] && [ -z "$out" ] && [[ $err == *'broken.cl does not compile'*broken.cl:5:* ]]
    judge $? "expected the compiler's words with the line, 5" clreduce --operator broken.cl
    expect_words 'state combine' clreduce source --operator range.cl
    expect_error 1 "say with -r" clreduce --operator range.cl a.npy
    expect_error 1 "odd.cl has 3 bytes, which are no whole number of i16" \
        clreduce --operator odd.cl -r i16 a.npy
    expect_error 1 "'custom' is one of your own" clreduce custom a.npy
    expect_error 1 "leave 'sum' out" clreduce sum --operator range.cl -r f64 a.npy
    expect_error 2 "nowhere.cl: cannot be read: No such" \
        clreduce --operator nowhere.cl -r f64 a.npy
    expect_error 2 "this is no text" clreduce --operator a.npy -r f64 a.npy
    expect_error 1 "name its file with --operator" clreduce sum --commutative a.npy
    expect_error 1 "name its file with --operator" clreduce sum --element-size 8 a.npy
}

try_structs()
{
    put_numbers i32 little 2 3 10 5 1 7 >points.raw
    expect_output 63 clreduce --operator points.cl -r i64 --element-size 8 points.raw
    {
        put_npy_header "|V8" "(3,)"
        put_numbers i32 little 2 3 10 5 1 7
    } >points.npy
    expect_output 63 clreduce --operator points.cl -r i64 --element-size 8 points.npy
    {
        printf '\x93NUMPY\x01\x00'
        put_words little 0076
        printf '%-117s\n' "{'descr': [('x', '<i4'), ('w', '<i4')], 'fortran_order': False, 'shape': (3,), }"
        put_numbers i32 little 2 3 10 5 1 7
    } >fields.npy
    expect_output 63 clreduce --operator points.cl -r i64 --element-size 8 fields.npy
    expect_error 2 "--element-size" clreduce --operator points.cl -r i64 --element-size 12 points.npy
    expect_error 2 "check --element-size" clreduce --operator points.cl -r i64 --element-size 12 fields.npy
    expect_error 2 "8 bytes of a struct of 16 bytes" \
        clreduce --operator points.cl -r i64 --element-size 16 points.raw
    expect_error 2 "--element-size is for raw binary" \
        clreduce --operator points.cl -r i64 --element-size 8 --text <<<1
    expect_error 1 "choose one of the two" \
        clreduce --operator points.cl -r i64 --element-size 8 -t i32 points.raw
}

try_ops()
{
    local operators
    operators=$(clreduce --help | sed -n 's/^operators: *//p' | jq -cR '(. / " ") + ["custom"]')
    expect_json "[.operators[].op] == $operators" clreduce ops --json
    expect_json '.operators | all(.meaning != "" and .elements != "" and .result != "")' \
        clreduce ops --json
    expect_json '.operators[] | select(.op == "argmax") | .index and .of_nothing == null and
        (.levels.i32 | index("exact")) != null' clreduce ops --json
    expect_json '[.operators[] | .op, (.levels | keys[0])] == ["sum", "f64"]' \
        clreduce ops sum -t f64 --json
    expect_json '.device == null and (.operators | all(.levels == null))' \
        env OCL_ICD_VENDORS=/nonexistent clreduce ops --json
    expect_words 'no device to ask' env OCL_ICD_VENDORS=/nonexistent clreduce ops
    expect_error 3 "matches" clreduce ops -d nosuch
    run clreduce ops
    [ "$code" = 0 ] && [ "$(wc -L <<<"$out")" -le 100 ] && grep -q '^dot  *sum of x \* y' <<<"$out"
    judge $? "expected lines of at most 100 columns, and dot" clreduce ops
    # What is promised is kept, and nothing else is done.
    local op type level
    for op in sum max; do
        for type in f32 i32; do
            sweeps || [[ $op$type == @(sumf32|maxi32) ]] || continue
            for level in exact reproducible fast relaxed; do
                code=0
                clreduce ops $op -t $type --json |
                    jq -e ".operators[0].levels.$type | index(\"$level\")" >/dev/null || code=1
                expect_exit $code clreduce $op --text -t $type -a $level <<<'1 2 3'
            done
        done
    done
}

try_own
try_structs
try_ops
