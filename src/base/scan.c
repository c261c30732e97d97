/* SPDX-License-Identifier: Apache-2.0 */
#include "base/scan.h"

static const char *skip_string(const char *at)
{
    const char end = *at++;

    while (*at && *at != end && *at != '\n')
        at += *at == '\\' && at[1] ? 2 : 1;
    return at + (*at == end);
}

const char *clri_skip_quiet_part(const char *at)
{
    if (*at == '"' || *at == '\'')
        return skip_string(at);
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");

        return end ? end + 2 : at + strlen(at);
    }
    return at;
}

const char *clri_next_line(const char *line)
{
    const char *end = line;

    do {
        end = strchr(end, '\n');
        if (!end)
            return line + strlen(line);
        end++;
    } while (end - line > 1 && end[-2] == '\\');
    return end;
}

clri_range clri_directive(const char *line)
{
    const char *at = clri_skip_blanks(line);

    if (*at == '#')
        at = clri_skip_blanks(at + 1);
    else
        return (clri_range){at, at};
    return (clri_range){at, clri_skip_word(at)};
}

clri_range clri_next_word(clri_range word)
{
    const char *at = clri_skip_blanks(word.end);

    return (clri_range){at, clri_skip_word(at)};
}

const char *clri_skip_callers(const char *line)
{
    static const char end[] = "\n#line 1 \"clreduce\"\n";
    const char *at;

    if (strncmp(line, "#line", 5) != 0 || strncmp(line, end + 1, strlen(end + 1)) == 0)
        return line;
    at = strstr(line, end);
    return at ? at + strlen(end) : line + strlen(line);
}

int clri_rank(const char *comment)
{
    const char *name = comment + 2 + strspn(comment + 2, " *\n");
    const char *end = clri_skip_word(name);

    if (strncmp(name, "----", 4) == 0)
        return 1;
    if (*name < 'a' || *name > 'z')
        return -1;
    if (strncmp(end, " - ", 3) == 0)
        return 0;
    end += strspn(end, " 0123456789");
    return strncmp(end, ": ", 2) == 0 ? 1 : -1;
}
