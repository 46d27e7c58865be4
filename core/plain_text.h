/* plain_text.h -- texts of one line of UTF-8, which is what names and sentences are. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The bytes of the UTF-8 character that text begins with; 0: it begins with none. Overlong forms, surrogates and what
 * is beyond U+10FFFF are none (RFC 3629, section 4). */
size_t utf8_length(const char *text);

/* Whether the character is one that steers a terminal, ends a line or turns the direction of what follows (C0, DEL, C1,
 * U+2028 to U+202E, U+2066 to U+2069). */
int text_is_control(const char *text);

/* Whether a list "noise,trig" has the name; NULL has none. */
int list_has(const char *list, const char *name);
/* Its next name, cut to size; 0: there is no more (or the list is NULL). *at is the list at first, and moves on. */
int list_next(const char **at, char *to, size_t size);

/* The digits at *at, which moves past them; 0: there are none, or they are more than most. */
int digits_read(const char **at, uint64_t most, uint64_t *to);

int text_is_plain(const char *text, size_t most); /* UTF-8 without control characters, of at most so many bytes */
void text_make_plain(char *text);                 /* control characters become blanks, what is no UTF-8 '?' */
