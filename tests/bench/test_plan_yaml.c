/*
 * The YAML that plans are written in. Trees are compared as text: a scalar in <>, a list in [], a mapping in {} with
 * key=value, @ and the line where each begins. What is refused is refused with its line.
 */
#include "testing.h"
#include "limit.h"
#include "plan.h"
#include "plan_yaml.h"
#include "counted.h"

#include <stdio.h>
#include <string.h>

static void print(const plan_node *node, char *to, size_t size)
{
    static const char brackets[] = "<>[]{}";
    size_t used = strlen(to);
    snprintf(to + used, size - used, "%c%s", brackets[2 * node->kind], node->text ? node->text : "");
    for (const plan_node *child = node->first; child; child = child->next) {
        used = strlen(to);
        snprintf(to + used, size - used, "%s%s", child->key ? child->key : "", child->key ? "=" : "");
        print(child, to, size);
    }
    used = strlen(to);
    snprintf(to + used, size - used, "%c@%zu", brackets[2 * node->kind + 1], node->line);
}

static const struct {
    const char *why, *text, *tree;
} taken[] = {
    { "a text", "word", "<word>@1" },
    { "nothing is an empty text", "a:\nb: ''\nc: ~\n", "{a=<>@1b=<>@2c=<~>@3}@1" },
    { "numbers, dates and truths stay text", "[0:10, 1e-3, 0x1F, 2020-01-01, yes, null]",
      "[<0:10>@1<1e-3>@1<0x1F>@1<2020-01-01>@1<yes>@1<null>@1]@1" },
    { "blocks", "a:\n  - 1\n  - b: 2\n    c: [3,\n    4]\n", "{a=[<1>@2{b=<2>@3c=[<3>@4<4>@5]@4}@3]@2}@1" },
    { "a comment and a mark", "# first\n---\na: 1 # one\n...\n", "{a=<1>@3}@3" },
    { "quotes", "{'a b': \"c\\u00e9 \\\"\", d: 'it''s'}", "{a b=<c\xc3\xa9 \">@1d=<it's>@1}@1" },
    { "a metric with options in a flow list", "[mig@zaidi2020:bins=15, 'all,-dci-rf', -rf-acc]",
      "[<mig@zaidi2020:bins=15>@1<all,-dci-rf>@1<-rf-acc>@1]@1" },
    { "texts over lines are folded", "a: one\n  two\nb: >\n  three\n  four\nc: |\n  five\n",
      "{a=<one two>@1b=<three four>@3c=<five>@6}@1" },
    { "CRLF and a byte order mark",
      "\xef\xbb\xbf"
      "a: 1\r\nb: 2\r\n",
      "{a=<1>@1b=<2>@2}@1" },
    { "a version", "%YAML 1.2\n---\na: 1\n", "{a=<1>@3}@3" },
    { "empty lists and mappings", "a: []\nb: {}\n", "{a=[]@1b={}@2}@1" },
    { "keys of two mappings may be the same", "- {a: 1}\n- {a: 2}\n", "[{a=<1>@1}@1{a=<2>@2}@2]@1" },
};

/* In this process, and by one apart: the same tree, the same sentence. */
static __typeof__(plan_yaml_read) *const ways[] = { plan_yaml_read, plan_yaml_take };

static void check_taken(__typeof__(plan_yaml_read) *read)
{
    for (size_t k = 0; k < ASSAY_COUNT(taken); k++) {
        plan_tree tree;
        assay_error err = { "" };
        char text[512] = "";
        if (read(taken[k].text, strlen(taken[k].text), "f", &tree, &err) != ASSAY_OK)
            fail_msg("%s: %s", taken[k].why, err.text);
        print(tree.root, text, sizeof text);
        if (strcmp(text, taken[k].tree) != 0) fail_msg("%s: %s", taken[k].why, text);
        plan_yaml_free(&tree);
        assert_null(tree.root);
    }
}

TEST(trees)
{
    for (size_t k = 0; k < 2; k++) check_taken(ways[k]);
}

