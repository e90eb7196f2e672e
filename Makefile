# The tasks of this repository; `make` alone lists them.
#
# Each target first checks for the C libraries that it needs, and installs missing ones on Debian and Ubuntu.

SWIFT ?= swift
PREFIX ?= /usr/local
# `make bench ONLY=reactive` measures one module; `make test ONLY=TUIKit` builds and runs the tests of one module, and
# `make test ONLY=wide` those with the word in their names.
ONLY ?=

# `make bench ONLY=endtoend SCRIPTS=1000` types that many scripts into the program, as a burst and slowly.
SCRIPTS ?= 200

# The sizes of the tables that `make bench-peers` compares.
ROWS ?= 10000 100000 1000000

# The seconds of `make soak`, and its seed, which it prints.
SOAK_SECONDS ?= 1200
SOAK_SEED ?= $(shell date +%s)

# The decoders that `make fuzz` runs, and the seconds for each. An input that is worth keeping is copied into the corpus.
# One that ends the program is kept beside the logs, which is done by libFuzzer and not by Swift's handler of crashes.
FUZZED := vcard csv json jcard ldif abook aliases scene key escape frame
FUZZ_SECONDS ?= 60

# The mutants of `make mutants`: how many of each module, the seed that chooses them, and the names of those to run again with
# that seed, such as RIV:17.
MUTANTS ?= 200
SEED ?= $(shell date +%s)
NAMES ?=
MUTATED = $(or $(MODULE),$(LIBRARIES) peoplebook peoplebook-sync)
# A module, and those with tests that run after its own: the libraries that import it, or the programs if none does.
importing = $(patsubst Tests/%Tests,%,$(wildcard $(patsubst %,Tests/%Tests,$(filter-out $(1),\
  $(shell grep -rlE '^([a-z]+ )?import $(1)$$' Sources | cut -d / -f 2 | sort -u)))))
concerned = $(1) $(or $(filter $(LIBRARIES),$(importing)),$(importing))
TESTED = $(sort $(foreach module,$(MUTATED),$(call concerned,$(module))))
# The tools of the toolchain are beside its compiler, or else on the path; the parser of Swift is one of its libraries.
TOOLCHAIN = $(dir $(realpath $(shell command -v $(SWIFT))))
tool = $(firstword $(wildcard $(TOOLCHAIN)$(1)) $(1))
CLANG = $(call tool,clang)
DOCC = $(call tool,docc)
SYNTAX = $(realpath $(TOOLCHAIN)/../lib/swift/host)

# The programs that the benchmarks run.
MEASURED := peoplebook peoplebook-sync Examples TUIKitList NcursesBaseline WebSocketBaseline

# What the program writes itself when it is installed.
SHARE = $(DESTDIR)$(PREFIX)/share
MANUAL := man/man1/peoplebook.1
SYNC_MANUAL := man/man1/peoplebook-sync.1
bash_FILE := bash-completion/completions/peoplebook
zsh_FILE := zsh/site-functions/_peoplebook
fish_FILE := fish/vendor_completions.d/peoplebook.fish
# systemd searches this folder for user units with PREFIX=/usr, /usr/local and ~/.local.
UNIT := systemd/user/peoplebook-sync.service
# Earlier versions installed it there.
FORMER_UNIT = $(DESTDIR)$(PREFIX)/lib/systemd/user/peoplebook-sync.service
LICENCES := doc/peoplebook/copyright
GENERATED := $(MANUAL) $(SYNC_MANUAL) $(bash_FILE) $(zsh_FILE) $(fish_FILE) $(UNIT) $(LICENCES)
DESKTOP := applications/peoplebook.desktop

BUILD := .build
DEB := $(CURDIR)/$(BUILD)/deb
BOOK := $(BUILD)/sample.db
SAMPLE = $(firstword $(wildcard Resources/sample.*))
PROGRAM := $(BUILD)/release/peoplebook
# What the compiler knows of each module's declarations. It is kept, since only changed modules are compiled again.
GRAPHS := $(BUILD)/symbols/graphs

