# assay: build, test, demonstrate, install. `make help` lists the targets. No recursion; sources are found by wildcard,
# so a new file needs no edit here.

ifeq ($(origin CC),default)
CC = gcc
endif
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=
# The folder below PREFIX that this interpreter searches for modules, if it searches one.
PYTHON    ?= $(firstword $(wildcard /usr/bin/python3) python3)
PYTHONDIR ?= $(shell $(PYTHON) -c 'import site; p = "$(PREFIX)"; print(next((d for d in site.getsitepackages() \
    if d.startswith(p + "/lib/")), p + "/lib/python3/dist-packages"))' 2>/dev/null \
    || echo $(PREFIX)/lib/python3/dist-packages)
VERSION := $(shell sed -n 's/^.define ASSAY_VERSION "\(.*\)"/\1/p' include/assay.h)

# CCACHE=ccache: what is compiled again, as by tests that build a copy, is taken from its cache.
CCACHE  ?=
# -ffp-contract=off: a fused multiply-add rounds once where two operations round twice; scores would depend on the CPU.
OPT     ?= -O2
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
FLAGS   := -std=c17 -D_POSIX_C_SOURCE=200809L -g -fPIC -fvisibility=hidden -ffp-contract=off -fno-math-errno \
           -fno-trapping-math -pthread
variant := $(notdir $(firstword $(CC)))
ifdef SAN
FLAGS   += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DASSAY_SANITIZED
variant := $(variant)-san
endif
ifdef FUZZ
FLAGS   += -fsanitize=fuzzer-no-link
variant := $(variant)-fuzz
endif
ifdef COV
FLAGS   += --coverage
variant := $(variant)-coverage
endif
O       := build/$(variant)
WASM    := build/wasm
Q       := $(if $(V),,@)

# What each room may include: it is compiled with these directories and no others. What a line names comes before it in
# the way of one score through the house; nothing runs back up.
SEES_core               := include core
SEES_generators         := include core generators
SEES_scenarios          := include core reference generators scenarios/pairs scenarios/recipes scenarios
SEES_scenarios/pairs    := include core generators scenarios/pairs
SEES_scenarios/recipes  := include core reference generators scenarios/recipes
SEES_metrics            := include core metrics metrics/relations metrics/estimators
SEES_metrics/relations  := include core metrics/relations metrics/estimators
SEES_metrics/estimators := include core metrics/estimators
SEES_reference          := include core reference
SEES_scoring            := include core reference metrics/relations scoring
SEES_bench/arrays       := include core bench/arrays
SEES_lab/candidates     := include core scoring bench/arrays lab/candidates
SEES_bench/store        := include core bench/arrays bench/store
SEES_bench/yaml         := include core bench/arrays bench/yaml
SEES_papers             := include core papers
SEES_bench              := include core metrics/relations scoring bench/arrays lab/candidates bench/store \
                           bench/yaml bench
SEES_lab/validation     := $(SEES_bench) metrics/estimators scenarios/recipes lab/validation
SEES_lab/hunt           := $(SEES_bench) reference metrics/estimators scenarios/recipes lab/hunt
SEES_bench/study        := $(SEES_bench) metrics/estimators bench/study
stored                  := include core bench/store reports/model
SEES_reports/model      := $(stored)
SEES_reports/judge      := $(stored) reports/judge reports/judge/properties
SEES_reports/judge/properties := $(SEES_reports/judge)
SEES_reports/published  := $(stored) bench/yaml papers reports/judge reports/published
SEES_reports/tables     := $(stored) scoring reports/comparison reports/judge reports/published reports/tables
SEES_reports/agreement  := $(stored) reports/tables reports/agreement
SEES_reports/choice     := $(stored) reports/tables reports/choice
SEES_reports/comparison := $(stored) reports/comparison
SEES_reports/page       := $(stored) reports/judge reports/published reports/tables reports/agreement reports/choice \
                           reports/page
reported                := $(stored) reports/judge reports/published reports/tables reports/agreement reports/choice \
                           reports/comparison
SEES_plots              := $(reported) plots
SEES_reports/publication := $(reported) bench/arrays generators reports/page plots reports/publication
SEES_cli                := $(reported) reports/page plots reports/publication generators metrics/relations bench \
                           scoring bench/arrays lab/candidates lab/validation bench/study lab/hunt scenarios/recipes \
                           reference cli
SEES_web/browser        := include core metrics/relations scoring bench/arrays bench/store bench/study web/browser
SEES_tests              := $(SEES_cli) bench/yaml papers generators scenarios metrics metrics/estimators \
                           reports/judge/properties tests

# Three layers: what scores arrays in memory, which needs the mathematics alone (libassay); what runs plans and
# candidates into stores (libassay-bench); what the program alone has: tables, figures and pages of a store.
scoring := core reference generators scenarios/pairs scenarios/recipes scenarios metrics/estimators metrics/relations \
           metrics scoring
