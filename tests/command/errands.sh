# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Two errands of somebody who has the README alone: they go from page to page by its links, and type
# what the pages say, word by word.

page=README.md

# A judgement without a run has nothing else to show.
# shellcheck disable=SC2034
nothing_run()
{
    code=- out='' err=''
}

# follow TARGET : goes to where a link of the page points.
follow()
{
    nothing_run
    grep -qF "]($1)" "$source_folder/$page"
    judge $? "expected a link to $1" "$page"
    page=$(dirname "$page")/$1
}

# typed WORDS COMMAND [MORE] : the page has this line; run with more arguments, it says the words.
typed()
{
    nothing_run
    grep -qxF "    $2" "$source_folder/$page"
    judge $? "expected the line: $2" "$page"
    run bash -c "$2 ${3-}"
    grep -qE -e "$1" <<<"$out
$err"
    judge $? "expected: $1" "$2"
}

# number OF COLUMN : of the table "in all" that explain has printed, a strategy's number.
number()
{
    sed -nE "s/^$1 +//p" <<<"$out" | awk -v column="$2" '{ print $column }'
}

begin()
{
    page=README.md
    follow docs/ladder.md
    # shellcheck disable=SC2016 # no expansion, but a fence of Markdown
    sed -n '/^```console$/,/^```$/s/^\$ //p' "$source_folder/$page" >files.sh
    # shellcheck source=/dev/null
    . ./files.sh
}

# Why does the tree need barriers? Within five minutes.
find_why()
{
    local start=$SECONDS
    begin
    follow ladder/no-barriers.md
    typed 'which is WRONG' 'clreduce explain no-barriers --unsound --group 64 --items 64'
    [[ $out == *"barriers "*" 0"* ]]
    judge $? 'expected no barriers' explain
    typed "check failed: the device's sum is [0-9]+, the host's is 65536" \
        'clreduce sum -t i32 -s no-barriers --unsound --check ones.txt'
    follow interleaved.md
    typed 'which is right' 'clreduce explain interleaved --group 64 --items 64'
    [ "$(number barriers 1)" = 6 ]
    judge $? 'expected a barrier a step' explain
    [ $((SECONDS - start)) -lt 300 ]
    judge $? 'expected five minutes at most' find_why
}

# What does the first addition save? Predicted by what is counted, then measured.
measure_savings()
{
    local times=0 attempt
    begin
    follow ladder/first-add.md
    typed 'which is right' 'clreduce explain sequential first-add --group 64 --items 128'
    [ $(($(number barriers 1) / $(number barriers 2))) = 3 ] &&
        [ $(($(number groups 1) / $(number groups 2))) = 3 ]
    judge $? 'expected a third of the groups and barriers' explain
    # A busy machine may turn one measurement around.
    for attempt in 1 2 3; do
        typed '^first-add .* right' 'clreduce bench sum --strategies sequential,first-add' \
            '--count 1M --repeat 9'
        times=$(awk '$1 == "first-add" && / right / { print ($9 > 1) }' <<<"$out")
        [ "$times" != 1 ] || break
    done
    [ "$times" = 1 ]
    judge $? "expected first-add to be faster at attempt $attempt" bench
}

find_why
measure_savings
