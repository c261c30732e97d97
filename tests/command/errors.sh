# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# What goes wrong: the exit code, one sentence on standard error that says what and where, and
# nothing on standard output.

rusticl=/etc/OpenCL/vendors/rusticl.icd

try_usage()
{
    run clreduce
    [ "$code" = 1 ] && [ -z "$out" ] && [[ $err == usage:* ]]
    judge $? 'expected the usage on standard error, and exit code 1' clreduce
    expect_error 1 "unknown operator 'smu': did you mean 'sum'" clreduce smu x
    expect_error 1 "did you mean 'doctor'" clreduce docter
    expect_error 1 "'hist' is no operator, but a command of its own" clreduce bench hist
    : >there.npy
    expect_error 1 "there.npy is a file, and bench makes its numbers" clreduce bench sum there.npy
    expect_error 1 "there.npy is a file, and bench makes its numbers" clreduce bench sum --axis 0 there.npy
    expect_error 1 "The operators are sum, prod, min, max, minmax, .* size, .*median, .* mode and unique" clreduce frobnicate x
    expect_error 1 "unknown operator 'SUM': did you mean 'sum'" clreduce SUM x
    expect_error 1 "unknown operator 'Average': did you mean 'mean'" clreduce Average x
    expect_error 1 "unknown operator 'norm': did you mean 'nrm2'" clreduce sum,norm x
    expect_error 1 "unknown operator 'rms': the root mean square is nrm2 --map 'x / sqrt(n)'" clreduce rms x
    expect_error 1 "unknown operator 'histogram': did you mean 'hist'" clreduce histogram x
    expect_error 1 "an operator's name is missing" clreduce sum, x
    expect_error 1 "an operator's name is missing" clreduce '' x
    expect_error 1 "'sum' is named twice" clreduce sum,max,sum x
    expect_error 1 "unknown type 'float32'. The types are" clreduce sum -t float32 x
    expect_error 1 "unknown strategy 'tickets': did you mean 'ticket'" clreduce sum -s tickets x
    expect_error 1 "unknown accuracy level 'fats': did you mean 'fast'" clreduce sum -a fats x
    expect_error 1 "unknown option '--jsno': did you mean '--json'" clreduce sum --jsno x
    expect_error 1 "unknown option '-z'" clreduce sum -z x
    for option in --group-by -g; do
        expect_error 1 "unknown option '$option': --by COLUMNS" clreduce sum $option city x
    done
    for option in --sep -F --tsv --separator=,; do
        expect_error 1 "unknown option '${option%=,}': --delimiter says" clreduce sum $option , x
    done
    expect_error 1 "unknown option '-k': --column" clreduce sum -k 2 x
    expect_error 1 "unknown option '--fmt': --format says" clreduce sum --fmt json x
    expect_error 1 "unknown option '--precision': --digits N" clreduce sum --precision 3 x
    expect_error 1 "did you mean '--csv'" clreduce sum --cvs x
    expect_error 1 "did you mean '--csv'" clreduce bench --cvs x
    echo 1 >member.txt
    tar -cf some.tar member.txt
    expect_error 2 "is a tar archive: 'tar -xOf some.tar MEMBER | " clreduce sum some.tar
    expect_error 2 "is a tar archive: '... | tar -xOf - MEMBER | " clreduce sum <some.tar
    expect_error 1 "needs its TYPE" clreduce sum x -t
    expect_error 1 "takes no argument" clreduce sum --json=yes x
    expect_error 1 "takes a whole number" clreduce sum --count -1 x
    expect_error 1 "takes a whole number" clreduce sum --count 1.5 x
    expect_error 1 "takes a whole number" clreduce sum --count 99999999999999999999 x
    expect_error 1 "takes a whole number" clreduce sum --offset 16E x
    expect_error 1 "takes a whole number" clreduce sum --offset 99999999T x
    expect_error 1 "takes a number above 0" clreduce sum --repeat 0 x
    expect_error 1 "takes a number above 0" clreduce sum --chunk 0 x
    expect_error 1 "--chunk takes up to 128T" clreduce sum --chunk 1000000G x
    expect_error 1 "--endian is little or big" clreduce sum --endian middle x
    expect_error 1 "has no use for --check" clreduce devices --check
    expect_error 1 "has no use for --csv" clreduce devices --csv
    expect_error 1 "choose one" clreduce bench --csv --json
    expect_error 1 "takes no further word" clreduce devices x
    expect_error 1 "takes no further word" clreduce doctor x
    expect_error 1 "source takes operators as one word" clreduce source
    expect_error 1 "source takes operators as one word" clreduce source sum max
    expect_error 1 "ops takes operators as one word: sum,max" clreduce ops sum max
    expect_error 1 "unknown operator" clreduce help nonsense
}