# SwiftPM lets a module import targets that it does not declare as dependencies; this makes it an error. In a terminal it asks
# the compiler for colours, which is another command, so that a build there and one into a file compile everything again.
CHECKED := --explicit-target-dependency-import-check error --no-color-diagnostics
# Each test that waits keeps its files and processes; the system has 128 watches of folders for all three processes.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 10
FOUND = $(SWIFT) test list --skip-build --disable-xctest --quiet | grep -qE '$(ONLY)' \
  || { echo 'No test has “$(ONLY)” in its name.'; exit 1; }
TESTS = $(SWIFT) test --skip-build $(CHECKED) --disable-xctest --quiet
# The main actor has one thread in a process, so the tests run in three processes at once: the first has the tests of the
# program, the second those of what it stores and sends, and the third all others. The tests of Actors wait for other
# threads, which tests that start programs block: they run before those, in the first process.
STORING := '^(Persistence|Replication|peoplebook_sync)Tests'
# The module that ONLY names, and the programs that its tests start; peoplebook starts peoplebook-sync itself.
MODULE := $(if $(ONLY),$(if $(wildcard Tests/$(ONLY)Tests),$(ONLY)))
STARTED = $(sort $(patsubst peoplebook,peoplebook peoplebook-sync,\
  $(shell grep -rhoE 'Built\.program\("[^"]+"\)' $(1:%=Tests/%Tests) | cut -d '"' -f 2)))
# The modules whose tests run under a sanitizer.
SANITIZED := Algorithms Reactive Scenes TUIKit Persistence Actors Replication
# A sanitizer needs memory of its own for each object, which this suite would count.
SKIPPED_address := ^ReactiveTests.MemoryTests
SKIPPED_thread := $(SKIPPED_address)
# lld is part of the Swift toolchain; the default linker warns about a line of Foundation.
# A program that is not position-independent needs no relocation: it starts sooner and shares a megabyte more of memory.
# peoplebook-sync stays position-independent, so that its addresses are random: it parses data from the network.
# With the C++ library that the runtime of Swift needs linked in, it starts half a millisecond sooner, and is 0.1 MB larger.
STATIC := $(BUILD)/static
RELEASE := --configuration release --static-swift-stdlib $(CHECKED) -Xswiftc -use-ld=lld \
  -Xswiftc -L -Xswiftc '$(CURDIR)/$(STATIC)' -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
released = $(foreach product,$(1),$(SWIFT) build $(RELEASE) $(if $(filter-out peoplebook-sync,$(product)),-Xlinker -no-pie) \
  --product $(product) --quiet || exit 1;)
SOURCES := Package.swift Sources Tests
# A module follows those that it imports.
LIBRARIES := Algorithms Time Reactive ReactiveTesting RIV RIVTesting TUIKit TUITesting Scenes Persistence Actors Replication \
  Bindery PeoplebookCore

# Refuse a value that is not a number from 1 on, and a name that is not a module with tests, before anything is built.
number = $(foreach value,$($(1)),$(if $(shell echo '$(value)' | grep -xE '[1-9][0-9]*'),,$(error $(1): “$(value)” is not \
  a number from 1 on)))
known_module = $(if $(ONLY),$(if $(MODULE),,$(error There is no module “$(ONLY)”)))

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help build run gallery test bench growth bench-peers soak fuzz mutants lint format docs install uninstall deb pictures \
  snapshots clean requirements build-tests test-asan test-tsan newcomer

help: ## lists the targets (this list)
	@echo 'Peoplebook. The targets of this Makefile:'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo 'New here? `make run` opens a sample book; `q` leaves it.'

build: requirements ## builds the program at .build/release/peoplebook
	@$(call released,peoplebook peoplebook-sync)
	@echo 'Built $(PROGRAM).'

run: build ## opens a sample book (.build/sample.db), never your own
	@$(if $(SAMPLE),test -e $(BOOK) || $(PROGRAM) --book $(BOOK) import --yes $(SAMPLE),:)
	@$(PROGRAM) --book $(BOOK)

