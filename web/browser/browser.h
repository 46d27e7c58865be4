/*
 * browser.h -- what the page calls. Texts are UTF-8 and end with 0; an answer is JSON in memory that the next call
 * frees, {"refused": "..."} where the call could not be done.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define PAGE_CALL(name, ...) __attribute__((export_name(#name))) name(__VA_ARGS__)

double *PAGE_CALL(page_factors, void);
double *PAGE_CALL(page_codes, void);
char *PAGE_CALL(page_room, size_t size);
void PAGE_CALL(page_free, char *text);
const char *PAGE_CALL(page_generate, const char *scenario, const char *point, size_t n, uint32_t seed);
const char *PAGE_CALL(page_read, const char *factors, const char *codes, const char *kinds);
const char *PAGE_CALL(page_warnings, const char *metrics, uint32_t draws);
const char *PAGE_CALL(page_scenarios, void);
const char *PAGE_CALL(page_metrics, void);
const char *PAGE_CALL(page_score, const char *metrics, uint32_t draws);
const char *PAGE_CALL(page_relation, const char *relation);