/* Six of these were taken wrongly once: endless loops in another library, or half of a plan. */
static const struct {
    const char *text, *message;
} refused[] = {
    { "%A\xaa\n", "f:1: the byte 0xaa is not UTF-8; save the file as UTF-8" },
    { "%YAML\xe9 1.2\n---\na: b\n", "f:1: the byte 0xe9 is not UTF-8" },
    { "%\x80", "f:1: the byte 0x80 is not UTF-8" },
    { "a: 1\n# caf\xe9\nparts: [1]\n", "f:2: the byte 0xe9 is not UTF-8" },
    { "a: 1\n---\na: 2\n", "f:2: a second document; write it into a file of its own" },
    { "a: 1\n...\n---\na: 2\n", "f:3: a second document" },
    { "a: \xc0\xaf", "f:1: the byte 0xc0" },         /* overlong */
    { "a: \xe0\x80\xaf", "f:1: the byte 0xe0" },     /* overlong */
    { "a: \xed\xa0\x80", "f:1: the byte 0xed" },     /* half a surrogate pair */
    { "a: \xf4\x90\x80\x80", "f:1: the byte 0xf4" }, /* past U+10FFFF */
    { "a: \xe2\x80", "f:1: the byte 0xe2" },         /* cut short */
    { "# hidden\xe2\x80\xa8"
      "a: 1\n",
      "f:1: the control character U+2028; remove it" },
    { "# hidden\xc2\x85"
      "a: 1\n",
      "f:1: the control character U+0085" },
    { "# hidden\ra: 1\n", "f:1: the control character U+000D" },
    { "a: 1\nb: \x1b[2J\n", "f:2: the control character U+001B" },
    { "\n\na: \"\\n`id`\"\n", "f:3: a text with a line break or a control character; write it on one line" },
    { "a: \"\\0b\"\n", "f:1: a text with a line break or a control character" },
    { "a: \"\\x85b\"\n", "f:1: a text with a line break or a control character" },
    { "a: |\n  b\n  c\n", "f:1: a text with a line break" },
    { "a: 1\nb: 2\na: 3\n", "f:3: the key 'a' comes twice; which is meant?" },
    { "{a: 1, 'a': 2}", "f:1: the key 'a' comes twice" },
    { "? [a]\n: 1\n", "f:1: a key that is no word; write KEY: VALUE" },
    { "{a: 1, '': 2}", "f:1: a key that is no word" },
    { "a: &x 1\nb: *x\n", "f:1: an anchor (&); write the value out" },
    { "a: 1\nb: [*x]\n", "f:2: an alias (*); write the value out" },
    { "a: &x [1]\n", "f:1: an anchor" },
    { "- &x {}\n", "f:1: an anchor" },
    { "a: 1\nb: !!int 3\n", "f:2: a tag (!); leave it out" },
    { "a: !x [1]\n", "f:1: a tag" },
    { "a: !x {}\n", "f:1: a tag" },
    { "%TAG ! x:\n---\na: 1\n", "f:1: a directive %TAG; leave it out" },
    { "a: [1, 2\nb: 3\n", "f:2: while parsing a flow sequence, did not find expected ',' or ']'" },
    { "a: 1\n\tb: 2\n", "f:2: while scanning a plain scalar, found a tab character that violates indentation" },
    { "a: 'x\n", "f:2: while scanning a quoted scalar, found unexpected end of stream" },
    { "", "f: holds nothing" },
    { "# nothing\n", "f: holds nothing" },
};

static void check_refused(__typeof__(plan_yaml_read) *read)
{
    for (size_t k = 0; k < ASSAY_COUNT(refused); k++) {
        plan_tree tree;
        assay_error err = { "" };
        const assay_status status = read(refused[k].text, strlen(refused[k].text), "f", &tree, &err);
        if (status != ASSAY_EINPUT || strncmp(err.text, refused[k].message, strlen(refused[k].message)) != 0)
            fail_msg("%s\n status %d, '%s'", refused[k].text, status, err.text);
        assert_null(tree.root);
        assert_null(tree.owned.first);
    }
    plan_tree tree;
    assay_error err;
    assert_int_equal(read("a\0b", 3, "f", &tree, &err), ASSAY_EINPUT);
    assert_string_equal(err.text, "f:1: the control character U+0000; remove it");
}

