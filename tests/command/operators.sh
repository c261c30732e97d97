# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Every operator's answer, on its own and with others; NaN and overflow policies; maps of one input;
# operators of the user's own; and the verb ops.

# expect_each FILE "OP ANSWER"... : each operator on its own, if there is time, and all together.
expect_each()
{
    local file=$1 row
    shift
    for row; do
        ! sweeps || expect_output "${row#* }" clreduce "${row%% *}" "$file"
    done
    expect_output "$(printf '%s\n' "$@")" clreduce "$(printf '%s\n' "${@%% *}" | paste -sd,)" "$file"
}

try_answers()
{
    put_npy f32 little 3 -1.5 2 0.5 >a.npy
    expect_each a.npy 'minmax -1.5 3' 'argmin -1.5 1' 'argmax 3 0' 'any 1' 'all 1' 'count 4' \
        'amax 3' 'iamax 3 0'
    expect_each a.npy 'asum 7' 'sumsq 15.5' 'nrm2 3.9370039370059056'
    expect_each a.npy 'mean 1' 'var 2.875' 'std 1.695582495781317'
    expect_output '3 0' clreduce argmax a.npy
    put_npy i16 little 12 10 -6 >bits.npy
    expect_each bits.npy 'and 8' 'or -2' 'xor -4' 'amax 12' 'iamax 12 0' 'mean 5.333333333333333'
    expect_output 3.8333333333333335 clreduce var --ddof 1 "${quick[@]}" a.npy
    put_npy f32 little 0 0 >zeros.npy
    expect_output $'any 0\nall 0\ncount 0' clreduce any,all,count zeros.npy
    expect_output $'any 0\nall 1\ncount 0\nasum 0\nnrm2 0\nlogsumexp -inf' \
        clreduce any,all,count,asum,nrm2,logsumexp "${quick[@]}" --text </dev/null
    expect_output 255 clreduce and --text -t u8 </dev/null
    expect_output '7 123456' bash -c "yes 1 | head -n 200000 | sed '123457s/1/7/' | clreduce argmax"
}

# expect_unsure WORDS VERDICT COMMAND... : exit code 6, the result, and the words in one note; quietly
# the result alone; and as JSON the verdict.
expect_unsure()
{
    local words=$1 verdict=$2
    shift 2
    run "$@"
    [ "$code" = 6 ] && [ -n "$out" ] && [ "$(wc -l <<<"$err")" = 1 ] && grep -q "$words" <<<"$err"
    judge $? "expected exit code 6, a result, and one line with: $words" "$@"
    run "$@" -q
    [ "$code" = 6 ] && [ -n "$out" ] && [ -z "$err" ]
    judge $? 'expected exit code 6, and nothing but the result' "$@" -q
    run "$@" -q --json
    [ "$code" = 6 ] && jq -e ".results[0].check == \"$verdict\"" <<<"$out" >/dev/null
    judge $? "expected exit code 6, and in JSON: $verdict" "$@" -q --json
}

# All at once, checked on the host, for every type.
try_check()
{
    local type words rest level
    local both=sum,min,max,minmax,argmin,argmax,any,all,count,asum,sumsq,nrm2,amax,iamax,mean,var
    seq 100 | sed 's/7$/0/' >hundred.txt
    local types=(i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64)
    sweeps || types=(u64 f16)
    for type in "${types[@]}"; do
        rest=std,logsumexp,prod
        [[ $type == [iu]* ]] && rest+=,and,or,xor
        level=()
        # Which takes less time to compile.
        sweeps && [[ $type == f32 || $type == [iu]* ]] || level=(-a fast)
        for words in $both $rest; do
            expect_json '.results | all(.check == "passed" or .op == "prod")' \
                clreduce "$words" --check -q --json --text -t $type "${level[@]}" hundred.txt
        done
    done
    expect_json '[.results[].check] == ["passed", "passed"]' \
        clreduce var,std --check --json -q --text --ddof 1 "${quick[@]}" hundred.txt
    expect_unsure 'check: not available for a map' unavailable \
        clreduce sum --map 'x * x' --check "${quick[@]}" a.npy
    # Partial products leave the range of doubles, whatever comes of it.
    printf '1e300 1e300 1e-300\n' >beyond.txt
    expect_unsure 'check undecided: .*partial results can leave the range' undecided \
        clreduce prod --check beyond.txt
    expect_output inf clreduce mean --check <<<'inf 1 2'
    expect_output inf clreduce nrm2 --check <<<'-inf 1 2'
    expect_output -0 clreduce sum -t f64 --text --check <<<'-0 -0'
}

