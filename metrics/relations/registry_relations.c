/* The relations, from relations_list.h. */
#include "relation.h"

#include <string.h>

#define RELATION(name) extern const relation_kind relation_##name;
#include "relations_list.h"
#undef RELATION

static const relation_kind *const relations[] = {
#define RELATION(name) &relation_##name,
#include "relations_list.h"
#undef RELATION
};

size_t relation_count(void) { return sizeof relations / sizeof *relations; }

const relation_kind *relation_at(size_t index) { return index < relation_count() ? relations[index] : NULL; }

const relation_kind *relation_find(const char *id)
{
    const size_t length = strcspn(id, ":");
    for (size_t r = 0; r < relation_count(); r++)
        if (strlen(relations[r]->id) == length && memcmp(relations[r]->id, id, length) == 0) return relations[r];
    return NULL;
}
