# assay: build, test, demonstrate, install. `make help` lists the targets. No recursion; sources are found by wildcard,
# so a new file needs no edit here.

ifeq ($(origin CC),default)
CC = gcc
endif
PREFIX  ?= /usr/local
DESTDIR ?=
VERSION := $(shell sed -n 's/^.define ASSAY_VERSION "\(.*\)"/\1/p' include/assay.h)

# -ffp-contract=off: a fused multiply-add rounds once where two operations round twice, so scores would depend on the CPU.
OPT     ?= -O2
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
FLAGS   := -std=c17 -D_POSIX_C_SOURCE=200809L -g -fPIC -fvisibility=hidden -ffp-contract=off -fno-math-errno -fno-trapping-math -pthread
variant := $(notdir $(firstword $(CC)))
ifdef SAN
FLAGS   += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DASSAY_SANITIZED
variant := $(variant)-san
endif
O       := build/$(variant)
Q       := $(if $(V),,@)

# What each room may include: it is compiled with these directories and no others.
SEES_core               := include
SEES_generators         := include generators
SEES_scenarios          := include generators scenarios
SEES_metrics            := include metrics metrics/relations metrics/estimators
SEES_metrics/relations  := include metrics/relations metrics/estimators
SEES_metrics/estimators := include metrics/estimators
SEES_bench              := include metrics/relations bench bench/store bench/arrays
SEES_bench/store        := include bench/store
SEES_bench/arrays       := include bench/arrays
SEES_reports            := include bench/store reports
SEES_plots              := include bench/store reports plots
SEES_cli                := include bench bench/store bench/arrays reports plots cli metrics/relations
SEES_tests              := include generators scenarios metrics metrics/relations metrics/estimators bench bench/store \
                           bench/arrays reports plots cli tests

rooms   := core generators scenarios metrics metrics/relations metrics/estimators bench bench/store bench/arrays reports plots
sources := $(foreach room,$(rooms),$(wildcard $(room)/*.c))
objects := $(sources:%.c=$(O)/%.o)
program := $(patsubst %.c,$(O)/%.o,$(wildcard cli/*.c))
tests   := $(patsubst %.c,$(O)/%,$(wildcard tests/test_*.c tests/*/test_*.c tests/*/*/test_*.c))
LIBS    := -lsqlite3 -lzip -ljansson -lfyaml -llbfgs -lm -pthread

all: need-build $(O)/assay $(O)/libassay.a $(O)/libassay.so ## the program (./assay) and the static and shared library
	$(Q)ln -sf $(O)/assay assay

sees = $(addprefix -I,$(SEES_$(patsubst %/,%,$(dir $(1)))))
# tests/<room>/ mirror the rooms and see everything
tests_sees = $(addprefix -I,$(SEES_tests))

$(O)/tests/%.o: tests/%.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(FLAGS) $(OPT) $(CFLAGS) $(tests_sees) -MMD -c $< -o $@

$(O)/%.o: %.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(FLAGS) $(OPT) $(CFLAGS) $(call sees,$<) -MMD -c $< -o $@

$(O)/libassay.a: $(objects)
	$(Q)rm -f $@ && ar rcs $@ $^

$(O)/libassay.so: $(objects)
	$(Q)$(CC) $(FLAGS) $(LDFLAGS) -shared -Wl,-soname,libassay.so.0 $^ -o $@ $(LIBS)

$(O)/assay: $(program) $(O)/libassay.a
	$(Q)$(CC) $(FLAGS) $(LDFLAGS) $^ -o $@ $(LIBS) -ldl

$(O)/tests/%: $(O)/tests/%.o $(O)/libassay.a
	$(Q)$(CC) $(FLAGS) $(LDFLAGS) $^ -o $@ -lcmocka $(LIBS)

.SECONDARY:
-include $(shell find $(O) -name '*.d' 2>/dev/null)

help: ## this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

.PHONY: all help need-build
need-build: ;
