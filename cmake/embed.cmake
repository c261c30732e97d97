# Writes a C file with other files as strings, in a table of rows {path, text}. The type of the rows
# is declared in a header beside the table's own name: src/base/piece.h, tools/explain/page_part.h,
# tools/command/topic.h, tools/command/plain_kernel.h.
# Run as: cmake -DFOLDER=cl -DFILES="a.cl;b.cl" -DHEADER=piece.h -DROW=clri_piece -DOUTPUT=piece.c
#               -P embed.cmake
# With -DCLAUSES="needs;provides" a comment of lines " * needs: NAMES" is a file's contract: it is cut
# out of the text, and its clauses' names, in the order of CLAUSES, are a third column.

# Cuts the contract out of the variable `text`; sets `says` to its clauses as C strings.
function(cut_contract)
    list(JOIN CLAUSES "|" words)
    string(REGEX MATCH "/\\*\n \\* (${words}): [^/]*\\*/\n" contract "${text}")
    if(contract)
        string(REPLACE "${contract}" "" text "${text}")
    endif()
    set(says "")
    foreach(clause IN LISTS CLAUSES)
        set(names "")
        if(contract MATCHES "\n \\* ${clause}:( [^\n]*(\n \\*  [^\n]*)*)")
            string(REGEX REPLACE "\n \\*" "" names "${CMAKE_MATCH_1}")
            string(REGEX REPLACE " +" " " names "${names}")
            string(STRIP "${names}" names)
        endif()
        string(APPEND says "\"${names}\", ")
    endforeach()
    set(text "${text}" PARENT_SCOPE)
    set(says ", {${says}}" PARENT_SCOPE)
endfunction()

set(table "")
set(count 0)
set(says "")
foreach(file IN LISTS FILES)
    if(CLAUSES)
        file(READ "${FOLDER}/${file}" text)
        cut_contract()
        string(HEX "${text}" hex)
    else()
        file(READ "${FOLDER}/${file}" hex HEX)
    endif()
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
    string(APPEND arrays "static const char text_${count}[] = {${bytes}0};\n")
    string(APPEND table "    {\"${file}\", text_${count}${says}},\n")
    math(EXPR count "${count} + 1")
endforeach()
file(WRITE "${OUTPUT}" "/* Written by cmake/embed.cmake from the files in its table. */
#include \"${HEADER}\"

${arrays}
const ${ROW} ${ROW}s[] = {
${table}};

const size_t ${ROW}_count = sizeof ${ROW}s / sizeof *${ROW}s;
")