benched := bench/yaml bench/arrays lab/candidates bench/store bench lab/validation bench/study lab/hunt
above   := $(benched) papers reports/model reports/judge reports/judge/properties reports/tables reports/published \
           reports/agreement reports/choice reports/comparison reports/page plots reports/publication
rooms   := $(scoring) $(above)
objects  = $(patsubst %.c,$(O)/%.o,$(foreach room,$(1),$(wildcard $(room)/*.c)))
layers  := $(O)/above.a $(O)/scoring.a
program := $(patsubst %.c,$(O)/%.o,$(wildcard cli/*.c))
tests   := $(patsubst %.c,$(O)/%,$(shell find tests -name 'test_*.c' | sort))
fuzzers := $(patsubst %.c,$(O)/%,$(wildcard tests/fuzz/fuzz_*.c))
LIBS_assay       := -llbfgs -lm
LIBS_assay-bench := -lsqlite3 -lnettle -lzip -lz -ljansson -lyaml $(LIBS_assay) -pthread
LIBS    := $(LIBS_assay-bench)
OBJCOPY ?= objcopy
comma   := ,

# Parts, as Debian 12 names them. What a test needs beyond PARTS_test is in PARTS_ci: where it is missing, the test is
# skipped and says so.
compiler    := $(if $(findstring clang,$(CC)),clang,gcc)
PARTS_scoring := $(compiler) libc6-dev liblbfgs-dev
PARTS_wheel := $(PARTS_scoring) python3
PARTS_browser := clang lld wasi-libc libclang-rt-dev-wasm32 liblbfgs-dev
PARTS_build := $(PARTS_scoring) libsqlite3-dev nettle-dev libzip-dev zlib1g-dev libjansson-dev libyaml-dev
PARTS_demo  := $(PARTS_build) gnuplot-nox
PARTS_test  := $(PARTS_demo) libcmocka-dev g++ libpcg-cpp-dev procps pkg-config python3-numpy \
               python3-sklearn python3-pip python3-setuptools python3-wheel
PARTS_cluster  := $(PARTS_test) slurm-wlm openmpi-bin clang
PARTS_format   := clang-format
PARTS_deb      := $(PARTS_build) debhelper dh-python lintian
PARTS_lint     := $(PARTS_build) clang-tidy
PARTS_ci       := $(PARTS_cluster) $(PARTS_lint) $(PARTS_browser) $(PARTS_deb) zsh fish groff-base \
                  texlive-latex-recommended chromium ccache poppler-utils bsdutils util-linux python3-scipy \
                  python3-pytest mypy bindfs perl
# What they are wanted for, before the first file is compiled.
HEADERS_scoring := stdint.h lbfgs.h
HEADERS_wheel   := $(HEADERS_scoring)
HEADERS_build   := $(HEADERS_scoring) sqlite3.h nettle/sha2.h zip.h zlib.h jansson.h yaml.h
HEADERS_test    := $(HEADERS_build) cmocka.h

libraries := libassay.a libassay.so libassay-bench.a libassay-bench.so
all: $(O)/assay $(addprefix $(O)/,$(libraries)) ## the program ./assay, the static and the shared libraries
	$(Q)ln -sf $(O)/assay assay

# ---- what a target needs from the machine ----

# In the shell: the packages of $(1) that are not installed; none where no dpkg knows.
missing = $$(command -v dpkg-query >/dev/null || exit 0; for part in $(1); do \
    dpkg-query -W -f='$${Status}' $$part 2>/dev/null | grep -q 'ok installed' || printf '%s ' $$part; done)

# Installs through apt as root or with sudo; otherwise prints the command and stops.
install-%:
	$(Q)missing="$(call missing,$(PARTS_$*))"; [ -z "$$missing" ] && exit 0; \
	    install="apt-get install -y --no-install-recommends $$missing"; \
	    if [ "$$(id -u)" = 0 ]; then apt-get update -q && DEBIAN_FRONTEND=noninteractive $$install; \
	    elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then \
	        sudo apt-get update -q && sudo $$install; \
	    else echo "assay needs these Debian packages; as root: apt-get update && $$install" >&2; exit 1; fi

print-%:
	@echo $(PARTS_$*)

# What compiles installs nothing: where a header is missing it prints the command and stops. Where no dpkg knows the
# packages, or knows nothing that is missing, it says what is wanted and tries.
goals := $(or $(MAKECMDGOALS),all)
wants := $(if $(filter programs bench% judge-sensitivity coverage-of-intervals fuzz% $(O)/tests/%,$(goals)),test,$(if \
    $(filter-out wheel library-for-wheel %/libassay.a %/libassay.so,$(goals)),build,$(firstword \
    $(filter wheel,$(goals)) scoring)))
.PHONY: have-parts
have-parts:
	$(Q)printf '#include <%s>\n' $(HEADERS_$(wants)) | $(CC) $(CFLAGS) -E - >/dev/null 2>&1 && exit 0; \
	    missing="$(call missing,$(PARTS_$(wants)))"; \
	    [ -z "$$missing" ] || { echo "assay needs Debian packages that are not installed; as root:" \
	        "apt-get update && apt-get install -y --no-install-recommends $$missing" >&2; exit 4; }; \
	    echo "assay needs a C compiler ($(CC)) and $(HEADERS_$(wants)); on Debian: $(PARTS_$(wants))" >&2

# ---- compiling ----

sees = $(addprefix -I,$(SEES_$(patsubst %/,%,$(dir $(1))))) $(DEFINES_$(patsubst %/,%,$(dir $(1))))
DEFINES_papers = -DPAPERS='"$(O)/papers/all"'
DEFINES_reference = -DREFERENCE='"$(O)/reference/all"'
compile = $(CCACHE) $(CC) $(WARN) $(FLAGS) $(OPT) $(CFLAGS) -MMD -MP

$(O)/tests/%.o: tests/%.c | have-parts
	$(Q)mkdir -p $(@D) && $(compile) $(addprefix -I,$(SEES_tests)) -c $< -o $@

$(O)/%.o: %.c | have-parts
	$(Q)mkdir -p $(@D) && $(compile) $(call sees,$<) -c $< -o $@

# Files that are part of the program, byte for byte (core/embed.h).
$(O)/lab/candidates/launch.o: python/assay/host.py python/assay/observer.py
$(O)/reports/page/page.o: $(addprefix reports/page/page.,html css js)
$(O)/scenarios/pairs/bank_pair.o: scenarios/pairs/adversarial.txt
$(O)/reports/judge/worst_found.o: reports/judge/atlas.csv
$(O)/reports/choice/choice_reference.o: reports/choice/literature.csv
$(O)/plots/figure_making.o: plots/style.gp
$(O)/cli/cli.o: $(wildcard cli/help/*.txt)
$(O)/cli/completion.o: $(wildcard cli/completion/*)
$(O)/papers/papers_embedded.o: $(O)/papers/all
$(O)/reference/reference.o: $(O)/reference/all
$(O)/bench/store/store_statements.o: bench/store/statements.sql
$(O)/bench/plans_builtin.o: $(wildcard bench/plans/*.yaml)

# The papers, and the programs of reference/, one behind another; made anew where one has come, changed or gone.
$(O)/papers/all: $(sort $(wildcard papers/*.yaml))
$(O)/reference/all: $(sort $(wildcard reference/*/*.py))
$(O)/papers/all $(O)/reference/all: FORCE
	$(Q)mkdir -p $(@D) && for file in $(filter %.yaml %.py,$^); do \
	    printf '%s %d\n' $$file $$(wc -c <$$file) && cat $$file; done >$@.made
	$(Q)cmp -s $@.made $@ && rm $@.made || mv $@.made $@
.PHONY: FORCE

# For the program and the tests, which use what headers of rooms declare.
$(O)/scoring.a: $(call objects,$(scoring))
$(O)/above.a: $(call objects,$(above))
$(layers):
	$(Q)rm -f $@ && ar rcs $@ $^

# For everybody else: one object, in which every name but those of include/ is local.
$(O)/libassay.o: $(call objects,$(scoring))
$(O)/libassay-bench.o: $(call objects,$(scoring) $(benched))
$(O)/lib%.o:
	$(Q)$(LD) -r $^ -o $@ && $(OBJCOPY) --localize-hidden --wildcard --keep-global-symbol='assay_*' $@

$(O)/lib%.a: $(O)/lib%.o
	$(Q)rm -f $@ && ar rcs $@ $<

$(O)/lib%.so: $(O)/lib%.o
	$(Q)$(CC) $(FLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F).0 $(if $(SAN),,-Wl,-z,defs) $< -o $@ $(LIBS_$*)

# For people's Python: what is not of glibc is in it, and what is not of an old glibc. libpthread and libdl are parts of
# libc by now, and were none then.
old_glibc := -Wl,-Bsymbolic -Wl,--no-as-needed -l:libpthread.so.0 -l:libdl.so.2 -Wl,--as-needed
$(O)/portable/%.o: python/%.c
	$(Q)mkdir -p $(@D) && $(compile) -c $< -o $@
$(O)/portable/libassay.so: $(O)/libassay.o $(O)/portable/old_glibc.o
	$(Q)mkdir -p $(@D) && $(CC) $(FLAGS) $(LDFLAGS) -shared -Wl,-soname,libassay.so.0 -Wl,-z,defs \
	    -Wl,--exclude-libs,ALL -s $^ -o $@ \
	    $(patsubst -llbfgs,-Wl$(comma)-Bstatic -llbfgs -Wl$(comma)-Bdynamic,$(LIBS_assay)) $(old_glibc)
# The program, and the library with studies: what they need of the system is looked for where build_assay.py puts it.
beside = -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN$(1)'
$(O)/portable/assay: $(program) $(O)/portable/old_glibc.o $(layers)
	$(Q)mkdir -p $(@D) && $(CC) $(FLAGS) $(LDFLAGS) $(call beside) -rdynamic -s $^ -o $@ $(LIBS) $(old_glibc)
$(O)/portable/libassay-bench.so: $(O)/libassay-bench.o $(O)/portable/old_glibc.o
	$(Q)mkdir -p $(@D) && $(CC) $(FLAGS) $(LDFLAGS) -shared -Wl,-soname,libassay-bench.so.0 -Wl,-z,defs \
	    -Wl,--exclude-libs,ALL $(call beside,/program) -s $^ -o $@ $(LIBS_assay-bench) $(old_glibc)
library-for-wheel: $(O)/portable/libassay.so
	@echo $<
program-for-wheel: $(O)/portable/assay $(O)/portable/libassay-bench.so
	@echo $^

$(O)/assay: $(program) $(layers)
	$(Q)$(CC) $(FLAGS) $(LDFLAGS) $^ -o $@ $(LIBS)

$(O)/tests/%: $(O)/tests/%.o $(layers)
	$(Q)$(CC) $(FLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) -o $@ -lcmocka $(LIBS)

# Without a fuzzer the targets are functions of one program that runs the kept inputs; with libFuzzer, programs.
$(O)/tests/fuzz/fuzz_%.o: compile += $(if $(FUZZ),,-DLLVMFuzzerTestOneInput=$(basename $(notdir $@)))
$(O)/tests/fuzz/test_corpora: $(addsuffix .o,$(fuzzers)) $(O)/tests/fuzz/no_processes.o
$(O)/tests/fuzz/fuzz_%: $(O)/tests/fuzz/fuzz_%.o $(O)/tests/fuzz/no_processes.o $(layers)
	$(Q)$(CC) $(FLAGS) -fsanitize=fuzzer $(LDFLAGS) $^ -o $@ $(LIBS)

.SECONDARY:
-include $(shell find $(O) $(WASM) -name '*.d' 2>/dev/null)

# ---- using ----

demo: install-demo ## install what is missing, build, run a small study, report, say what was found and what is next
	@[ -e $(O)/assay ] || echo "building assay, a minute or two"
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all
	$(Q)./assay run quick --db out/quick/scores.db
	$(Q)./assay run audit-pairs --db out/quick/scores.db
	$(Q)./assay report --db out/quick/scores.db --out out/quick/report
	@echo "Next: wrote a metric: ./assay validate python:FILE.py --against mig; have models: ./assay study DIRECTORY;" \
	    "write a paper: ./assay run thesis --until-decided"

# Three lengths of test (CONTRIBUTING.md). tests/slow.txt names what is not in the short one, the longest first. In the
# others what is short comes first, because it fails most often, and the longest follow, so that none is left at the
# end.
# tests/long.txt names what the long ones alone have (LONG=1).
every   := $(filter-out $(if $(LONG),,$(patsubst %,$(O)/%,$(shell cat tests/long.txt)) $(shell cat tests/long.txt)), \
               $(tests) $(shell find tests -name 'test_*.sh' | sort))
slow    := $(filter $(every),$(patsubst %,$(O)/%,$(shell cat tests/slow.txt)) $(shell cat tests/slow.txt))
short   := $(filter-out $(slow),$(every))
ran      = O=$(O) TIMES='$(or $(TIMES),$(O)/times)' sh tests/run.sh

test: install-test ## install what is missing, build, run every test; TIMES=FILE: CPU seconds of each
	@echo "building assay and its tests: a few minutes"
	$(Q)$(MAKE) --no-print-directory programs
	$(Q)$(ran) $(short) $(slow)

check: install-test ## the tests that most changes break, in a minute: all but those of tests/slow.txt
	$(Q)$(MAKE) --no-print-directory programs
	$(Q)$(ran) $(short)

# The tests of a room: those below its folder in tests/, and of a room without one those of what shows its work.
stand_for_papers      := reports/published
stand_for_include     := core scoring
stand_for_examples    := lab/candidates
in_room = $(foreach part,$(or $(stand_for_$(1)),$(1)),$(filter $(O)/tests/$(part)/% tests/$(part)/%,$(short)))
check-%: install-test ## check-ROOM: those of one room (metrics, bench/store, cli, ...), in 20 seconds
	$(Q)[ -n '$(call in_room,$*)' ] || { echo "no room $* has tests; rooms: $(sort $(foreach program,$(short), \
	    $(word 2,$(subst /, ,$(program:$(O)/%=%)))) papers include examples)" >&2; exit 2; }
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all extras $(filter $(O)/%,$(call in_room,$*))
	$(Q)$(ran) $(call in_room,$*)

# Under the sanitizers: not what compares numbers alone, whose code the unit tests and the fuzzers' inputs pass through.
numbers   := pcg|golden|ranks|row_order|agree_|published|papers|claims|bank|coverage|looks|scenario_programs|units
numbers   := $(numbers)|few_seeds|early_verdict
sanitized  = $(shell printf '%s\n' $(short) $(O)/tests/fuzz/test_corpora $(O)/tests/bench/store/test_merge_rows | \
                 sort -u | grep -vE 'test_[a-z_]*($(numbers))')
test-sanitized: install-test ## what .ci/run has of them under clang's sanitizers
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) CC=clang SAN=1 all \
	    $(patsubst $(O)/%,build/clang-san/%,$(filter $(O)/%,$(sanitized)))
	$(Q)O=build/clang-san TIMES=build/clang-san/times sh tests/run.sh $(patsubst $(O)/%,build/clang-san/%,$(sanitized))

