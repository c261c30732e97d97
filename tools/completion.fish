# SPDX-License-Identifier: Apache-2.0
#
# Completion of the command clreduce for fish: `clreduce complete` knows the words.

function __clreduce_words
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    for line in (clreduce complete $words[2..-1] "$word" 2>/dev/null)
        if string match -q -- \t'*' $line
            __fish_complete_path "$word"
        else
            echo $line
        end
    end
end

complete -c clreduce -f -a '(__clreduce_words)'