# An option that is given nothing: a script's variable is not set, say.
try_nothing()
{
    local option
    for option in -d --device -t -a -r -s --map --where --mask --index --column --chunk --count --axis \
        --length --offsets --labels --keys --keys-out -o --save --operator --nan; do
        expect_error 1 "is given nothing: it needs its " clreduce sum $option '' x
    done
    expect_error 1 "--plot is given nothing: it needs its FILE" clreduce bench --plot ''
    expect_error 2 "'': cannot be opened" clreduce sum ''
    expect_error 2 "'': cannot be opened" clreduce merge ''
}

# expect_short COMMAND... : fails in one line, however long its words are, of 200 bytes of each.
expect_short()
{
    run "$@"
    [ "$code" != 0 ] && [ "$(wc -l <"$work/.err")" = 1 ] && [ "$(wc -c <"$work/.err")" -lt 900 ]
    judge $? 'expected an error of one short line' "${@:0:4}"
}

# What is quoted is cut, and shown as no terminal takes it for an order.
try_quotes()
{
    local long odd=$'\x9b1m\xc2\x9b1m\e]0;x\a' option
    long=$(printf '%*s' 100000 '' | tr ' ' a)
    seq 3 >three.txt
    expect_short clreduce "$long" x
    expect_short clreduce "--$long" x
    expect_short clreduce sum "$long"
    expect_short clreduce help "$long"
    expect_short clreduce dot three.txt "$long"
    expect_short clreduce sum --map "x + $long" three.txt
    for option in -t -a -s -d --map --where --chunk --axis --nan --endian --mask --index --labels --keys \
        --offsets --save --column; do
        expect_short clreduce sum $option "$long" three.txt
    done
    expect_short clreduce sum --length 1 -o "$long" three.txt
    expect_short clreduce bench --sizes "$long"
    for option in -t -d --map --chunk --labels; do
        run clreduce sum $option "$odd" three.txt
        [ "$code" != 0 ] && ! LC_ALL=C grep -q $'[\x9b\e\a]' "$work/.err"
        judge $? 'expected an error without control characters' clreduce sum $option "$odd" three.txt
    done
}

try_files()
{
    expect_error 2 "missing.npy: cannot be opened: No such file" clreduce sum missing.npy
    expect_error 2 "is a directory" clreduce sum .
    expect_error 2 "is a directory" clreduce sum - <.
    put_npy i32 little 1 2 >good.npy
    expect_error 2 "missing: cannot be opened" clreduce sum good.npy missing
    ln -s nowhere broken-link
    expect_error 2 "broken-link: cannot be opened" clreduce sum broken-link
    expect_error 2 '?\[31m?red: cannot be opened' clreduce sum $'\e[31m\nred' # for no terminal
    ln -s circle circle
    expect_error 2 "circle: cannot be opened" clreduce sum circle
    expect_error 2 "can be read only once" clreduce sum - - </dev/null
    expect_error 2 "cannot be read" clreduce sum - <&-
    expect_error 2 "must have one type" clreduce sum good.npy <(:)
    cp good.npy secret.npy
    chmod 0 secret.npy
    if [ "$(id -u)" != 0 ]; then
        expect_error 2 "secret.npy: cannot be opened: Permission denied" clreduce sum secret.npy
    elif setpriv --reuid 65534 --regid 65534 --clear-groups test -x "$work/bin/clreduce"; then
        expect_error 2 "secret.npy: cannot be opened: Permission denied" \
            setpriv --reuid 65534 --regid 65534 --clear-groups clreduce sum secret.npy
    else
        skip "a file without permission: other users do not reach the command"
    fi
}

# try_header SENTENCE SHAPE [DESCR] : a header, and 8 bytes behind it.
try_header()
{
    {
        put_npy_header "${3-<f4}" "$2"
        put_numbers f32 little 1 2
    } >lying.npy
    expect_error 2 "lying.npy: .*$1" clreduce sum lying.npy
}