test-long: install-ci ## what the others thin: kills, flips, fuzzing, lint, two compilers, sanitizers, mutants; hours
	$(Q)sh tests/long.sh

limits: install-format ## lines, words, seconds and layout beside their bounds (tests/limits.txt); fails over one
	$(Q)sh tests/limits.sh $(or $(TIMES),$(O)/times) $(short:$(O)/%=%)

programs: install-test ## the program, the libraries and every test program, not run
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all $(tests) $(O)/tests/sensitivity/sensitivity extras

reference: $(O)/libassay.so ## metrics and scenarios against reference/, at length: TABLES=5 SEED=1 METRICS=
	$(Q)ASSAY_LIBRARY=$(O)/libassay.so $(PYTHON) -B tests/reference/scenarios.py --all --drawn 50 --seed $(or $(SEED),1)
	$(Q)ASSAY_LIBRARY=$(O)/libassay.so $(PYTHON) -B tests/reference/compare.py --mixed 40 \
	    --tables $(or $(TABLES),5) --seed $(or $(SEED),1) $(METRICS)

# The PCG author's own C++ headers as an oracle, where g++ and the headers are there.
extras: $(O)/libassay.a
	$(Q)if command -v g++ >/dev/null; then mkdir -p $(O)/tests/generators && \
	    g++ -std=c++17 -O2 $(filter -fsanitize% -fno-sanitize% --coverage,$(FLAGS)) -Iinclude \
	    tests/generators/pcg_oracle.cpp $< $(LIBS_assay) -o $(O)/tests/generators/pcg_oracle; fi

