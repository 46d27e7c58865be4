/* Every papers/NAME.yaml in the program. The Makefile finds them and puts them together. */
#include "papers_embedded.h"

#include "embed.h"

EMBED(papers_embedded, PAPERS)
