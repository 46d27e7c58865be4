/* A .safetensors in several files, and the list of what is in which. */
#include "array_file.h"
#include "sealed_file.h"

#include <errno.h>
#include <unistd.h>

assay_status shards_find(const char *path, const char *member, int needed, char **to, assay_error *err)
{
    FREED(array_bytes_free) array_bytes bytes = { 0 };
    json_error_t why = { .text = "" };
    const char *typed = NULL;
    OWNED char *index = array_path_split(path, &typed);
    *to = NULL;
    if (!index) return no_memory(path, err);
    if (!array_path_ends(index, SHARDS_END)) return ASSAY_OK;
    if (typed) member = typed;
    ASSAY_TRY(array_bytes_read(index, &bytes, err));
    FREED(json_dropped) json_t *whole = json_strict(bytes.at, bytes.size, &why);
    const json_t *map = json_object_get(whole, "weight_map");
    const char *shard = json_string_value(json_object_get(map, member)), *where = array_path_tail(index);
    if (!whole && errno == ENOMEM) return no_memory(where, err);
    if (!json_is_object(map))
        return bad_input(where, err, "lists no shards, {\"weight_map\": {\"codes\": \"SHARD.safetensors\"}}; %.120s",
                         why.text);
    if (!shard) return needed ? bad_input(where, err, "no array '%.60s' in its weight_map", member) : ASSAY_OK;
    if (strchr(shard, '/') || !array_path_ends(shard, ".safetensors"))
        return bad_input(where, err, "`%s` is in %.120s, which is no .safetensors of this folder", member, shard);
    const char *slash = strrchr(index, '/');
    OWNED char *file = wording_made("%.*s%s", slash ? (int)(slash - index) + 1 : 0, index, shard);
    if (file && access(file, F_OK) != 0)
        return bad_input(where, err, "the shard %.200s, which has `%s`, is not there", shard, member);
    *to = file ? wording_made("%s:%s", file, member) : NULL;
    return *to ? ASSAY_OK : no_memory(where, err);
}