try_json()
{
    expect_json '.results[0] == {"op": "argmax", "type": "f32", "value": 3, "index": 0,
        "hex": "0x1.8p+1"}' clreduce argmax --json a.npy
    expect_json '.results[0] == {"op": "minmax", "type": "f32", "min": -1.5, "max": 3}' \
        clreduce minmax --json a.npy
}

try_policies()
{
    put_npy f32 little 1 nan 3 nan >nan.npy
    expect_output $'max nan\nargmax nan 1\nmean nan\ncount 4' clreduce max,argmax,mean,count "${quick[@]}" nan.npy
    expect_output $'max 3\nargmax 3 2\nmean 2\ncount 2' \
        clreduce max,argmax,mean,count --nan ignore "${quick[@]}" nan.npy
    put_npy f32 little nan nan >nans.npy
    expect_output $'any 1\nall 1\ncount 2' clreduce any,all,count nans.npy # a NaN is not 0
    expect_output $'any 0\nall 1\ncount 0' clreduce any,all,count --nan ignore nans.npy
    expect_words 'NaN is not' clreduce help all
    put_npy f32 little 0 nan 2 >zero.npy
    put_npy f32 little inf 1 3 >infinite.npy
    expect_output nan clreduce dot --nan ignore "${quick[@]}" zero.npy infinite.npy # 0 * inf is no NaN of the input
    expect_output 6 clreduce dot --nan ignore "${quick[@]}" <(put_npy f32 little 0 nan 2) <(put_npy f32 little 1 1 3)
    expect_output 0 clreduce sum --nan ignore "${quick[@]}" nans.npy
    expect_error 2 "max .*no value" clreduce max --nan ignore nans.npy
    expect_error 2 "var .*no value" clreduce var --ddof 4 "${quick[@]}" a.npy
    expect_error 2 "mean .*no value" clreduce mean "${quick[@]}" --text </dev/null
    expect_error 1 "propagate or ignore, not 'skip'" clreduce sum --nan skip a.npy
    echo 9223372036854775807 1 >wide.txt
    expect_output -9223372036854775808 clreduce sum --text -t i64 wide.txt
    expect_error 2 "sum .*--overflow wrap" clreduce sum --overflow detect --text -t i64 wide.txt
    expect_output 9223372036854775808 clreduce sum --overflow detect --text -t u64 wide.txt
    expect_output 9223372036854775807 clreduce sum --overflow detect --text -t i64 \
        <<<'9223372036854775807 1 -1'
    expect_error 1 "wrap or detect" clreduce sum --overflow saturate a.npy
    expect_error 1 "takes a whole number" clreduce var --ddof -1 a.npy
}

try_maps()
{
    expect_output 15.5 clreduce sum --map 'x * x' "${quick[@]}" a.npy
    expect_output $'sum 2\ncount 2' clreduce sum,count --map 'x > 1' a.npy
    expect_output '6 2' clreduce argmax --map 'x * i + (i == 2) * 2' a.npy
    expect_output 1 clreduce sum --map 'x / n' --count 4 "${quick[@]}" a.npy
    expect_error 1 "has n in it, .*say it with --count" \
        bash -c 'echo 1 2 3 | clreduce sum --map "x / n"'
    expect_output 2 bash -c 'echo 1 2 3 | clreduce sum --map "x / n" --count 3 "$@"' bash "${quick[@]}"
    expect_output 4 clreduce sum --map '1.0 * x / 2' "${quick[@]}" --text -t i32 <<<'1 3 4'
    expect_error 1 "column 5 of the map: there is no 'q'" clreduce sum --map 'x * q' a.npy
    expect_error 1 "map" clreduce sum --map '' a.npy
    expect_error 1 "map" clreduce sum --map 'x & 1' a.npy
    expect_error 1 "has no use for --map" clreduce bench --map 'x * x'
}

try_too_many()
{
    expect_error 1 "more than 16 operators" clreduce \
        sum,prod,min,max,minmax,argmin,argmax,any,all,count,asum,sumsq,nrm2,amax,iamax,mean,var a.npy
    expect_error 1 "xor takes integers, and these are f32; 'clreduce ops' says" clreduce sum,xor a.npy
    expect_output 3 clreduce xor -t i64 --text <<<"1 2"
}

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

try_answers
try_check
try_json
try_policies
try_maps
try_too_many
try_own
try_structs
try_ops
