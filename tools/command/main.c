/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clreduce - the command: parses the command line and calls a verb. A first word that is no verb is
 * a list of operators; `complete` is for the shells' completions, whose words are no options yet.
 */
#include "complete.h"
#include "let.h"
#include "message.h"
#include "options.h"
#include "output.h"
#include "place.h"
#include "team_devices.h"
#include "verbs.h"
#include <string.h>

int main(int argc, char **argv)
{
    options o;

    if (argc > 1 && strcmp(argv[1], "complete") == 0) {
        complete_print(argv + 2, argc - 2);
        return CODE_FINE;
    }
    OR_RETURN(options_parse(&o, argc, argv));
    if (o.help || o.version || !o.word)
        return verb_help(&o);
    OR_RETURN(let_write_wholes(&o));

    output_round((unsigned)o.digits);
    const verb *chosen = verbs_find(o.word);
    if (!chosen)
        chosen = verbs_at(0);
    OR_RETURN(options_check(&o, o.word, chosen->bit));
    OR_RETURN(team_devices_check(&o, chosen->bit));
    OR_RETURN(place_check(&o, o.word, chosen->bit));
    return chosen->function(&o);
}