gallery: requirements ## shows every view of TUIKit
	@$(SWIFT) run $(CHECKED) --quiet Examples gallery

# See Package.swift. Programs and tests stay as they are: optimising them takes longer than they save.
test build-tests newcomer snapshots gallery soak mutants: export OPTIMIZED = 1

build-tests: requirements ## builds every test
	@$(SWIFT) build --build-tests $(CHECKED) --quiet

test: export TESTED_MODULES = $(MODULE)
test: requirements ## runs every test (ONLY=TUIKit: those of a module, and builds no others; ONLY=words: those with these words)
ifneq ($(MODULE),)
	@for product in PeoplebookPackageTests $(call STARTED,$(MODULE)); do $(SWIFT) build $(CHECKED) --product $$product --quiet || exit 1; done
	@$(TESTS)
else
	@$(MAKE) --no-print-directory build-tests
ifneq ($(ONLY),)
	@$(FOUND)
	@$(TESTS) --filter '$(ONLY)'
else
	@$(TESTS) --ignore-lock --filter $(STORING) > $(BUILD)/storing.log 2>&1 & storing=$$!; \
	  $(TESTS) --ignore-lock --skip '^(Actors|peoplebook)Tests' --skip $(STORING) > $(BUILD)/others.log 2>&1 & others=$$!; \
	  { $(TESTS) --ignore-lock --filter '^ActorsTests' && $(TESTS) --ignore-lock --filter '^peoplebookTests'; }; status=$$?; \
	  wait $$storing || status=1; wait $$others || status=1; \
	  cat $(BUILD)/storing.log $(BUILD)/others.log; exit $$status
endif
endif

test-asan test-tsan: export TESTED_MODULES = $(or $(MODULE),$(SANITIZED))
# Swift stores the address of an object's side table shifted, so that each weak reference would be reported as a leak.
test-asan: requirements ## runs the tests of most modules under Address Sanitizer (ONLY=Reactive: of one module)
	$(known_module)
	@$(call sanitized,address,ASAN_OPTIONS=detect_leaks=0)

test-tsan: requirements ## runs them under Thread Sanitizer
	$(known_module)
	@mkdir -p $(BUILD)
	@$(CLANG) -shared -fPIC -O1 -o $(BUILD)/MutexEdges.so Tests/Support/MutexEdges/MutexEdges.c
	@$(call sanitized,thread,LD_PRELOAD='$(CURDIR)/$(BUILD)/MutexEdges.so')

# A sanitizer has its own build products.
sanitized = for product in PeoplebookPackageTests $(call STARTED,$(TESTED_MODULES)); do \
    $(SWIFT) build $(CHECKED) --sanitize $(1) --scratch-path $(BUILD)/$(1) --product $$product --quiet || exit 1; \
  done; \
  $(2) $(TESTS) --sanitize $(1) --scratch-path $(BUILD)/$(1) $(SKIPPED_$(1):%=--skip '%')

# Both packages have one folder of products, so that no module is compiled twice.
newcomer: requirements ## builds and tests a package that depends on this one
	@$(SWIFT) test --package-path Tests/Support/Newcomer --scratch-path '$(CURDIR)/$(BUILD)' $(CHECKED) --disable-xctest --quiet

bench: requirements ## measures the modules and their baselines (ONLY=reactive: one module)
	$(call number,SCRIPTS)
	@$(call released,$(MEASURED) Benchmarks)
	@$(BUILD)/release/Benchmarks --output $(BUILD)/bench.jsonl --scripts $(SCRIPTS) $(ONLY)

growth: requirements ## measures books of 100 to 1,000,000 people, and draws the chart of the README
	@$(call released,peoplebook Benchmarks)
	@$(BUILD)/release/Benchmarks --output $(BUILD)/growth.jsonl --chart Resources/pictures/growth.svg growth

