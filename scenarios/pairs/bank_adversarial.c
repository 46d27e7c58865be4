/*
 * bank_adversarial -- pairs that hunts found (`assay hunt`): recipes A and B, A perfect in the property and B not, that
 * some metric puts in the wrong order. adversarial.txt has a line for each: property, A, B, apart by tabs.
 */
#include "bank_pair.h"

#include "embed.h"

#include <stdio.h>
#include <string.h>

EMBED(pairs_adversarial, "scenarios/pairs/adversarial.txt")
extern const char pairs_adversarial[];

int pair_adversarial(const pair_key *k, int side, char *to, size_t size)
{
    static const char *const names[] = { "modularity\t", "compactness\t", "explicitness\t" };
    const char *name = names[k->property];
    size_t left = k->pair;
    for (const char *at = pairs_adversarial; *at; at += strcspn(at, "\n") + 1) {
        if (strncmp(at, name, strlen(name)) != 0 || left--) continue;
        at += strlen(name);
        if (side == SIDE_B) at += strcspn(at, "\t") + 1;
        snprintf(to, size, "%.*s", (int)strcspn(at, "\t\n"), at);
        return 1;
    }
    return 0;
}
