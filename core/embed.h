/*
 * embed.h -- a file of the tree as text in the program, byte for byte, with a NUL behind it:
 *
 *     EMBED(page_style, "reports/page/page.css")
 *     extern const char page_style[];
 *
 * The compiler runs in the root of the checkout; a rule of the Makefile says that the object depends on the file.
 */
#pragma once

/* Several files behind one name, each with a NUL behind it: EMBED_TEXT(plans, EMBED_FILE("a.yaml")
 * EMBED_FILE("b.yaml")) */
#define EMBED_FILE(file) ".incbin \"" file "\"\n.byte 0\n"
#ifdef __wasm__ /* its assembler has a section for each name, and no others to return to */
#define EMBED_TEXT(name, files)                   \
    __asm__(".section .rodata." #name ",\"\",@\n" \
            ".globl " #name "\n"                  \
            ".hidden " #name "\n"                 \
            ".type " #name ",@object\n" #name ":\n" files ".size " #name ", . - " #name "\n");
#else
#define EMBED_TEXT(name, files)                                                               \
    __asm__(".pushsection .rodata\n"                                                          \
            ".global " #name "\n"                                                             \
            ".hidden " #name "\n"                                                             \
            ".type " #name ", %object\n" #name ":\n" files ".size " #name ", . - " #name "\n" \
            ".popsection\n");
#endif
#define EMBED(name, file) EMBED_TEXT(name, EMBED_FILE(file))