# BENCH_OUT=FILE: as JSON too; PART=t-mex: what has it in its name
bench: all ## cost of relations and metrics beside NumPy, scikit-learn, XGBoost, ranger; BENCH_OUT=FILE PART=t-mex
	$(Q)$(MAKE) --no-print-directory $(addprefix $(O)/tests/speed/,speed study_cost estimate)
	$(Q)[ '$(PART)' = estimate ] || ASSAY_LIBRARY=$(O)/libassay.so $(O)/tests/speed/speed '$(BENCH_OUT)' '$(PART)'
	$(Q)[ -n '$(PART)' ] || $(O)/tests/speed/study_cost
	$(Q)[ -n '$(filter-out estimate,$(PART))' ] || $(O)/tests/speed/estimate

bench-forest: all ## metrics made of trees compared with another commit, built in out/: AGAINST=COMMIT ROUNDS=3
	$(Q)[ -n '$(AGAINST)' ] || { echo "bench-forest: AGAINST=COMMIT" >&2; exit 2; }
	$(Q)python3 -B tests/speed/forests.py ./assay '$(AGAINST)' $(or $(ROUNDS),3)

bench-compare: ## two outputs of make bench BENCH_OUT=FILE, A=FILE B=FILE: fails where work is slower in B
	$(Q)$(MAKE) --no-print-directory $(O)/tests/speed/speed
	$(Q)$(O)/tests/speed/speed compare $(A) $(B)

