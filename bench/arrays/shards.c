/* A .safetensors in several files, and the list of what is in which. */
#include "array_file.h"
#include "sealed_file.h"
#include "wording.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The array of an index, owned: SHARD:NAME. NULL: there is no such file, or memory ran out. */
static char *in_folder(const char *index, const char *shard, const char *member)
{
    const char *slash = strrchr(index, '/');
    char *file = wording_made("%.*s%s", slash ? (int)(slash - index) + 1 : 0, index, shard);
    char *to = file && access(file, F_OK) == 0 ? wording_made("%s:%s", file, member) : NULL;
    free(file);
    return to;
}

assay_status shards_find(const char *path, const char *member, int needed, char **to, assay_error *err)
{
    array_bytes bytes;
    json_error_t why = { .text = "" };
    const char *typed = NULL;
    char *index = array_path_split(path, &typed);
    *to = NULL;
    if (!index || !array_path_ends(index, SHARDS_END)) {
        free(index);
        return index ? ASSAY_OK : ASSAY_ENOMEM;
    }
    if (typed) member = typed;
    assay_status status = array_bytes_read(index, &bytes, err);
    json_t *whole = status == ASSAY_OK ? json_strict(bytes.at, bytes.size, &why) : NULL;
    const json_t *map = json_object_get(whole, "weight_map");
    const char *shard = json_string_value(json_object_get(map, member)), *where = array_path_tail(index);
    if (status == ASSAY_OK && !json_is_object(map))
        status = assay_fail(err, ASSAY_EINPUT,
                            "%s: lists no shards, {\"weight_map\": {\"codes\": \"SHARD.safetensors\"}}; %.120s", where,
                            why.text);
    else if (status == ASSAY_OK && !shard && needed)
        status = assay_fail(err, ASSAY_EINPUT, "%s: no array '%.60s' in its weight_map", where, member);
    else if (shard && (strchr(shard, '/') || !array_path_ends(shard, ".safetensors")))
        status = assay_fail(err, ASSAY_EINPUT, "%s: `%s` is in %.120s, which is no .safetensors of this folder", where,
                            member, shard);
    else if (shard && !(*to = in_folder(index, shard, member)))
        status =
            assay_fail(err, ASSAY_EINPUT, "%s: the shard %.200s, which has `%s`, is not there", where, shard, member);
    json_decref(whole);
    array_bytes_free(&bytes);
    free(index);
    return status;
}