bench-peers: requirements ## compares with the same table in other toolkits and with other address books (ROWS='10000 100000')
	$(call number,ROWS)
	@$(call released,peoplebook TUIKitList NcursesBaseline Benchmarks)
	@Tests/Support/Peers/install $(BUILD)/peers $(AS_ROOT)
	@$(BUILD)/release/Benchmarks --output $(BUILD)/peers.jsonl --peers $(BUILD)/peers $(ROWS:%=--rows %) peers

soak: requirements ## uses a shared book at random for SOAK_SECONDS=1200, and checks that nothing is lost (SOAK_SEED=…)
	$(call number,SOAK_SECONDS)$(call number,SOAK_SEED)
	@for product in peoplebook peoplebook-sync Soak; do $(SWIFT) build $(CHECKED) --product $$product --quiet || exit 1; done
	@$(CLANG) -shared -fPIC -O1 -o $(BUILD)/ClockOffset.so Tests/Support/ClockOffset/ClockOffset.c
	@$(BUILD)/debug/Soak $(SOAK_SECONDS) $(SOAK_SEED) '$(CURDIR)/$(BUILD)/ClockOffset.so'

fuzz: requirements ## feeds the decoders with mutated input for FUZZ_SECONDS=60 each (ONLY=vcard: one of them)
	$(call number,FUZZ_SECONDS)$(if $(filter-out $(FUZZED),$(ONLY)),$(error ONLY: “$(ONLY)” is none of $(FUZZED)))
	@$(SWIFT) build --configuration release $(CHECKED) --sanitize fuzzer --scratch-path $(BUILD)/fuzz --product Fuzz --quiet \
	  -Xswiftc -enable-testing -Xswiftc -use-ld=lld -Xswiftc -DFUZZER
	@for target in $(or $(ONLY),$(FUZZED)); do \
	  mkdir -p $(BUILD)/fuzz/inputs/$$target; \
	  SWIFT_BACKTRACE=enable=no FUZZ_TARGET=$$target $(BUILD)/fuzz/release/Fuzz -max_total_time=$(FUZZ_SECONDS) -timeout=10 \
	    -max_len=8192 -verbosity=0 -print_funcs=0 -print_final_stats=1 -artifact_prefix=$(BUILD)/fuzz/$$target- \
	    $(BUILD)/fuzz/inputs/$$target Tests/Support/Fuzz/Corpus/$$target > $(BUILD)/fuzz/$$target.log 2>&1 \
	    || { tail -n 40 $(BUILD)/fuzz/$$target.log; exit 1; }; \
	  awk -v name=$$target '/number_of_executed_units/ { print name ": " $$2 " inputs in $(FUZZ_SECONDS) s" }' \
	    $(BUILD)/fuzz/$$target.log; \
	done

mutants: export TESTED_MODULES = $(TESTED)
mutants: requirements $(BUILD)/mutants/Mutants ## makes small mistakes in modules, and counts those that tests find (ONLY=RIV MUTANTS=200 SEED=…)
	$(call number,MUTANTS)$(call number,SEED)
	$(if $(ONLY),$(if $(wildcard Sources/$(or $(MODULE),-)),,$(error There is no module “$(ONLY)” with tests)))
	@$(BUILD)/mutants/Mutants $(SEED) $(MUTANTS) '$(NAMES)' 'PeoplebookPackageTests $(call STARTED,$(TESTED))' \
	  $(foreach module,$(MUTATED),'$(call concerned,$(module))')