try_npy_lies()
{
    local size
    : >empty.npy
    expect_error 2 "empty.npy: is no .npy file" clreduce sum empty.npy
    echo 1 2 3 >text.npy
    expect_error 2 "text.npy: is no .npy file.*say --text" clreduce sum text.npy
    put_npy f32 little 1 2 3 >full.npy
    for size in 1 5; do # within the first eight bytes it is no .npy file at all
        head -c $size full.npy >cut.npy
        expect_error 2 "is no .npy file" clreduce sum cut.npy
    done
    for size in 6 7 9 10 40 127; do
        head -c $size full.npy >cut.npy
        expect_error 2 "cut.npy: .*truncated" clreduce sum cut.npy
    done
    for size in 128 129 139; do
        head -c $size full.npy >cut.npy
        expect_error 2 "the header says 3 elements of f32 (12 bytes) but .*truncated" \
            clreduce sum cut.npy
        expect_error 2 "the header says 3 elements .*truncated" bash -c 'cat cut.npy | clreduce sum'
    done
    { cat full.npy; printf x; } >long.npy
    expect_error 2 "12 bytes) but 13 bytes follow: .*longer" clreduce sum long.npy
    expect_error 2 "longer than one array" bash -c 'cat long.npy | clreduce sum'
    expect_error 2 "the header says 3 .*truncated" clreduce sum --count 1 <(head -c 130 full.npy) full.npy

    try_header "malformed" "(-2,)"
    try_header "malformed" "(2)"
    try_header "malformed" "2"
    try_header "malformed" "(2,,)"
    try_header "malformed" "(2, x)"
    try_header "without zeros in front expected, not \"010,)" "(010,)"
    try_header "malformed" "("
    try_header "more bytes than 64 bits" "(99999999999999999999999999,)"
    try_header "more bytes than 64 bits" "(4294967296, 4294967296)"
    try_header "more bytes than 64 bits" "(4611686018427387904,)"
    try_header "truncated" "(1000000000000,)"
    try_header "longer" "(0, 4294967296, 4294967296)"
    try_header "longer" "(1,)"
    try_header "cannot be reduced" "(1,)" "<c8"
    try_header "cannot be reduced" "(2,)" "<U1"
    try_header "cannot be reduced" "(1,)" "|O"
    try_header "cannot be reduced" "(1,)" ""
    try_header "say -t bf16" "(4,)" "<V2"
    { put_npy_header '<f4' '(2,)' 4 && put_numbers f32 little 1 2; } >future.npy
    expect_error 2 "version 4.0" clreduce sum future.npy
    { printf '\x93NUMPY\x02\x00' && put_words little ffffffff; } >huge-header.npy
    expect_error 2 "1 MiB" clreduce sum huge-header.npy
    printf '\x93NUMPY\x01\x00\x02\x00{}' >no-keys.npy
    expect_error 2 'lacks the key "descr"' clreduce sum no-keys.npy
    expect_error 2 "leave -t out" clreduce sum -t f64 full.npy
    expect_error 2 "is for raw binary" clreduce sum --offset 4 full.npy
    expect_error 2 "is for raw binary" clreduce sum --endian big full.npy
    expect_error 2 "is for CSV" clreduce sum --column 1 full.npy
    expect_error 2 "but --count asks for 4" clreduce sum --count 4 full.npy
}

try_raw()
{
    printf 1234567 >seven.raw
    expect_error 2 "ends with 3 bytes of an element of f32" clreduce sum --raw -t f32 seven.raw
    expect_error 2 "ends with 3 bytes" bash -c 'cat seven.raw | clreduce sum --raw -t f32'
    expect_error 2 "but --offset skips 8" clreduce sum --raw -t u8 --offset 8 seven.raw
    expect_error 2 "but --offset skips" clreduce sum --raw -t u8 --offset 15E7 seven.raw
    expect_error 2 "but --offset skips 8" bash -c 'cat seven.raw | clreduce sum --raw -t u8 --offset 8'
    expect_error 2 "--count asks for 2" clreduce sum --raw -t f32 --count 2 seven.raw
    expect_error 2 "ends with 3 bytes" bash -c 'cat seven.raw | clreduce sum --raw -t f32 --count 2'
    expect_error 2 "read as text" clreduce sum --offset 1 seven.raw
    expect_error 1 "--raw needs the type" clreduce sum --raw seven.raw
    expect_error 1 "choose one" clreduce sum --raw -t u8 --text seven.raw
    expect_error 1 "choose one" clreduce sum --raw -t u8 --column 1 seven.raw
    expect_error 2 "starts as .npy files do, .*leave --raw out" clreduce sum --raw -t u8 good.npy
    put_numbers f32 little 1 2 3 >three.raw
    expect_error 2 "three.raw: is not text.*say so and its type: --raw -t TYPE" \
        clreduce sum -t f32 three.raw
    expect_error 2 "standard input: is not text.*--raw -t TYPE" \
        bash -c 'cat three.raw | clreduce sum -t f32'
    expect_error 2 'line 1, column 19: "256" does not fit the type u8' \
        clreduce sum -t u8 <<<'1 2 3 4 5 6 7 8 9 256'
}

