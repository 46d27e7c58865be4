/* A file that is in no list compiles and is never run: every metric and every relation that is defined is listed, and
 * the lists name nothing twice. */
#include "check.h"

#include <dirent.h>

/* Counts the lines in the files of a folder that begin with `type`, and fails if `list` lacks the name that follows. */
static size_t count_defined(const char *folder, const char *type, const char *list)
{
    size_t count = 0;
    DIR *room = opendir(folder);
    if (!room) fail_msg("%s: no such folder (tests run from the checkout's root)", folder);
    for (const struct dirent *entry; (entry = readdir(room));) {
        char path[512], line[512], name[128], wanted[160];
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".c") != 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file)) {
            if (strncmp(line, type, strlen(type)) != 0) continue;
            snprintf(name, sizeof name, "%.*s", (int)strcspn(line + strlen(type), " [;"), line + strlen(type));
            snprintf(wanted, sizeof wanted, "(%s)\n", name);
            if (!strstr(list, wanted)) fail_msg("%s defines %s, which is in no list", path, name);
            count++;
        }
        fclose(file);
    }
    closedir(room);
    return count;
}

static char *text_of(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 16);
    if (!file || !text) fail_msg("%s: cannot be read (tests run from the checkout's root)", path);
    text[fread(text, 1, (1 << 16) - 1, file)] = '\0';
    fclose(file);
    return text;
}

TEST(every_metric_is_listed)
{
    char *list = text_of("metrics/metrics_list.h");
    assert_int_equal(count_defined("metrics", "const assay_metric assay_metric_", list), assay_metric_count());
    free(list);
}

TEST(every_relation_is_listed)
{
    char *list = text_of("metrics/relations/relations_list.h");
    assert_int_equal(count_defined("metrics/relations", "const relation_kind relation_", list), relation_count());
    free(list);
}

TESTS_MAIN