bench-sparse: all ## seconds of scores by the share of values that are not 0, next to SciPy; METRICS=mcc,hoyer
	$(Q)/usr/bin/python3 -c 'import scipy' 2>/dev/null || \
	    { echo "bench-sparse: apt-get install python3-scipy" >&2; exit 4; }
	$(Q)/usr/bin/python3 tests/speed/sparse.py '$(METRICS)'

# S: seconds a score at most
bench-growth: ## how the time of each metric grows with codes and rows: S=10 WIDEST=512 LONGEST=100000
	$(Q)$(MAKE) --no-print-directory $(O)/tests/speed/growth
	$(Q)$(O)/tests/speed/growth $(or $(S),10) $(or $(WIDEST),512) $(or $(LONGEST),100000) $(or $(METRICS),all)

bench-verdict: all ## how long until no mark is open that seeds decide: PLAN=thesis CORES=2 ARGS='--scenarios noise'
	$(Q)mkdir -p out && dir=$$(mktemp -d out/verdict-XXXXXX) && start=$$(date +%s) && \
	    ./assay run $(or $(PLAN),thesis) --until-decided --jobs $(or $(CORES),2) $(ARGS) --db $$dir/scores.db; \
	    status=$$?; \
	    [ $$status -ne 0 ] || echo "$(or $(PLAN),thesis) $(ARGS): $$(($$(date +%s) - start)) s" \
	        "on $(or $(CORES),2) cores, by the clock on the wall"; \
	    rm -r "$$dir"; exit $$status

