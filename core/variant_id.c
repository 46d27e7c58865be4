#include "variant_id.h"

#include "owned.h"
#include "wording.h"

#include <stdio.h>

static const char standard[] = "default";

assay_status variant_id_from(const char *metric, const char *preset, const setting *changed, size_t n, variant_id *to)
{
    *to = (variant_id){ .metric = strdup(metric), .preset = strdup(preset) };
    assay_status status = settings_from(changed, n, SETTINGS_OF_VARIANT, &to->changed);
    if (status == ASSAY_OK) to->text = wording_made("%s%s%s", preset, n ? ":" : "", to->changed.text);
    if (!to->metric || !to->preset || !to->text) status = ASSAY_ENOMEM;
    if (status != ASSAY_OK) variant_id_free(to);
    return status;
}

assay_status variant_id_read(const char *metric, const char *text, variant_id *to)
{
    *to = (variant_id){ 0 };
    const size_t length = strcspn(text, ":");
    OWNED char *preset = text_copy(text, length);
    FREED(settings_free) settings changed = { 0 };
    if (!preset) return ASSAY_ENOMEM;
    if (text[length] && !text[length + 1]) return ASSAY_EINPUT; /* no option stands behind the colon */
    if (text[length]) ASSAY_TRY(settings_read(text + length + 1, SETTINGS_OF_VARIANT, &changed));
    return variant_id_from(metric, preset, changed.at, changed.n, to);
}

assay_status variant_id_copy(const variant_id *from, variant_id *to)
{
    return variant_id_from(from->metric, from->preset, from->changed.at, from->changed.n, to);
}

void variant_id_free(variant_id *v)
{
    free(v->metric);
    free(v->preset);
    free(v->text);
    settings_free(&v->changed);
    *v = (variant_id){ 0 };
}

int variant_id_same_preset(const variant_id *a, const variant_id *b)
{
    return strcmp(a->metric, b->metric) == 0 && strcmp(a->preset, b->preset) == 0;
}

int variant_id_equal(const variant_id *a, const variant_id *b)
{
    return variant_id_same_preset(a, b) && settings_equal(&a->changed, &b->changed);
}

void variant_print(const char *metric, const char *text, char *to, size_t size)
{
    const size_t length = sizeof standard - 1;
    const int is_standard = strncmp(text, standard, length) == 0 && (!text[length] || text[length] == ':');
    snprintf(to, size, "%s%s%s", metric, is_standard ? "" : "@", is_standard ? text + length : text);
}

/* Behind the text that `at` begins with; NULL: it begins with another. */
static const char *behind(const char *at, const char *text)
{
    const size_t length = strlen(text);
    return at && strncmp(at, text, length) == 0 ? at + length : NULL;
}

static int has_pieces(const char *list, const char *metric, const char *between, const char *text)
{
    for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',') {
        const char *end = behind(behind(behind(at, metric), between), text);
        if (end && (!*end || *end == ',')) return 1;
    }
    return 0;
}

int variant_is_listed(const char *list, const char *metric, const char *text)
{
    const char *options = behind(text, standard);
    return has_pieces(list, metric, "@", text) || (options && *options == ':' && has_pieces(list, metric, "", options));
}

void variant_print_output(const char *metric, const char *text, const char *output, char *to, size_t size)
{
    variant_print(metric, text, to, size);
    const size_t used = strlen(to);
    if (strcmp(output, metric) != 0) snprintf(to + used, size - used, " %s", output);
}

const assay_preset *preset_find(const assay_metric *metric, const char *id)
{
    for (size_t p = 0; p < metric->n_presets; p++)
        if (strcmp(metric->presets[p].id, id) == 0) return &metric->presets[p];
    return NULL;
}
