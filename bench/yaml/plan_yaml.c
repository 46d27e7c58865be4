/*
 * YAML as a tree, built from libyaml's events without recursion. What libyaml would take silently, or differently from
 * what an editor shows, is looked for before it sees the text.
 */
#include "plan_yaml.h"
#include "apart.h"
#include "limit.h"
#include "owned.h"
#include "plain_text.h"

#include <stdio.h>
#include <yaml.h>

enum { DEPTH_MOST = 64 }; /* room on the stack; the limit plan-depth is less */

/* A list or mapping that is not closed yet. */
typedef struct frame {
    plan_node *node, *last;
    const char *key; /* of a mapping: read, its value not yet */
} frame;

typedef struct builder {
    const char *file;
    assay_error *err;
    plan_tree *tree;
    frame open[DEPTH_MOST];
    size_t depth, nodes, documents;
} builder;

/* The bytes of the UTF-8 character at `at`, its code point in *point; 0 where there is none. A zero stands behind. */
static size_t utf8_take(const char *at, size_t left, uint32_t *point)
{
    const size_t length = utf8_length(at);
    if (length == 0 || length > left) return 0;
    const unsigned char *byte = (const unsigned char *)at;
    *point = length == 1 ? byte[0] : byte[0] & (0x7fu >> length);
    for (size_t k = 1; k < length; k++) *point = *point << 6 | (byte[k] & 0x3f);
    return length;
}