try_text()
{
    : >nothing.txt
    expect_error 2 "min of no elements has no value" clreduce min nothing.txt
    printf 'price\n1\n2\n' >headed.txt
    expect_error 2 'headed.txt: line 1, column 1: "price" .*header line.*--column' \
        clreduce sum headed.txt
    expect_error 2 'standard input: line 2, column 3: "3x"' clreduce sum <<<$'1\n2 3x'
    expect_error 2 '"1e400" does not fit the type f64' clreduce sum <<<'1 1e400'
    expect_error 2 '"1e39" does not fit the type f32' clreduce sum --text -t f32 <<<1e39
    expect_error 2 '"65520" does not fit the type f16' clreduce sum --text -t f16 <<<65520
    expect_error 2 '"256" does not fit the type u8' clreduce sum --text -t u8 <<<256
    expect_error 2 '"-1" does not fit the type u8' clreduce sum --text -t u8 <<<-1
    expect_error 2 '"128" does not fit the type i8' clreduce sum --text -t i8 <<<128
    expect_error 2 '"18446744073709551616" does not fit' \
        clreduce sum --text -t u64 <<<18446744073709551616
    expect_error 2 '"1.5" is not a whole number of type i32' clreduce sum --text -t i32 <<<1.5
    expect_error 2 "column 1" clreduce sum <<<'- 1'
    expect_error 2 "column 3" clreduce sum <<<'1 1e'
    expect_error 2 "is not text.*-t TYPE" clreduce sum <<<$'1 \001\002'
    head -c 100000 "$(command -v clreduce)" >garbage
    expect_error 2 "garbage: is not text.*-t TYPE" clreduce sum garbage
    expect_error 2 "is not text" clreduce sum --column 1 garbage
    expect_error 2 "is not text" clreduce sum --column 1 <<<$'\001,\t2\n3,\t4'
    expect_error 2 "is not a number" clreduce sum <<<$'\xff\xfd1'
    # Lines of a million characters: one number, many numbers, one bad number at the end.
    head -c 1000000 /dev/zero | tr '\0' 7 >long-token.txt
    expect_error 2 "line 1, column 1: .*is longer than any number" clreduce sum long-token.txt
    expect_error 2 "line 1, column 1" clreduce sum --column 1 long-token.txt
    yes 1 | head -n 500000 | tr '\n' ' ' >long-line.txt
    expect_output 500000 clreduce sum long-line.txt
    { cat long-line.txt; echo 1x; } >bad-end.txt
    expect_error 2 'line 1, column 1000001: "1x"' clreduce sum bad-end.txt
    { printf '#' && cat long-token.txt && echo && echo 4; } >long-comment.txt
    expect_output 4 clreduce sum long-comment.txt
}

try_csv()
{
    printf 'a,b,a\n1,2,3\n4\n' >table.csv
    expect_error 2 'no column named "c"; its columns are "a", "b", "a"' \
        clreduce sum --column c table.csv
    expect_error 2 'columns 1 and 3 are both named "a"' clreduce sum --column a table.csv
    expect_error 2 'line 3 has 1 field, but the header on line 1 has 3' \
        clreduce sum --column b table.csv
    expect_error 2 "column 0" clreduce sum --column 0 table.csv
    expect_error 2 "line 3 has 1 field, but the header" clreduce sum --header --column 2 table.csv
    expect_error 2 "the line ends after" clreduce sum --column 9 table.csv
    expect_error 2 "line 1, column 1: the field is empty: --missing .*; if the first line is a header, say --header" \
        clreduce sum --column 1 <<<$',1\n2,3'
    expect_error 2 'line 1, column 2: "b" is not a number .* --header, or .*--column "b"' \
        clreduce sum --column 2 table.csv
    expect_error 1 "--column is given twice, 'a' and '1'" clreduce sum --column a --column 1 table.csv
    expect_error 1 "choose a column" clreduce sum --header table.csv
    printf 'a\n1\n\n2,x\n"3\n' >quote.csv
    expect_error 2 "quote" clreduce sum --column a quote.csv
    expect_error 2 'line 2, column 1 ("a"): .*"no"' clreduce sum --column a <<<$'a\nno'
    expect_error 2 'the field is empty' clreduce sum --column a <<<$'a,b\n,2'
}

