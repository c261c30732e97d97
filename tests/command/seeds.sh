# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# The commands of the course: rows of tables in docs/ladder.md and on the pages of docs/ladder, whose
# last two columns are a command and what comes out, a regular expression for a line. A command may
# fail where that is about an error. CLR_SEEDS is a list of the parts below; all of them if not set.

ln -sfn "$source_folder/examples" examples

# rows FILE : COMMAND, a tab, WORDS of each row that has both. One that has code otherwise cannot come out.
rows()
{
    # shellcheck disable=SC2016 # no expansion, but code in Markdown
    sed -nE 's/^\|(.*\|)? `([^`]+)` \| `([^`]+)` \|$/\2\t\3/p; t; s/^\|.*`.*/false\tno row: &/p' "$1" |
        sed 's/\\|/|/g'
}

# rows_of_text NAME : those of docs/ladder.md from the row that names the text to the next such row.
rows_of_text()
{
    awk -v text="$1" '/^\|/ { split($0, column, / *\| */); if (column[2] != "") here = column[2] == text
                      } here' "$source_folder/docs/ladder.md" >table.md
    rows table.md
}

# rows_of_pages FROM_TO : those of pages whose name begins with such a letter.
rows_of_pages()
{
    local page
    # shellcheck disable=SC2231 # a range
    for page in "$source_folder/docs/ladder/"[$1]*.md; do
        rows "$page"
    done
}

# Writes the files that the commands use.
make_files()
{
    # shellcheck disable=SC2016 # no expansion, but a fence of Markdown
    sed -n '/^```console$/,/^```$/s/^\$ //p' "$source_folder/docs/ladder.md" >files.sh
    # shellcheck source=/dev/null
    . ./files.sh
    [ -s eight.txt ]
    judge $? 'expected files' make_files
}

# try_row COMMAND WORDS
try_row()
{
    local where=()
    [[ $1 != "clreduce bench "* ]] || where=("${small_buffers[@]}")
    run env "${where[@]}" bash -c "$1"
    { [ "$code" = 0 ] || [[ $2 =~ clreduce:|check|host ]]; } &&
        grep -qE -e "$2" <<<"$out
$err"
    judge $? "expected: $2" "$1"
}

try_rows()
{
    local command words count=0
    while IFS=$'\t' read -r command words; do
        try_row "$command" "$words"
        count=$((count + 1))
    done
    [ $count -ge 7 ]
    judge $? "expected rows, not $count" "$1"
}

# Every strategy that has a lesson has a page, which docs/ladder.md points to; ordered ones are no rungs.
expect_pages()
{
    local strategy
    for strategy in $(clreduce --help | sed -n 's/^strategies: *auto //p'); do
        [[ $strategy != ordered* ]] || continue
        code=- out='' err=$strategy
        [ -f "$source_folder/docs/ladder/$strategy.md" ] &&
            grep -qF "](ladder/$strategy.md)" "$source_folder/docs/ladder.md"
        judge $? 'expected a page, and a link to it' expect_pages
    done
}

make_files
expect_pages
for part in ${CLR_SEEDS:-numba cuda hip pycuda notebook pages-a-f pages-g-s pages-t-z}; do
    case $part in
    numba) try_rows "$part" < <(rows_of_text 'Numba chapter') ;;
    cuda) try_rows "$part" < <(rows_of_text 'CUDA notes') ;;
    hip) try_rows "$part" < <(rows_of_text 'HIP notes') ;;
    pycuda) try_rows "$part" < <(rows_of_text 'PyCUDA notes') ;;
    notebook) try_rows "$part" < <(rows_of_text notebook) ;;
    pages-*) try_rows "$part" < <(rows_of_pages "${part#pages-}") ;;
    esac
done
