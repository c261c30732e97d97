# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Completion of the command clreduce for bash. Operators, types and the like are asked of the
# command itself (its help lists them), so that this file does not lag behind it.

# The words of the help's line that begins with "$1:".
_clreduce_words() {
    clreduce --help 2>/dev/null | sed -n "s/^$1: *//p"
}

# The long options of verb "$1", or of reductions.
_clreduce_options() {
    clreduce help ${1:+"$1"} 2>/dev/null | sed -n 's/^  \(-[a-z],\|   \) \(--[a-z-]*\) .*/\2/p'
}

# Words separated by commas: completes the last one to one of those in "$1".
_clreduce_list() {
    local before=''
    [[ $cur == *,* ]] && before=${cur%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${cur##*,}")
}

_clreduce_operators() {
    _clreduce_list "$(_clreduce_words operators)"
}

# The verb that has been typed, "reduce" for operators, or nothing.
_clreduce_verb() {
    local operators word
    operators=" $(_clreduce_words operators) "
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
        stats | hist | merge | devices | doctor | report | strategies | ops | tune | warm | explain | bench | source | help)
            printf '%s' "$word"
            return
            ;;
        esac
        if [[ $operators == *" ${word%%,*} "* ]]; then
            printf 'reduce'
            return
        fi
    done
}

# The names in the first line of the first file on the line, which are words.
_clreduce_columns() {
    local word
    for word in "${COMP_WORDS[@]:1}"; do
        if [[ -f $word ]]; then
            head -n 1 -- "$word" | tr -d '"\r' | tr ',;\t' '\n' | grep -x '[[:alnum:]_.-]*'
            return
        fi
    done
}

# The argument of option "$1". Returns 1 if it has none.
_clreduce_argument() {
    case $1 in
    -t | --type) mapfile -t COMPREPLY < <(compgen -W "$(_clreduce_words types)" -- "$cur") ;;
    -s | --strategy) mapfile -t COMPREPLY < <(compgen -W "$(_clreduce_words strategies)" -- "$cur") ;;
    --strategies) _clreduce_list "all $(_clreduce_words strategies)" ;;
    --data) _clreduce_list "all $(_clreduce_words data)" ;;
    --segments) mapfile -t COMPREPLY < <(compgen -W 'fixed uniform zipf giant' -- "$cur") ;;
    --spread) mapfile -t COMPREPLY < <(compgen -W 'uniform zipf sorted one' -- "$cur") ;;
    --lengths) _clreduce_list 'all' ;;
    --shapes) _clreduce_list 'all flat rows segments labels' ;;
    --local) mapfile -t COMPREPLY < <(compgen -W 'static dynamic' -- "$cur") ;;
    --atomics) mapfile -t COMPREPLY < <(compgen -W 'native swap' -- "$cur") ;;
    --plot) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    -a | --accuracy) mapfile -t COMPREPLY < <(compgen -W "$(_clreduce_words accuracy)" -- "$cur") ;;
    -r | --result)
        local results='f16 bf16 f32 f64'
        [[ " ${COMP_WORDS[*]} " == *' --operator'* ]] && results=$(_clreduce_words types)
        mapfile -t COMPREPLY < <(compgen -W "$results" -- "$cur")
        ;;
    -d | --device) mapfile -t COMPREPLY < <(compgen -W 'gpu cpu accelerator all 0:0' -- "$cur") ;;
    --op) mapfile -t COMPREPLY < <(compgen -W "$(_clreduce_words operators)" -- "$cur") ;;
    --wave) mapfile -t COMPREPLY < <(compgen -W '32 64' -- "$cur") ;;
    --nan) mapfile -t COMPREPLY < <(compgen -W 'propagate ignore' -- "$cur") ;;
    --overflow) mapfile -t COMPREPLY < <(compgen -W 'wrap detect' -- "$cur") ;;
    --svg | --html | --operator | --save | -o | --output | --offsets | --labels | --keys | --keys-out) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    --column) mapfile -t COMPREPLY < <(compgen -W "$(_clreduce_columns)" -- "$cur") ;;
    --endian) mapfile -t COMPREPLY < <(compgen -W 'little big' -- "$cur") ;;
    --delimiter) mapfile -t COMPREPLY < <(compgen -W 'tab space comma semicolon any' -- "$cur") ;;
    --decimal) mapfile -t COMPREPLY < <(compgen -W '. ,' -- "$cur") ;;
    --thousands) mapfile -t COMPREPLY < <(compgen -W ', . _' -- "$cur") ;;
    --missing) mapfile -t COMPREPLY < <(compgen -W 'error skip nan' -- "$cur") ;;
    --vector | --loads) mapfile -t COMPREPLY < <(compgen -W '1 2 4 8 16' -- "$cur") ;;
    --map | --missing-text | --comment | --skip | --ddof | --axis | --length | --extents | --bins | --range | --element-size | --offset | --count | --chunk | --group | --groups | --repeat | --sizes | --time | --items | --banks | --begins)
        COMPREPLY=()
        ;;
    *) return 1 ;;
    esac
}

_clreduce() {
    local cur=${COMP_WORDS[COMP_CWORD]} verb
    COMPREPLY=()
    _clreduce_argument "${COMP_WORDS[COMP_CWORD - 1]}" && return
    verb=$(_clreduce_verb)
    if [[ $cur == -* ]]; then
        local of=$verb
        [[ $of == reduce ]] && of=''
        mapfile -t COMPREPLY < <(compgen -W "$(_clreduce_options "$of")" -- "$cur")
        return
    fi
    case $verb in
    '')
        _clreduce_operators
        [[ $cur == *,* ]] && return
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(
            compgen -W 'stats hist merge devices doctor report strategies ops tune warm explain bench source help' -- "$cur"
        )
        ;;
    reduce | stats | hist) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    merge) mapfile -t COMPREPLY < <(compgen -W "$(_clreduce_words operators)" -f -- "$cur") ;;
    strategies | ops | tune | bench | source) _clreduce_operators ;;
    warm) _clreduce_list "$(_clreduce_words operators) stats" ;;
    explain)
        mapfile -t COMPREPLY < <(
            compgen -W "$(_clreduce_words strategies)" -- "$cur"
            compgen -f -- "$cur"
        )
        ;;
    help)
        _clreduce_operators
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(
            compgen -W 'stats hist merge devices doctor report strategies ops tune warm explain bench source' -- "$cur"
            compgen -W "$(_clreduce_words topics) ladder $(_clreduce_words strategies)" -- "$cur"
        )
        ;;
    esac
}

complete -o filenames -F _clreduce clreduce
