#compdef clreduce
# SPDX-License-Identifier: Apache-2.0
#
# Completion of the command clreduce for zsh: `clreduce complete` knows the words.

_clreduce() {
    local line
    local -a offered
    local -i has_files
    for line in "${(@f)$(clreduce complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
        case $line in
        $'\t'*) has_files=1 ;;
        ?*) offered+=("${${line//:/\\:}/$'\t'/:}") ;;
        esac
    done
    (( $#offered )) && _describe clreduce offered
    (( has_files )) && _files
}

(( $+functions[compdef] )) && compdef _clreduce clreduce
[[ $funcstack[1] == _clreduce ]] && _clreduce "$@"
