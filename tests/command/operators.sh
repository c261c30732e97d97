# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Every operator's answer, on its own and with others, as text and as JSON; maps of one input.

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
        'amax 3' 'iamax 3 0' 'first 3 0' 'last 0.5 3'
    expect_each a.npy 'asum 7' 'sumsq 15.5' 'nrm2 3.9370039370059056'
    expect_each a.npy 'mean 1' 'var 2.875' 'std 1.695582495781317'
    expect_output '3 0' clreduce argmax a.npy
    put_npy i16 little 12 10 -6 >bits.npy
    expect_each bits.npy 'and 8' 'or -2' 'xor -4' 'amax 12' 'iamax 12 0' 'mean 5.333333333333333'
    expect_output 3.8333333333333335 clreduce var --ddof 1 "${quick[@]}" a.npy
    put_npy f32 little 0 0 >zeros.npy
    expect_output $'any 0\nall 0\ncount 0' clreduce any,all,count -q zeros.npy
    expect_output $'any 0\nall 1\ncount 0\nasum 0\nnrm2 0\nlogsumexp -inf' \
        clreduce any,all,count,asum,nrm2,logsumexp "${quick[@]}" --text </dev/null
    expect_output 255 clreduce and --text -t u8 </dev/null
    expect_output '7 123456' bash -c "yes 1 | head -n 200000 | sed '123457s/1/7/' | clreduce argmax"
}

# count is of what is not 0, as any and all are; where it leaves zeros out unasked it says so.
try_sizes()
{
    local note='not 0, here 1 of 2: size counts all'
    printf '0\n5\n' >two.txt
    expect_output 2 clreduce size --check two.txt
    expect_output $'count 1\nsize 2' clreduce count,size two.txt
    expect_words "$note" clreduce count two.txt
    [ "$out" = 1 ]
    judge $? 'prints 1' clreduce count two.txt
    expect_words "$note" clreduce count --labels <(echo 0 1) two.txt
    expect_words "$note" clreduce count --length 1 two.txt
    expect_output 2 clreduce count <(echo 5 7)
    expect_output $'0\t1' clreduce count --labels <(echo 0 3) --bins 1 -q <(echo 5 0)
    expect_output 1 clreduce count --map 'x > 1' two.txt
    expect_output 1 clreduce count --where 'x > 1' two.txt
    expect_output 1 clreduce count -q two.txt
    expect_json '.results[0].value == 1' clreduce count --json two.txt
    expect_output $'size 2\nsum 5' clreduce size,sum --nan ignore --check <(echo 0 nan 5)
    expect_output 3 clreduce size --check <(echo 0 nan 5)
    expect_output $'0\t2\n1\t1' clreduce size --check --labels <(echo 0 0 1) <(echo 0 0 5)
    expect_output 2 clreduce size --map 'x / n' --where 'x < 1' a.npy
    expect_error 1 "did you mean 'size'" clreduce len two.txt
}

try_json()
{
    expect_json '.results[0] == {"op": "argmax", "type": "f32", "value": 3, "index": 0,
        "hex": "0x1.8p+1"}' clreduce argmax --json a.npy
    expect_json '.results[0] == {"op": "minmax", "type": "f32", "min": -1.5, "max": 3}' \
        clreduce minmax --json a.npy
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
    expect_error 1 "column 5 of the map: there is no 'k'" clreduce sum --map 'x * k' a.npy
    expect_error 1 "map" clreduce sum --map '' a.npy
    expect_error 1 "map" env CLREDUCE_HOST_ELEMENTS=0 clreduce sum --map 'x & 1' a.npy
    expect_error 1 "has no use for --map" clreduce tune --map 'x * x'
}

# Variances by counts and by reliabilities: of 1, 1, 3, 3, and of 1 and 3.
try_weights()
{
    printf '1\n3\n' >two.txt
    expect_output $'wvar 1.3333333333333333\nrwvar 2' clreduce wvar,rwvar --ddof 1 --check two.txt <(echo 2 2)
    expect_output nan clreduce wvar two.txt <(echo 1 -1)
    expect_output nan clreduce wvar --ddof 1 two.txt <(echo 0 1)
    expect_error 2 'wvar of no elements has no value' clreduce wvar <(:) <(:)
    expect_error 1 'there is no level exact for wvar of f64' clreduce wvar -a exact two.txt <(echo 1 1)
    expect_error 1 'wvar depends on the order' clreduce wvar --save x.acc two.txt <(echo 1 1)
    expect_error 1 "did you mean 'rwvar'" clreduce awvar two.txt two.txt
}

try_too_many()
{
    expect_error 1 "more than 16 operators" clreduce \
        sum,prod,min,max,minmax,argmin,argmax,any,all,count,asum,sumsq,nrm2,amax,iamax,mean,var a.npy
    expect_error 1 "xor takes integers, and these are f32; 'clreduce ops' says" clreduce sum,xor a.npy
    expect_output 3 clreduce xor -t i64 --text <<<"1 2"
}

try_answers
try_sizes
try_json
try_maps
try_weights
try_too_many