.PHONY: site
site: all ## out/site: a page for each metric, property, scenario, question, paper; STORE=FILE: with its figures
	$(Q)command -v python3 >/dev/null || { echo "make site needs python3: apt-get install python3" >&2; exit 4; }
	$(Q)python3 -B web/site/build.py ./assay out/site --page $(WASM)/index.html $(if $(STORE),--store '$(STORE)')
	$(Q)python3 -B tests/web/site/pages.py out/site

.PHONY: repeat-of-leaders
repeat-of-leaders: all ## whether other banks recommend what one set of banks does, and intervals hold; SETS=20
	$(Q)sh tests/reports/choice/repeat.sh $(O)/assay $(O)/repeat $(SETS)

.PHONY: coverage-of-intervals
coverage-of-intervals: ## simulated labs: how often intervals, differences, best sets, doses hold; LABS=500
	$(Q)$(MAKE) --no-print-directory $(O)/tests/reports/comparison/test_coverage $(O)/tests/bench/study/test_dose
	$(Q)ASSAY_LABS=$(or $(LABS),500) $(O)/tests/bench/study/test_dose
	$(Q)ASSAY_LABS=$(or $(LABS),500) $(O)/tests/reports/comparison/test_coverage

.PHONY: judge-sensitivity
judge-sensitivity: ## from which size of a defect on the judge sees it; FORMAT=markdown, PROPERTY=calibrated
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) $(O)/tests/sensitivity/sensitivity
	$(Q)$(O)/tests/sensitivity/sensitivity $(or $(FORMAT),table) $(PROPERTY)

fuzz: ## each reader of what comes from outside, for FUZZ_S=60 seconds under clang's libFuzzer and its sanitizers
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) CC=clang SAN=1 FUZZ=1 fuzzers
	$(Q)sh tests/fuzz/fuzz.sh

fuzzers: $(fuzzers)

faults: all ## what fails in turn, FAULTS_N=25 of each kind; FLIPS=10000 bits of a store; KILLS=1000 (0: all)
	$(Q)$(CC) -std=gnu17 -Wall -Wextra -O1 -shared -fPIC tests/faults/faults.c -o $(O)/faults.so
	$(Q)sh tests/faults/faults.sh $(O)/faults.so ./assay
	$(Q)$(MAKE) --no-print-directory $(O)/tests/bench/store/test_flips
	$(Q)FLIPS=$(or $(FLIPS),10000) $(O)/tests/bench/store/test_flips
	$(Q)KILLS=$(or $(KILLS),1000) O=$(O) sh tests/cli/test_kills.sh
	$(Q)O=$(O) sh tests/faults/places.sh

valgrind: all ## a short list of commands under valgrind
	$(Q)sh tests/faults/valgrind.sh $(O)/assay

.PHONY: mutants
mutants: install-test ## lines of the product changed one at a time: the test that sees each, or SURVIVES
	$(Q)CC='$(CC)' $(PYTHON) -B tests/mutants/run.py

# ---- the page that scores in a browser ----

# libassay as WebAssembly: one thread, memory in the place of files. Both flags are for headers of wasi-libc.
LIBLBFGS  ?= $(WASM)/liblbfgs
wasm      := clang --target=wasm32-wasi $(filter-out -g -fPIC -pthread,$(FLAGS)) $(OPT) $(WARN) -Wshorten-64-to-32 \
             -Werror -MMD -MP -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS -Iweb/browser/wasm \
             -I$(LIBLBFGS)/include