/* Characters that no text needs, or that end a line in one reader and not in another. */
static int unwanted(uint32_t c)
{
    return (c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xfeff ||
           c == 0xfffe || c == 0xffff;
}

static assay_status check_characters(const builder *b, const char *text, size_t size)
{
    size_t line = 1;
    for (size_t k = 0; k < size;) {
        uint32_t point;
        const size_t length = utf8_take(text + k, size - k, &point);
        if (length == 0)
            return assay_fail(b->err, ASSAY_EINPUT, "%s:%zu: the byte 0x%02x is not UTF-8; save the file as UTF-8",
                              b->file, line, (unsigned char)text[k]);
        k += length;
        if (point == '\n') line++;
        else if (point == '\r' && k < size && text[k] == '\n') continue;
        else if (unwanted(point))
            return assay_fail(b->err, ASSAY_EINPUT, "%s:%zu: the control character U+%04X; remove it", b->file, line,
                              (unsigned)point);
    }
    return ASSAY_OK;
}

static void *own(plan_tree *tree, size_t size) { return arena_alloc(&tree->owned, 1, size); }

static assay_status refuse(const builder *b, const yaml_event_t *event, const char *what)
{
    return assay_fail(b->err, ASSAY_EINPUT, "%s:%zu: %s", b->file, event->start_mark.line + 1, what);
}

static assay_status held_against(const builder *b, limit_id id, size_t wanted, const yaml_event_t *event)
{
    char place[400];
    snprintf(place, sizeof place, "%.360s:%zu", b->file, event->start_mark.line + 1);
    return limit_check(id, (double)wanted, place, b->err);
}

/* An owned copy; a block text loses the line end that YAML leaves it. */
static assay_status take_text(builder *b, const yaml_event_t *event, const char **to)
{
    const char *from = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    ASSAY_TRY(held_against(b, LIMIT_PLAN_TEXT, length, event));
    const yaml_scalar_style_t style = event->data.scalar.style;
    if (style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE)
        while (length > 0 && from[length - 1] == '\n') length--;
    uint32_t point;
    for (size_t k = 0; k < length;) {
        const size_t step = utf8_take(from + k, length - k, &point);
        if (step == 0 || point == '\n' || unwanted(point))
            return refuse(b, event, "a text with a line break or a control character; write it on one line");
        k += step;
    }
    char *text = own(b->tree, length + 1);
    if (!text) return ASSAY_ENOMEM;
    memcpy(text, from, length);
    *to = text;
    return ASSAY_OK;
}

static assay_status take_key(builder *b, frame *in, const yaml_event_t *event)
{
    if (event->type != YAML_SCALAR_EVENT || event->data.scalar.length == 0)
        return refuse(b, event, "a key that is no word; write KEY: VALUE");
    ASSAY_TRY(take_text(b, event, &in->key));
    if (plan_node_at(in->node, in->key))
        return assay_fail(b->err, ASSAY_EINPUT, "%s:%zu: the key '%.60s' comes twice; which is meant?", b->file,
                          event->start_mark.line + 1, in->key);
    return held_against(b, LIMIT_PLAN_KEYS, in->node->n + 1, event);
}

static void put_into(plan_node *node, frame *in)
{
    node->key = in->key;
    in->key = NULL;
    if (in->last) in->last->next = node;
    else in->node->first = node;
    in->last = node;
    in->node->n++;
}

/* A text, or the beginning of a list or mapping. */
static assay_status take_node(builder *b, const yaml_event_t *event)
{
    frame *in = b->depth ? &b->open[b->depth - 1] : NULL;
    if (in && in->node->kind == PLAN_MAP && !in->key) return take_key(b, in, event);
    ASSAY_TRY(held_against(b, LIMIT_PLAN_NODES, ++b->nodes, event));
    plan_node *node = own(b->tree, sizeof *node);
    if (!node) return ASSAY_ENOMEM;
    node->line = event->start_mark.line + 1;
    node->kind = event->type == YAML_SCALAR_EVENT           ? PLAN_TEXT
                 : event->type == YAML_SEQUENCE_START_EVENT ? PLAN_LIST
                                                            : PLAN_MAP;
    if (in) put_into(node, in);
    else b->tree->root = node;
    if (node->kind == PLAN_TEXT) return take_text(b, event, &node->text);
    ASSAY_TRY(held_against(b, LIMIT_PLAN_DEPTH, b->depth + 1, event));
    b->open[b->depth++] = (frame){ .node = node };
    return ASSAY_OK;
}

const plan_node *plan_node_at(const plan_node *map, const char *key)
{
    if (!map || map->kind != PLAN_MAP) return NULL;
    const plan_node *value = map->first;
    while (value && strcmp(value->key, key) != 0) value = value->next;
    return value;
}

/* An anchor or a tag, whose meaning would be lost. */
static const char *decoration(const yaml_event_t *event)
{
    const yaml_char_t *anchor = NULL, *tag = NULL;
    switch (event->type) {
    case YAML_SCALAR_EVENT: anchor = event->data.scalar.anchor, tag = event->data.scalar.tag; break;
    case YAML_SEQUENCE_START_EVENT:
        anchor = event->data.sequence_start.anchor, tag = event->data.sequence_start.tag;
        break;
    case YAML_MAPPING_START_EVENT:
        anchor = event->data.mapping_start.anchor, tag = event->data.mapping_start.tag;
        break;
    default: break;
    }
    return anchor ? "an anchor (&); write the value out" : tag ? "a tag (!); leave it out" : NULL;
}

static assay_status begin_document(builder *b, const yaml_event_t *event)
{
    if (b->documents++) return refuse(b, event, "a second document; write it into a file of its own");
    if (event->data.document_start.tag_directives.start != event->data.document_start.tag_directives.end)
        return refuse(b, event, "a directive %TAG; leave it out");
    return ASSAY_OK;
}

static assay_status take_event(builder *b, const yaml_event_t *event)
{
    const char *decorated = decoration(event);
    if (decorated) return refuse(b, event, decorated);
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT: return begin_document(b, event);
    case YAML_ALIAS_EVENT: return refuse(b, event, "an alias (*); write the value out");
    case YAML_SCALAR_EVENT:
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT: return take_node(b, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: b->depth--; break;
    default: break;
    }
    return ASSAY_OK;
}

static assay_status syntax_error(const builder *b, const yaml_parser_t *parser)
{
    if (parser->error == YAML_MEMORY_ERROR) return ASSAY_ENOMEM;
    return assay_fail(b->err, ASSAY_EINPUT, "%s:%zu: %s%s%s", b->file, parser->problem_mark.line + 1,
                      parser->context ? parser->context : "", parser->context ? ", " : "",
                      parser->problem ? parser->problem : "not YAML");
}

static assay_status parse(builder *b, const char *text, size_t size)
{
    FREED(yaml_parser_delete) yaml_parser_t parser = { 0 };
    if (!yaml_parser_initialize(&parser)) return ASSAY_ENOMEM;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    for (int last = 0; !last;) {
        FREED(yaml_event_delete) yaml_event_t event = { 0 };
        if (!yaml_parser_parse(&parser, &event)) return syntax_error(b, &parser);
        last = event.type == YAML_STREAM_END_EVENT;
        ASSAY_TRY(take_event(b, &event));
    }
    return ASSAY_OK;
}

static assay_status read_tree(builder *b, const char *text, size_t size)
{
    ASSAY_TRY(limit_check(LIMIT_PLAN_BYTES, (double)size, b->file, b->err));
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, size -= 3; /* a byte order mark */
    ASSAY_TRY(check_characters(b, text, size));
    ASSAY_TRY(parse(b, text, size));
    return b->tree->root ? ASSAY_OK : bad_input(b->file, b->err, "holds nothing");
}

assay_status plan_yaml_read(const char *text, size_t size, const char *file, plan_tree *to, assay_error *err)
{
    *to = (plan_tree){ 0 };
    const assay_status status = read_tree(&(builder){ .file = file, .err = err, .tree = to }, text, size);
    if (status != ASSAY_OK) plan_yaml_free(to);
    return memory_named(status, file, err);
}

typedef struct request {
    const char *text, *file;
    size_t size, nodes, bytes; /* how many more may come */
    plan_tree *to;
} request;

static assay_status read_request(void *what, assay_error *err)
{
    const request *q = what;
    return plan_yaml_read(q->text, q->size, q->file, q->to, err);
}

/* A text of the tree, whose bytes with its end are `size`; 0: NULL. */
static void carry_owned(carrier *c, request *q, const char **at, size_t size)
{
    if (size > q->bytes) c->bad = 1;
    if (!size || c->bad) return;
    if (!c->writes) *at = own(q->to, size);
    if (*at) carry_words(c, (char *)(uintptr_t)*at, size);
    else c->bad = 1;
    q->bytes -= size;
}

static plan_node *carry_node(carrier *c, request *q, const plan_node *from, size_t depth)
{
    plan_node *node = c->writes ? (plan_node *)(uintptr_t)from : own(q->to, sizeof *node);
    if (!node || depth > DEPTH_MOST || !q->nodes--) c->bad = 1;
    if (c->bad) return NULL;
    size_t said[] = { node->kind, node->line, node->n, node->key ? strlen(node->key) + 1 : 0,
                      node->text ? strlen(node->text) + 1 : 0 };
    carry(c, said, sizeof said);
    if (said[0] > PLAN_MAP || said[2] > q->nodes || (said[0] == PLAN_TEXT) != (said[4] > 0)) c->bad = 1;
    node->kind = (plan_node_kind)said[0], node->line = said[1], node->n = said[2];
    carry_owned(c, q, &node->key, said[3]);
    carry_owned(c, q, &node->text, said[4]);
    const plan_node **at = &node->first;
    for (size_t k = 0; k < said[2] && !c->bad; k++) {
        plan_node *one = carry_node(c, q, *at, depth + 1);
        if (!c->bad && !one->key != (node->kind != PLAN_MAP)) c->bad = 1;
        *at = one;
        if (one) at = &one->next;
    }
    return node;
}

static void carry_tree(carrier *c, void *what)
{
    request *q = what;
    q->to->root = carry_node(c, q, q->to->root, 0);
}

static void drop_tree(void *what) { plan_yaml_free(((const request *)what)->to); }

assay_status plan_yaml_take(const char *text, size_t size, const char *file, plan_tree *to, assay_error *err)
{
    /* escapes may be shorter than what they stand for: \L is three bytes */
    request q = { text, file, size, limit_size(LIMIT_PLAN_NODES) + 1, 4 * size + 16, to };
    *to = (plan_tree){ 0 };
    return apart_read(&(apart_job){ { file }, read_request, carry_tree, drop_tree, &q }, err);
}

void plan_yaml_free(plan_tree *tree)
{
    arena_free(&tree->owned);
    *tree = (plan_tree){ 0 };
}
