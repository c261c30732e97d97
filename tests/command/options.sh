# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Options: every one is documented and completed, stands where people put it, and does its work; and
# the verbs bench, source and help.

verbs=(stats hist merge devices doctor strategies ops bench tune explain source)

# The long options of the help text on standard input.
long_options()
{
    grep -o -e '--[a-z][a-z-]*' | sort -u
}

try_documents()
{
    local option word manual=$source_folder/docs/clreduce.1 all
    all=$({
        clreduce --help
        for word in "${verbs[@]}"; do
            clreduce help "$word"
        done
    } | grep '^  ' | long_options)
    [ "$(wc -l <<<"$all")" -ge 24 ]
    judge $? "expected all of the options: $all" clreduce help
    for option in $all; do
        grep -q -e "Fl \\\\-${option#--}\( \|\$\)" "$manual"
        judge $? "$option is not in the manual" "$manual"
    done
    all=$(clreduce --help | sed -n 's/^\(operators\|types\|strategies\|accuracy\|data\|topics\): *//p')
    for word in "${verbs[@]}" help $all; do
        grep -q -w -e "$word" "$manual"
        judge $? "$word is not in the manual" "$manual"
    done
    if ! command -v mandoc >/dev/null; then
        skip "the manual's syntax: mandoc is not installed"
    else
        expect_output '' mandoc -T lint -W warning "$manual"
    fi
    expect_exit 0 clreduce help
    expect_output "$(clreduce --help)" clreduce help
    expect_output "$(clreduce --help)" clreduce -h
    expect_output "$(clreduce help bench)" clreduce bench --help
    expect_words 'largest x and its index' clreduce help argmax
    expect_words '^usage: clreduce dot X Y' bash -c 'clreduce help dot | grep ^usage'
    expect_words '^clreduce [0-9]*\.[0-9]*\.[0-9]*' clreduce --version
}

# What messages point to is there: each topic is its document, and no verb or operator has its name.
try_topics()
{
    local topic topics
    topics=$(clreduce --help | sed -n 's/^topics: *//p')
    expect_same "topics" "map custom blocks exact order accumulator" "$topics"
    for topic in $topics; do
        expect_output "$(cat "$source_folder/docs/$topic.md")" clreduce help "$topic"
        expect_exit 1 clreduce "$topic"
    done
    expect_error 1 "clreduce help map" clreduce sum --map 'foo(x)' a.npy
    expect_error 1 "unknown operator" clreduce help ma
    expect_error 1 "unknown operator" clreduce help map.md
}

# Of a strategy: its lesson, its lines, the rung before it and its page.
try_help_of_strategies()
{
    local name
    for name in $(clreduce --help | sed -n 's/^strategies: *//p'); do
        expect_words "^$name: " clreduce help "$name"
        clreduce help ladder | grep -q -w -e "$name" || [ "$name" = auto ]
        judge $? "$name is not there" clreduce help ladder
    done
    expect_words 'source -s first-add --plain' clreduce help first-add
    expect_words 'strategies sequential-host,first-add' clreduce help first-add
    expect_words 'docs/ladder/first-add.md' clreduce help first-add
    expect_words 'race --unsound' clreduce help race
    expect_words 'explain ticket ordered-ticket' clreduce help ordered-ticket
    expect_words '^10  first-add$' clreduce help ladder
    expect_words '^    adding while loading' clreduce help ladder
    expect_error 1 "unknown operator" clreduce help tile/best/store
}

# complete WORD... : what bash offers for the last word, sorted, on one line.
complete()
{
    (
        # shellcheck disable=SC2317 # the file of completions calls it
        complete() { :; }
        # shellcheck source=/dev/null
        . "$source_folder/tools/completion.bash"
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        COMPREPLY=()
        _clreduce
        printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd ' '
    )
}