# Without the programs of reference/, which the page does not print.
in_wasm   := $(filter-out core/unfinished% core/cores% reference/% %_program.c %/recipe_numpy.c, \
                 $(foreach room,$(scoring) web/browser,$(wildcard $(room)/*.c))) \
             $(filter-out %/npz.c %/safetensors.c %/shards.c %/gzip.c %/profile_file.c %/apart.c, \
                 $(wildcard bench/arrays/*.c)) \
             bench/study/resample.c bench/study/study_draws.c

browser: install-browser $(WASM)/index.html ## build/wasm/index.html: one page that scores files in a browser, no server
	@echo $(WASM)/index.html

$(WASM)/%.o: %.c | $(LIBLBFGS)
	$(Q)mkdir -p $(@D) && $(wasm) $(call sees,$<) -c $< -o $@

$(WASM)/liblbfgs:
	$(Q)sh web/browser/liblbfgs.sh $@.new && mv $@.new $@

$(WASM)/lbfgs.o: | $(LIBLBFGS)
	$(Q)mkdir -p $(@D) && $(wasm) -w -c $(LIBLBFGS)/lib/lbfgs.c -o $@

$(WASM)/assay.wasm: $(in_wasm:%.c=$(WASM)/%.o) $(WASM)/lbfgs.o
	$(Q)clang --target=wasm32-wasi -mexec-model=reactor -O2 -Wl,--gc-sections -Wl,--strip-all -Wl,-z,stack-size=1048576 \
	    $^ -o $@ -lm

# A line @NAME@ of the page becomes the file; what stands within a line, the text.
$(WASM)/index.html: $(addprefix web/browser/,page.html page.css worker.js archive.js page.js) $(WASM)/assay.wasm
	$(Q)gzip -9 -n -c $(WASM)/assay.wasm | base64 -w0 >$(WASM)/program
	$(Q)cat web/browser/archive.js web/browser/page.js >$(WASM)/script
	$(Q)sed -e 's/@VERSION@/$(VERSION)/' -e '/^@STYLE@$$/{r web/browser/page.css' -e 'd}' \
	    -e '/^@WORKER@$$/{r web/browser/worker.js' -e 'd}' -e '/^@SCRIPT@$$/{r $(WASM)/script' -e 'd}' \
	    -e '/^@PROGRAM@$$/{r $(WASM)/program' -e 'd}' web/browser/page.html >$@.made && mv $@.made $@

# ---- habits ----

sources := $(foreach room,$(rooms) cli,$(wildcard $(room)/*.c))

laid_out := find $(sort $(foreach room,$(rooms) cli web examples include python tests, \
                $(firstword $(subst /, ,$(room))))) -name '*.[ch]' -print0

format: install-format ## lay out every source as .clang-format says
	$(Q)$(laid_out) | xargs -0 clang-format -i

format-check: install-format ## name each file that `make format` would change, and fail
	$(Q)$(laid_out) | xargs -0 clang-format -n -Werror 2>&1 | sed -n 's/^\([^:]*\):[0-9].*/\1/p' | sort | uniq -c | \
	    awk '{ print $$2 ": make format would change " $$1 " places" } END { exit NR > 0 }'

lint: install-lint ## clang-tidy over the product's sources, for bugs: .clang-tidy says which checks
	$(Q)$(MAKE) --no-print-directory -k -j$$(nproc) $(sources:%.c=$(O)/lint/%)

# A source that passed is looked at again when it, or a header it includes, has changed.
$(O)/lint/%: %.c $(O)/%.o .clang-tidy
	$(Q)mkdir -p $(@D) && rm -f $@
	$(Q)clang-tidy --quiet $< -- $(filter-out -f%,$(FLAGS)) $(call sees,$<) >$@.said 2>&1 && mv $@.said $@ || \
	    { grep -v 'warnings\? generated\.$$\|^Suppressed \|^Use -' $@.said; exit 1; }

choosing: all ## the table of docs/choosing.md and README's figure, from plan bank: minutes
	$(Q)$(O)/assay run bank --db out/bank.db
	$(Q)$(O)/assay advise --db out/bank.db --format csv | awk -f docs/choosing.awk >out/choosing.md
	$(Q)sed -i -e '/^<!-- made by/,/^<!-- end/{//!d}' -e '/^<!-- made by/r out/choosing.md' docs/choosing.md
	$(Q)$(O)/assay plot strips --db out/bank.db --metrics modularity,mig-sup,z-min-var,minimality,irs,z-max-var,dlig \
	    --format png --out out/choosing >/dev/null && cp out/choosing/strips.png docs/strips.png

docs: all ## docs/metrics.md from the descriptors, docs/atlas.md from the kept hunt
	$(Q)$(O)/assay list metrics --format markdown | awk -f docs/metrics.awk >docs/metrics.md
	$(Q)awk -f docs/atlas.awk reports/judge/atlas.csv >docs/atlas.md

.PHONY: test-cluster
test-cluster: install-cluster ## shards under a Slurm of four nodes and under mpirun here, and by two compilers
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) CC=gcc all
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) CC=clang all
	$(Q)JOBS=1 O=$(O) sh tests/run.sh $(wildcard tests/cluster/cluster_*.sh)

coverage: ## run the tests in a build of its own; lines they reach, by room, and the functions they never enter
	$(Q)find build/$(notdir $(CC))-coverage -name '*.gcda' -delete 2>/dev/null || :
	$(Q)ASSAY_READERS=inside $(MAKE) --no-print-directory COV=1 test || echo "(some tests failed)"
	$(Q)sh tests/coverage.sh build/$(notdir $(CC))-coverage $(rooms) cli

define install_library
	install -m 644 $(O)/lib$(1).a $(DESTDIR)$(LIBDIR)/lib$(1).a
	install -m 755 $(O)/lib$(1).so $(DESTDIR)$(LIBDIR)/lib$(1).so.$(VERSION)
	ln -sf lib$(1).so.$(VERSION) $(DESTDIR)$(LIBDIR)/lib$(1).so.0
	ln -sf lib$(1).so.0 $(DESTDIR)$(LIBDIR)/lib$(1).so
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|; s|@NAME@|$(1)|; s|@LIBS@|$(2)|' \
	    docs/assay.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/$(1).pc
endef

.PHONY: sdist
sdist: ## build/wheel/assay-VERSION.tar.gz: the sources, from which pip builds where the parts are
	$(Q)$(PYTHON) -B python/build_assay.py sdist build/wheel

wheel: have-parts ## build/wheel/assay-VERSION-....whl: the Python package with libassay in it, for pip
	$(Q)command -v $(PYTHON) >/dev/null || \
	    { echo "make wheel needs Python; as root: apt-get install python3" >&2; exit 4; }
	$(Q)$(PYTHON) -B python/build_assay.py wheel build/wheel

# Where each shell looks, below PREFIX/share.
completions := bash-completion/completions/assay zsh/site-functions/_assay fish/vendor_completions.d/assay.fish

install: all ## program, libraries, headers, pkg-config files, Python module, manual page: PREFIX=, LIBDIR=, DESTDIR=
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(PREFIX)/include \
	    $(DESTDIR)$(PREFIX)/share/man/man1 $(addprefix $(DESTDIR)$(PREFIX)/share/,$(dir $(completions)))
	install -m 755 $(O)/assay $(DESTDIR)$(PREFIX)/bin/assay
	install -m 644 include/*.h $(DESTDIR)$(PREFIX)/include
	$(call install_library,assay,$(LIBS_assay))
	$(call install_library,assay-bench,$(LIBS_assay-bench))
	install -d $(DESTDIR)$(PYTHONDIR)/assay
	install -m 644 python/assay/*.py python/assay/py.typed $(DESTDIR)$(PYTHONDIR)/assay
	$(O)/assay help --man > $(DESTDIR)$(PREFIX)/share/man/man1/assay.1
	for shell in bash zsh fish; do for file in $(completions); do case $$file in *$$shell*) \
	    $(O)/assay help --completion $$shell > $(DESTDIR)$(PREFIX)/share/$$file || exit 1 ;; esac; done; done

installed_library = $(addprefix $(DESTDIR)$(LIBDIR)/,lib$(1).a lib$(1).so lib$(1).so.* pkgconfig/$(1).pc)
uninstall: ## remove what `make install` put there, with the same PREFIX=, LIBDIR=, DESTDIR=, PYTHONDIR=
	rm -f $(DESTDIR)$(PREFIX)/bin/assay $(addprefix $(DESTDIR)$(PREFIX)/,$(wildcard include/*.h)) \
	    $(call installed_library,assay) $(call installed_library,assay-bench) \
	    $(addprefix $(DESTDIR)$(PREFIX)/share/,man/man1/assay.1 $(completions))
	rm -rf $(DESTDIR)$(PYTHONDIR)/assay/__pycache__
	rm -f $(addprefix $(DESTDIR)$(PYTHONDIR)/assay/,$(notdir $(wildcard python/assay/*.py)) py.typed)
	[ ! -d $(DESTDIR)$(PYTHONDIR)/assay ] || rmdir --ignore-fail-on-non-empty $(DESTDIR)$(PYTHONDIR)/assay

deb: install-deb ## Debian packages in build/deb, and what lintian says of them
	$(Q)sh packages/deb.sh build/deb $(VERSION)

clean: ## remove build/ and the program; results in out/ stay
	rm -rf build assay

help: ## this list
	@sed -n 's/^\([a-z%-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18
	@echo "variables: CC=clang, SAN=1 (address and undefined-behaviour sanitizers), V=1 (show commands), OPT=-O3"

.PHONY: all demo choosing browser test check test-sanitized test-long limits reference programs extras bench \
        bench-compare bench-forest bench-growth bench-verdict fuzz fuzzers faults valgrind \
        format format-check lint coverage docs wheel library-for-wheel program-for-wheel install uninstall deb \
        clean help
