/* assay verify -- whether a store is the one that a paper names. */
#include "cli.h"
#include "store_about.h"
#include "terminal.h"

#include <string.h>
#include <strings.h>

enum { FEWEST = 8 }; /* digits of a digest */

static int is_digest(const char *text)
{
    const size_t length = strlen(text);
    return length >= FEWEST && length <= STAMP_HEX && strspn(text, "0123456789abcdefABCDEF") == length;
}

static int compare(const char *path, const char *digest, const store_stamp *is)
{
    char text[STAMP_TEXT];
    store_stamp_text(is, text);
    const int same = strncasecmp(digest, is->digest, strlen(digest)) == 0;
    terminal_print("%s: %s: %s\n%s\n", path, same ? "the same" : "another store", text, is->digest);
    return same ? 0 : CLI_FAILED;
}

int cmd_verify(const cli_args *args)
{
    const char *path = args->word[0], *digest = args->word[1];
    FREED(store_dropped) store *scores = NULL;
    store_stamp is;
    if (!is_digest(digest))
        return cli_usage(
            "verify: '%s' is no digest: %d to %d hexadecimal digits, as `assay status --verify` prints them", digest,
            FEWEST, STAMP_HEX);
    CLI_OK(store_open(path, STORE_READ, &scores, &cli_error));
    CLI_OK(store_stamp_of(scores, &is, &cli_error));
    return compare(path, digest, &is);
}