try_empty()
{
    put_npy f32 little >none.npy
    expect_error 2 "min of no elements has no value" clreduce min none.npy
    expect_error 2 "max of no elements has no value" clreduce max none.npy
    expect_error 2 "min of no elements has no value" clreduce sum,min none.npy
    expect_error 2 "min of no elements has no value" clreduce min </dev/null
    expect_error 2 "max of no elements has no value" clreduce max -t u8 --count 0 nothing.txt
    expect_exit 2 clreduce min --json none.npy
}

try_output()
{
    expect_error 2 "could not be written: No space left" bash -c 'clreduce sum good.npy >/dev/full'
    expect_error 2 "could not be written: No space left" \
        bash -c 'clreduce sum --json good.npy >/dev/full'
    expect_error 2 "could not be written" bash -c 'clreduce sum good.npy >&-'
    expect_error 2 "could not be written" bash -c 'clreduce devices --json >/dev/full'
    expect_error 2 "could not be written" bash -c 'clreduce devices >/dev/full'
    expect_error 2 "could not be written" bash -c 'clreduce source sum >/dev/full'
    expect_error 2 "could not be written" bash -c 'clreduce --help >/dev/full'
    expect_error 2 "could not be written" bash -c 'clreduce doctor >/dev/full'
    expect_error 2 "could not be written\|did not take" bash -c 'clreduce bench --count 1K --repeat 1 >/dev/full'
}

try_devices()
{
    local OCL_ICD_VENDORS=$OCL_ICD_VENDORS
    expect_error 3 "no device matches 'nonsense'; there .* 0:0" clreduce sum -d nonsense good.npy
    expect_error 3 "no device matches '9:9'" clreduce sum -d 9:9 good.npy
    expect_error 3 "no device matches 'nonsense'" \
        env CLREDUCE_DEVICE=nonsense clreduce sum good.npy
    expect_output 3 env CLREDUCE_DEVICE=nonsense clreduce sum -d 0:0 good.npy
    expect_output 3 env CLREDUCE_DEVICE= clreduce sum good.npy
    expect_output 3 clreduce sum -d cpu good.npy
    # how a device's name begins: pthread-..., Intel(R) ...
    expect_output 3 clreduce sum -d "$(clreduce devices --json | jq -r '.[0].name[:7]')" good.npy
    OCL_ICD_VENDORS=/nonexistent
    for verb in sum devices 'source sum' 'bench'; do
        # shellcheck disable=SC2086
        expect_error 3 "no OpenCL platform.*pocl-opencl-icd" clreduce $verb
    done </dev/null
    expect_output "$(clreduce --help)" clreduce --help
}

try_unsupported()
{
    put_npy f32 little 1 2 3 >floats.npy
    expect_error 1 "exact" clreduce prod -a exact floats.npy
    expect_output 6 clreduce sum -a reproducible floats.npy
    expect_error 1 "ordered-ticket" clreduce sum -a reproducible -s two-pass floats.npy
    expect_output 3 clreduce sum -a exact good.npy
    expect_output 6 clreduce sum -a exact floats.npy
    expect_output 3 clreduce max -a exact floats.npy
    expect_error 1 "--result f32" clreduce prod -r f32 good.npy
    expect_error 1 "--result f32" clreduce max -r f32 floats.npy
    expect_error 1 "come as f32 or f64" clreduce sum -r i32 floats.npy
    expect_error 1 "come as f32 or f64" clreduce prod -r f16 floats.npy
    expect_error 1 "vector" clreduce sum --vector 3 floats.npy
    expect_error 1 "17 loads" clreduce sum --loads 17 floats.npy
    expect_error 1 "group" clreduce sum --group 1e9 floats.npy
    expect_error 1 "raise --chunk" clreduce sum --repeat 2 --chunk 8 floats.npy
    if [ -z "$layer" ]; then
        skip "a device without atomics: no fault layer is given"
        return
    fi
    # 0x106f is CL_DEVICE_OPENCL_C_FEATURES.
    expect_error 1 "ticket" env OPENCL_LAYERS="$layer" CLR_FAULT_FAILING_INFO=0x106f \
        clreduce sum -s ticket floats.npy
    expect_error 1 "-r f32\|double\|fp64" env OPENCL_LAYERS="$layer" CLR_FAULT_HIDE_FP64=1 \
        clreduce prod --raw -t f64 <(put_numbers f64 little 1 2)
    expect_exit 4 env OPENCL_LAYERS="$layer" CLR_FAULT_AT=40 CLR_FAULT_PERSISTENT=1 \
        clreduce sum floats.npy
    try_talking_driver
    # PoCL's builds that meet those of another process.
    expect_output 6 env OPENCL_LAYERS="$layer" CLR_FAULT_LOST_BUILDS=1 clreduce sum floats.npy
    expect_exit 4 env OPENCL_LAYERS="$layer" CLR_FAULT_LOST_BUILDS=2 clreduce sum floats.npy
}