$(BUILD)/mutants/Mutants: $(wildcard Tests/Support/Mutants/*.swift) Sources/Algorithms/SeededGenerator.swift
	@mkdir -p $(@D)
	@$(SWIFT)c -swift-version 6 -warnings-as-errors -I $(SYNTAX) -L $(SYNTAX) -Xlinker -rpath -Xlinker $(SYNTAX) -o $@ $^

lint: ## checks the formatting and the small rules
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	@! grep -rnE '[[:blank:]]+$$' $(SOURCES) Makefile .ci --include='*.swift' --include='*.[ch]' --include=Makefile \
	  || { echo 'Blanks at the end of a line.'; exit 1; }
	@! LC_ALL=C.UTF-8 grep -rnE '^.{121,}' $(SOURCES) --include='*.swift' --include='*.[ch]' \
	  || { echo 'Lines over 120 columns.'; exit 1; }
	@! grep -rnE '\b(TODO|FIXME|XXX)\b' $(SOURCES) --include='*.swift' --include='*.[ch]' \
	  || { echo 'Open tasks belong into an issue.'; exit 1; }
	@echo 'Formatting and rules: clean.'

format: ## formats every Swift file in place
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

docs: requirements ## builds the documentation, offline, at .build/docs; a warning is an error
	@rm -rf $(BUILD)/docs && mkdir -p $(GRAPHS)
	@$(SWIFT) build --scratch-path $(BUILD)/symbols --quiet \
	  -Xswiftc -emit-symbol-graph -Xswiftc -emit-extension-block-symbols \
	  -Xswiftc -emit-symbol-graph-dir -Xswiftc '$(CURDIR)/$(GRAPHS)'
	@set -e; for module in $(LIBRARIES); do \
	  mkdir -p $(BUILD)/docs/graphs/$$module; \
	  cp $(GRAPHS)/$$module.symbols.json $(BUILD)/docs/graphs/$$module/; \
	  for extended in $(GRAPHS)/$$module@*.symbols.json; do \
	    test ! -e "$$extended" || cp "$$extended" $(BUILD)/docs/graphs/$$module/; \
	  done; \
	  catalogue=; test ! -d Sources/$$module/$$module.docc || catalogue=Sources/$$module/$$module.docc; \
	  $(DOCC) convert $$catalogue --warnings-as-errors --additional-symbol-graph-dir $(BUILD)/docs/graphs/$$module \
	    --fallback-display-name $$module --fallback-bundle-identifier peoplebook.$$module \
	    --output-path $(BUILD)/docs/$$module.doccarchive; \
	  echo "$(BUILD)/docs/$$module.doccarchive"; \
	done
	@rm -rf $(BUILD)/docs/graphs

# Root often has no Swift on the path: then what another user has built is installed.
install: $(or $(if $(shell command -v $(SWIFT)),build),$(wildcard $(PROGRAM)),build) ## installs the program, its manual pages, completions and scenes into PREFIX (PREFIX=/usr/local)
	@set -e; umask 022; \
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(SHARE)/peoplebook' \
	  $(foreach file,$(GENERATED) $(DESKTOP),'$(SHARE)/$(dir $(file))'); \
	install -s -m 755 $(PROGRAM) $(PROGRAM)-sync '$(DESTDIR)$(PREFIX)/bin'; \
	sed 's|=peoplebook-sync|="$(PREFIX)/bin/peoplebook-sync"|' Resources/packaging/peoplebook-sync.service \
	  > '$(SHARE)/$(UNIT)'; \
	rm -f '$(FORMER_UNIT)'; \
	Resources/packaging/licences > '$(SHARE)/$(LICENCES)'; \
	install -m 644 Resources/packaging/peoplebook.desktop '$(SHARE)/$(DESKTOP)'; \
	cp -R Resources/scenes '$(SHARE)/peoplebook'; \
	chmod -R u=rwX,go=rX '$(SHARE)/peoplebook'; \
	$(PROGRAM) man > '$(SHARE)/$(MANUAL)'; \
	Resources/packaging/sync-manual $(PROGRAM)-sync > '$(SHARE)/$(SYNC_MANUAL)'; \
	$(foreach shell,bash zsh fish,$(PROGRAM) completions $(shell) > '$(SHARE)/$($(shell)_FILE)';)
	@echo 'Installed $(DESTDIR)$(PREFIX)/bin/peoplebook.'

uninstall: ## removes what was installed
	@rm -f '$(DESTDIR)$(PREFIX)/bin/peoplebook' '$(DESTDIR)$(PREFIX)/bin/peoplebook-sync' '$(FORMER_UNIT)' \
	  $(foreach file,$(GENERATED) $(DESKTOP),'$(SHARE)/$(file)')
	@rm -rf '$(SHARE)/peoplebook/scenes'
	@for folder in '$(SHARE)/peoplebook' '$(SHARE)/doc/peoplebook'; do \
	  test ! -d "$$folder" || rmdir --ignore-fail-on-non-empty "$$folder"; \
	done

deb: build ## builds a package for this version of Debian or Ubuntu, in .build/deb
	@rm -rf '$(DEB)' && mkdir -p '$(DEB)'
	@$(MAKE) --silent --old-file=build install DESTDIR='$(DEB)/root' PREFIX=/usr PROGRAM='$(PROGRAM)' >/dev/null
	@Resources/packaging/build-deb '$(DEB)/root' "$$($(PROGRAM) --version | cut -d ' ' -f 2)" '$(DEB)'

pictures: requirements ## draws the pictures of the README and the pages from the real screens
	@RECORD_PICTURES=1 $(SWIFT) test --disable-xctest --quiet --filter '(peoplebook|Examples)Tests.*[Pp]icture'

# A test that records a screen fails.
snapshots: build-tests ## records the screens that tests compare with; check the difference before you commit it
	@$(FOUND)
	@RECORD_SNAPSHOTS=1 $(TESTS) $(if $(ONLY),--filter '$(ONLY)') || true
	@git status --short -- Tests/Snapshots | grep . || echo 'No snapshot has changed.'

clean: ## removes all build products and the sample book
	@rm -rf $(BUILD)

# The C libraries: the module of each, and the packages of Debian and of Fedora that have its header. A library is
# recognised by the module's header: the compiler finds it however it was installed. That of ncurses is the last, since
# it defines common words as macros.
NEEDED := CSQLite:libsqlite3-dev:sqlite-devel CICU:libicu-dev:libicu-devel CVTerm:libvterm-dev:libvterm-devel \
  CPNG:libpng-dev:libpng-devel CSodium:libsodium-dev:libsodium-devel CPostgreSQL:libpq-dev:libpq-devel \
  CWebSockets:libwebsockets-dev:libwebsockets-devel CNcurses:libncurses-dev:ncurses-devel
column = $(foreach library,$(NEEDED),$(word $(1),$(subst :, ,$(library))))
HEADERS = $(foreach module,$(call column,1),$(wildcard Sources/$(module)/shim.h Sources/$(module)/include/*.h))
PACKAGES = $(call column,2)
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo)

# The linker takes the shared library of C++ unless a folder that it searches before has the static one only.
requirements:
	@printf '6.3\n%s\n' "$$($(SWIFT) --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')" \
	  | sort --version-sort --check=quiet || { echo 'Swift 6.3 or newer is needed: https://www.swift.org/install'; exit 1; }
	@test -e $(STATIC)/libstdc++.a || { library=$$($(CLANG) -print-file-name=libstdc++.a); test ! -f "$$library" \
	  || { mkdir -p $(STATIC) && ln -sf "$$library" $(STATIC)/libstdc++.a; }; }
	@! $(CLANG) $(addprefix -include ,$(HEADERS)) -fsyntax-only -x c /dev/null 2>/dev/null || exit 0; \
	if command -v apt-get >/dev/null; then \
	  echo 'Installing $(PACKAGES).'; \
	  { $(AS_ROOT) apt-get install -qq --yes $(PACKAGES) >/dev/null 2>&1 \
	    || { $(AS_ROOT) apt-get update -qq && $(AS_ROOT) apt-get install -qq --yes $(PACKAGES) >/dev/null; }; } \
	  || { echo 'That did not work. Please install them, then try again.'; exit 1; }; \
	else \
	  echo 'The headers of C libraries are needed, of libvterm 0.1 or newer and libwebsockets 4.1 or newer.'; \
	  echo 'Debian and Ubuntu: $(PACKAGES)'; \
	  echo 'Fedora: $(call column,3)'; \
	  exit 1; \
	fi