TEST(what_is_refused)
{
    for (size_t k = 0; k < 2; k++) check_refused(ways[k]);
}

/* As many repetitions of `piece` as given, between `before` and `after`. */
static assay_status read_repeated(const char *before, const char *piece, size_t times, const char *after,
                                  plan_tree *tree, assay_error *err)
{
    const size_t length = strlen(piece);
    OWNED char *text = malloc(strlen(before) + times * length + strlen(after) + 1);
    assert_non_null(text);
    strcpy(text, before);
    for (size_t k = 0; k < times; k++) memcpy(text + strlen(before) + k * length, piece, length);
    strcpy(text + strlen(before) + times * length, after);
    const assay_status status = plan_yaml_read(text, strlen(text), "f", tree, err);
    return status;
}

TEST(limits_are_held)
{
    static const struct {
        const char *before, *piece, *after;
        limit_id id;
        size_t besides; /* what counts, beside the repetitions */
    } cases[] = {
        { "a: 1\n#", ".", "", LIMIT_PLAN_BYTES, 6 }, { "[", "1,", "]", LIMIT_PLAN_NODES, 1 },
        { "a: ", "b", "", LIMIT_PLAN_TEXT, 0 },      { "", "b", ": a", LIMIT_PLAN_TEXT, 0 },
        { "", "[", "", LIMIT_PLAN_DEPTH, 0 },        { "", "- ", "x", LIMIT_PLAN_DEPTH, 0 },
    };
    for (size_t k = 0; k < ASSAY_COUNT(cases); k++) {
        plan_tree tree;
        assay_error err = { "" };
        const size_t most = limit_size(cases[k].id) - cases[k].besides;
        assert_int_equal(read_repeated(cases[k].before, cases[k].piece, most + 1, cases[k].after, &tree, &err),
                         ASSAY_EINPUT);
        if (!strstr(err.text, limit_at(cases[k].id)->id)) fail_msg("case %zu: %s", k, err.text);
        if (cases[k].piece[0] == '[' || strchr(cases[k].after, ':')) continue; /* never closed; keys: 1024 in YAML */
        if (read_repeated(cases[k].before, cases[k].piece, most, cases[k].after, &tree, &err) != ASSAY_OK)
            fail_msg("case %zu: %s", k, err.text);
        plan_yaml_free(&tree);
    }
    char keys[2000] = "";
    plan_tree tree;
    assay_error err = { "" };
    for (size_t k = 0; k < limit_size(LIMIT_PLAN_KEYS); k++) sprintf(keys + 6 * k, "k%03u:\n", (unsigned)(k % 1000));
    assert_int_equal(plan_yaml_read(keys, strlen(keys), "f", &tree, &err), ASSAY_OK);
    assert_int_equal(tree.root->n, limit_size(LIMIT_PLAN_KEYS));
    plan_yaml_free(&tree);
    strcat(keys, "more:\n");
    assert_int_equal(plan_yaml_read(keys, strlen(keys), "f", &tree, &err), ASSAY_EINPUT);
    assert_int_equal(strncmp(err.text, "f:101: 101 keys is more than the limit plan-keys", 48), 0);
}

TEST(looking_up)
{
    FREED(plan_yaml_free) plan_tree tree;
    const char text[] = "a: 1\nb: {c: 2}\n";
    assert_int_equal(plan_yaml_read(text, strlen(text), "f", &tree, NULL), ASSAY_OK);
    assert_string_equal(plan_node_at(plan_node_at(tree.root, "b"), "c")->text, "2");
    assert_null(plan_node_at(tree.root, "c"));
    assert_null(plan_node_at(plan_node_at(tree.root, "a"), "a"));
    assert_null(plan_node_at(NULL, "a"));
}

TEST(built_in_plans_are_read)
{
    for (size_t k = 0; k < plan_builtin_count(); k++) {
        FREED(plan_yaml_free) plan_tree tree;
        assay_error err = { "" };
        const char *text = plan_builtin_text(k);
        if (plan_yaml_read(text, strlen(text), "f", &tree, &err) != ASSAY_OK) fail_msg("%s", err.text);
        assert_non_null(plan_node_at(tree.root, "name"));
    }
}

TESTS_MAIN