# What a driver writes while it compiles is for those who ask, or for all if nothing comes of it.
try_talking_driver()
{
    local talking=(env OPENCL_LAYERS="$layer" CLR_FAULT_SAYS_WORDS=1)
    expect_output 6 "${talking[@]}" clreduce sum floats.npy
    expect_words "1 warning generated" "${talking[@]}" clreduce sum -v floats.npy
    run "${talking[@]}" CLR_FAULT_CALL=clBuildProgram CLR_FAULT_AT=1 CLR_FAULT_PERSISTENT=1 \
        clreduce sum floats.npy
    [ "$code" = 4 ] && [[ $err == "1 warning generated."*"clreduce: "* ]]
    judge $? "expected the driver's words, and an error" clreduce sum floats.npy
    # What tests of the library go by: a program with a warning in its build log does not build. PoCL
    # warns of what it compiles, and of nothing that it has kept.
    { echo '#warning a word'; cat "$source_folder/examples/operators/matrix_product.cl"; } >talking.cl
    head -c 64 /dev/zero >zeros
    mkdir nothing_kept
    expect_exit 2 env OPENCL_LAYERS="$layer" CLR_FAULT_MINDS_WARNINGS=1 POCL_CACHE_DIR="$PWD/nothing_kept" \
        clreduce --operator talking.cl --element-size 32 -r u64 zeros
}

# Mesa 22.3's rusticl stops loops after 65,535 steps, which the self-test notices.
# Sanitizers need not look for the leaks that it has.
try_wrong_device()
{
    local on_rusticl=(env ASAN_OPTIONS=detect_leaks=0 RUSTICL_ENABLE=llvmpipe OCL_ICD_VENDORS="$rusticl")
    local loop=(-s one-group --group 1 --vector 1 --loads 1)
    if ! "${on_rusticl[@]}" clreduce devices 2>/dev/null | grep -q llvmpipe; then
        skip "wrong devices: there is no rusticl on llvmpipe"
        return
    fi
    seq 70000 >loop.txt
    run "${on_rusticl[@]}" clreduce sum --text -t u32 loop.txt
    if [ "$code" = 0 ]; then
        skip "wrong devices: this rusticl is right"
        return
    fi
    expect_error 4 "a loop of 70,000 steps .*--no-self-test" \
        "${on_rusticl[@]}" clreduce sum --text -t u32 loop.txt
    run "${on_rusticl[@]}" clreduce sum --no-self-test --text -t u32 "${loop[@]}" loop.txt
    [ "$code" = 0 ] && [ "$out" != 2450035000 ] && [[ $err == *"self-test ignored"* ]]
    judge $? 'expected a wrong result and a warning' clreduce sum --no-self-test loop.txt
    run "${on_rusticl[@]}" clreduce sum --check -q --no-self-test --text -t u32 "${loop[@]}" loop.txt
    [ "$code" = 5 ] && [ -z "$out" ] && grep -q "check failed: .*2450035000" <<<"$err"
    judge $? 'expected exit code 5 and a failed check' clreduce sum --check --no-self-test loop.txt
}

try_usage
try_nothing
try_quotes
try_files
try_npy_lies
try_raw
try_text
try_csv
try_empty
try_output
try_devices
try_unsupported
try_wrong_device