try_completion()
{
    local option
    for option in $(clreduce --help | grep '^  ' | long_options); do
        expect_same "completion of $option" "$option" \
            "$(complete clreduce sum "$option" | tr ' ' '\n' | grep -x -e "$option")"
    done
    expect_same "completion of clreduce s" "size source stats std strategies sum sumsq" "$(complete clreduce s)"
    expect_same "completion of clreduce sum,m" "sum,max sum,mean sum,median sum,min sum,minmax sum,mode" "$(complete clreduce sum,m)"
    expect_same "completion of -t f" "f16 f32 f64" "$(complete clreduce sum -t f)"
    printf 'day;"price";pri ce\n1;2;3\n' >shop.csv
    expect_same "completion of --column, of the file's header" \
        "day pri ce price" "$(complete clreduce sum shop.csv --column '')"
    expect_same "completion of --column pr" "pri ce price" "$(complete clreduce sum shop.csv --column pr)"
    expect_same "completion of --column without a file" '' "$(complete clreduce sum --column '')"
    expect_same "completion of -r" "bf16 f16 f32 f64" "$(complete clreduce sum -r '')"
    touch merged.acc
    expect_same "completion of merge me" "mean merged.acc" "$(complete clreduce merge me)"
    rm merged.acc
    expect_same "completion of -s t" "ticket two-kernels two-pass" "$(complete clreduce sum -s t)"
    expect_same "completion of --strategies a,ti" "atomic,ticket" \
        "$(complete clreduce bench --strategies atomic,ti)"
    expect_same "completion of --data bits,su" "bits,subnormal" \
        "$(complete clreduce bench --data bits,su)"
    expect_same "completion of bench --c" "--check --count --csv" "$(complete clreduce bench --c)"
    expect_same "completion of explain seq" "sequential sequential-host" \
        "$(complete clreduce explain seq)"
    expect_same "completion of --labels FILE:pr" "shop.csv:price" "$(complete clreduce sum --labels shop.csv:price)"
    expect_same "completion of --nan=i" "--nan=ignore" "$(complete clreduce sum --nan=i)"
    expect_same "completion of -vt f" "f16 f32 f64" "$(complete clreduce sum -vt f)"
    expect_same "completion of --op m" "max mean min minmax" "$(complete clreduce explain auto --op m)"
    expect_same "completion of --nan i" "ignore" "$(complete clreduce sum --nan i)"
    expect_same "completion of --overflow" "detect wrap" "$(complete clreduce sum --overflow '')"
    expect_same "completion of help ar" "argmax argmin" "$(complete clreduce help ar)"
    expect_same "completion of help first-" "first-add" "$(complete clreduce help first-)"
    expect_same "completion of help m" "map max mean median merge min minmax mode" "$(complete clreduce help m)"
    expect_same "completion of explain --wa" "--wave" "$(complete clreduce explain auto --wa)"
}

# completed SHELL WORD... : what the shell itself offers, sorted, on one line.
completed()
{
    local shell=$1
    shift
    case $shell in
    zsh)
        # shellcheck disable=SC2016 # zsh's own; _describe and _files draw the menu
        zsh -f -c '
            _describe() { print -rl -- "${(@)${(P)2}%%:*}" }
            _files() { print -rl -- $words[CURRENT]*(N) }
            words=("$@") CURRENT=$#
            source $0/completion.zsh
            _clreduce' "$source_folder/tools" "$@"
        ;;
    fish) fish -N -c "source '$source_folder/tools/completion.fish'; complete -C '${*}'" | cut -f 1 ;;
    esac | sort | paste -sd ' '
}

