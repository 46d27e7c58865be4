/* papers_embedded.h -- the files of this folder as they are in the program, one behind another: a line "FILE BYTES",
 * then so many bytes, and a NUL behind the last. */
#pragma once

extern const char papers_embedded[];
