# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Completion of the command clreduce for bash: `clreduce complete` knows the words.

_clreduce() {
    local word
    COMPREPLY=()
    while IFS= read -r word; do
        if [[ $word == $'\t'* ]]; then
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
        else
            COMPREPLY+=("${word%%$'\t'*}")
        fi
    done < <(clreduce complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -o filenames -F _clreduce clreduce