try_other_shells()
{
    local shell
    for shell in zsh fish; do
        if ! command -v $shell >/dev/null; then
            skip "completion of $shell: it is not installed"
            continue
        fi
        expect_same "$shell: clreduce s" "size source stats std strategies sum sumsq" "$(completed $shell clreduce s)"
        expect_same "$shell: clreduce sum,m" "sum,max sum,mean sum,median sum,min sum,minmax sum,mode" "$(completed $shell clreduce sum,m)"
        expect_same "$shell: sum -t f" "f16 f32 f64" "$(completed $shell clreduce sum -t f)"
        expect_same "$shell: bench --c" "--check --count --csv" "$(completed $shell clreduce bench --c)"
        expect_same "$shell: sum sh" "shop.csv" "$(completed $shell clreduce sum sh)"
        expect_same "$shell: --column p" "pri ce price" "$(completed $shell clreduce sum shop.csv --column p)"
    done
    if command -v zsh >/dev/null; then
        mkdir -p site
        cp "$source_folder/tools/completion.zsh" site/_clreduce
        # shellcheck disable=SC2016 # zsh's own
        expect_output _clreduce zsh -f -c 'fpath=(./site $fpath); autoload -Uz compinit; compinit -u -D; print $_comps[clreduce]'
    fi
}

try_places()
{
    put_npy i32 little 1 2 3 >a.npy
    put_numbers i32 little 1 2 3 >a.raw
    expect_output 6 clreduce -q sum a.npy
    expect_output 6 clreduce sum a.npy -q
    expect_output 6 clreduce sum -q -- a.npy
    expect_output 6 clreduce -s two-pass sum --group 8 a.npy --groups=3
    expect_output 6 clreduce sum --raw -ti32 a.raw
    expect_output 6 clreduce sum a.raw --type=i32 --raw
    expect_output 6 clreduce sum --raw a.raw --ty i32
    expect_output 6 clreduce sum --raw -t u8 -t i32 a.raw # the last one holds
    expect_output 6 clreduce -- sum a.npy
    expect_error 2 "-q: cannot be opened" clreduce sum a.npy -- -q
}

# An option with a suffix says the same as the number.
try_suffixes()
{
    head -c 3000000 /dev/zero | tr '\0' '\1' >ones.raw
    expect_output 1024 clreduce sum --raw -t u8 --count 1K ones.raw
    expect_output 2097152 clreduce sum --raw -t u8 --count 2M ones.raw
    expect_output 1000000 clreduce sum --raw -t u8 --count 1e6 ones.raw
    expect_output 2998976 clreduce sum --raw -t u8 --offset 1k ones.raw
    expect_error 2 "--count asks for 1073741824" clreduce sum --raw -t u8 --count 1G ones.raw
    expect_error 1 "takes a whole number" clreduce sum --raw -t u8 --count 1KB ones.raw
    expect_error 1 "takes a whole number" clreduce sum --raw -t u8 --count ' 1' ones.raw
}

try_verbose()
{
    expect_words 'device 0:0 .*strategy.*3 numbers' bash -c 'clreduce sum -v a.npy 2>&1 | tr "\n" " "'
    expect_words '5 runs, kernel time: first .*, fastest' clreduce sum --repeat 5 a.npy
    expect_output 6 clreduce sum --repeat 5 -q a.npy
    expect_output 6 clreduce sum --repeat 1 a.npy
}

try_check()
{
    local type
    for type in i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; do
        seq 100 >hundred.txt
        expect_exit 0 clreduce sum,prod,min,max --check -q --text -t $type hundred.txt
    done
    expect_words 'check passed: .*sum is 6' clreduce sum --check -v a.npy
    expect_output 6 clreduce sum --check a.npy
    expect_output 5050 clreduce sum --check hundred.txt
}

