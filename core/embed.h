/*
 * embed.h -- a file of the tree as text in the program, byte for byte, with a NUL behind it:
 *
 *     EMBED(page_style, "reports/page/page.css")
 *     extern const char page_style[];
 *
 * The compiler runs in the root of the checkout; a rule of the Makefile says that the object depends on the file.
 */
#ifndef ASSAY_EMBED_H
#define ASSAY_EMBED_H

#define EMBED(name, file)                                                                                              \
    __asm__(".pushsection .rodata\n"                                                                                   \
            ".global " #name "\n"                                                                                      \
            ".hidden " #name "\n"                                                                                      \
            ".type " #name ", %object\n" #name ":\n"                                                                   \
            ".incbin \"" file "\"\n"                                                                                   \
            ".byte 0\n"                                                                                                \
            ".size " #name ", . - " #name "\n"                                                                         \
            ".popsection\n");

#endif