try_bench()
{
    local names='["kernel", "end-to-end", "plain-loop"]'
    local few=(--count 10K --repeat 3)
    expect_json "[.[0].measurements[].name] == $names" clreduce bench --json "${few[@]}"
    expect_json '.[0].measurements[1].method | test("by clr_reduce_all")' \
        clreduce bench --json "${few[@]}"
    for how in --stream '-s two-pass' '--group 1'; do
        expect_json '.[0] | .check == "passed" and (.measurements[1].method | test("by a stream of 1"))' \
            clreduce bench --json $how "${few[@]}"
    done
    expect_json '[.[].op] == ["sum,max"]' clreduce bench sum,max -t i32 --json "${few[@]}"
    expect_json '.[0] | .check == "passed" and .input.bytes == 163840' \
        clreduce bench dot --json --count 20K --repeat 3
    expect_json '.[0].measurements | length == 2 and all(.time_per_plain_loop == null)' \
        clreduce bench argmax --json "${few[@]}"
    expect_json '.[0] | .input.count == 10240 and .input.bytes == 40960 and .check == "passed"' \
        clreduce bench --json "${few[@]}"
    expect_json '.[0].measurements | all(.runs == 3 and .gb_per_s > 0 and
        .seconds.fastest <= .seconds.median and .seconds.median <= .seconds.slowest and
        .seconds.lower_quartile <= .seconds.upper_quartile)' clreduce bench --json "${few[@]}"
    expect_json '.[0] | has("device") and has("strategy") and has("accuracy") and has("sizes")' \
        clreduce bench --json "${few[@]}"
    run clreduce bench --csv sum,min "${few[@]}"
    [ "$code" = 0 ] && [ "$(wc -l <<<"$out")" = 4 ] && [[ $out == device,op,type,* ]] &&
        [[ $out == *,gb_per_s,time_per_plain_loop* ]]
    judge $? "expected a heading and three lines" clreduce bench --csv sum,min "${few[@]}"
    expect_output 6 bash -c 'clreduce bench --csv --count 1K --repeat 2 |
        clreduce sum --column runs -t i32'
    expect_words 'plain-loop .*every result checked' \
        bash -c 'clreduce bench --count 1K --repeat 2 | tr "\n" " "'
    expect_error 1 "at least 1" clreduce bench --count 0
    expect_error 1 "more than\|beyond" clreduce bench --count 1e18
    expect_error 1 "beyond" clreduce bench --count 1e19
    expect_error 1 "as one word: sum,max" clreduce bench sum max
}

# plain_strategy FILE : the strategy whose lines an example has: no_barriers.cl is no-barriers.
plain_strategy()
{
    basename "$1" .cl | sed 's/^[0-9]*_//; s/_/-/g'
}

# A strategy's lines are those of its example, but for the licence's; each example compiles alone.
try_plain()
{
    local file name
    for file in "$source_folder"/examples/ladder/[0-9]*.cl; do
        name=$(plain_strategy "$file")
        expect_output "$(echo "/* examples/ladder/${file##*/} */" && sed 1d "$file")" \
            env OCL_ICD_VENDORS=/nonexistent clreduce source -s "$name" --plain
    done
    expect_words 'everybody adds to one cell' clreduce source sum -s race --plain
    expect_error 1 "ordered has no plain lines" clreduce source -s ordered --plain
    expect_error 1 "sums of int alone: leave 'max' out" clreduce source max -s race --plain
    expect_error 1 "say which, such as" clreduce source --plain
    expect_error 1 "has no use for --plain" clreduce sum --plain x
}

try_source()
{
    local op type clang file
    expect_words '__kernel' clreduce source sum
    expect_words 'build options' clreduce source sum -v
    expect_words '__kernel' clreduce source sum,max
    clang=$(compgen -c clang | grep -x -e 'clang\(-[0-9]*\)\?' | sort -V | head -n 1)
    if [ -z "$clang" ]; then
        skip "the source compiles: clang is not installed"
        return
    fi
    for type in i8 u64 f16 f32 f64; do
        for op in sum max; do
            clreduce source $op -t $type >kernel.cl
            expect_exit 0 "$clang" -x cl -cl-std=CL2.0 -target spir64 \
                -Xclang -finclude-default-header -fsyntax-only kernel.cl
        done
    done
    for file in "$source_folder"/examples/ladder/*.cl; do
        expect_exit 0 "$clang" -x cl -cl-std="$(grep -q '2\.0' "$file" && echo CL2.0 || echo CL1.2)" -target spir64 \
            -Wall -Wextra -Wno-ignored-pragmas -Werror -Xclang -finclude-default-header -fsyntax-only "$file"
    done
}

try_documents
try_completion
try_other_shells
try_places
try_topics
try_help_of_strategies
try_plain
try_suffixes
try_verbose
try_check
try_bench
try_source
