# What there is to do here; `make` alone lists it.

SHELL := /bin/sh
PACKAGES := libedit-dev libsqlite3-dev libcurl4-openssl-dev libpq-dev libxml2-dev libstdc++-12-dev
SOURCES := Package.swift Sources Plugins Tests Docs/Examples
# The archives of the system's libraries and descriptions that name them: what is linked in is not searched, mapped and
# bound at every start, which is a third of the time of a short command.
STATIC := $(CURDIR)/.build/static
RELEASE := swift build -c release --static-swift-stdlib --pkg-config-path "$(STATIC)" -Xlinker --no-pie --product agg

.DEFAULT_GOAL := help
.PHONY: help run build static test check coverage docc soak fuzz sanitize deps install install-files uninstall deb check-deb new-source
.PHONY: check-singer check-postgres check-web check-mcp docs lint format bench bench-services peers measurable clean

SOAK = KillTests|CrowdTests|LongRunTests|ManySourcesTests|NetworkFaultTests|BadDiskTests|HostileTextTests
PREFIX ?= /usr/local
VERSION := $(shell sed -n 's/.*static let text = "\(.*\)".*/\1/p' Sources/AggApp/Version.swift)
export AGG_COMMIT := $(shell Docs/Tools/commit)
# The program that is installed.
BUILT = $(shell $(RELEASE) --show-bin-path)/agg
BINARY = $(DESTDIR)$(PREFIX)/bin/agg
MANUAL = $(DESTDIR)$(PREFIX)/share/man/man1
BASH_COMPLETION = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/agg
ZSH_COMPLETION = $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_agg
FISH_COMPLETION = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/agg.fish
NOTICES = $(DESTDIR)$(PREFIX)/share/doc/agg
UNITS = $(DESTDIR)$(PREFIX)/lib/systemd/user

help: ## list what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

run: build ## build the program (release, one static binary) and start it
	@exec "$$($(RELEASE) --show-bin-path)/agg"

build: deps static ## build the program (release, one static binary)
	$(RELEASE)

static:
	@mkdir -p "$(STATIC)"
	@for name in sqlite3 edit tinfo bsd md stdc++; do \
	    ln -sf "$$(clang -print-file-name=lib$$name.a)" "$(STATIC)/lib$$name.a"; \
	done
	@printf 'Name: sqlite3\nDescription: -\nVersion: 3\nLibs: -L%s -lsqlite3 -lm\n' "$(STATIC)" > "$(STATIC)/sqlite3.pc"
	@printf 'Name: libedit\nDescription: -\nVersion: 3\nCflags: -I/usr/include/editline\nLibs: -L%s -ledit -ltinfo -lbsd -lmd\n' \
	    "$(STATIC)" > "$(STATIC)/libedit.pc"

# Six tests at once: more of them keep each other waiting on few cores, and some wait for what comes soon or never.
SIX = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=6
test: deps lint ## lint, build with warnings as errors, and run all tests
	swift build --build-tests
	$(SIX) swift test --skip-build

check: ## what CI runs: tests, documentation, an installation, a new source and a package outside in a copy
	.ci/run

# The tests that are run: FILTER=AggCoreTests. What `swift test` says of the counts at its end does not matter: it takes none
# where a test has killed a program that was about to write its own.
coverage: deps ## run the tests and say for each module how many of its lines they ran (FILTER=)
	rm -rf .build/coverage/debug/codecov
	-$(SIX) swift test --enable-code-coverage --scratch-path .build/coverage $(if $(FILTER),--filter '$(FILTER)')
	@Docs/Tools/coverage .build/coverage

docc: deps ## build the documentation of the libraries, below .build/docc
	Docs/Tools/make-docc

# Longer than its few minutes: AGG_SOAK_KILLS (kills), AGG_SOAK_SECONDS (many at once), AGG_SOAK_LINES (of a session). AGG_SOAK_SEED repeats a run.
soak: deps ## try for long to lose something, and print what was tried (Docs/Reliability.md)
	swift build --build-tests
	@mkdir -p .build && rm -f .build/soak.md && touch .build/soak.md
	@AGG_SOAK=1 AGG_SOAK_REPORT="$(CURDIR)/.build/soak.md" $(SIX) swift test --skip-build --filter '$(SOAK)'; status=$$?; \
	    printf '| what | tried | lost | seed |\n| --- | --- | --- | --- |\n'; cat .build/soak.md; exit $$status

# TARGETS is all of them, RUNS how many inputs each, TIME how many seconds at most (0 for any), and DATA a folder of
# documents to begin with beside those of the targets. What breaks a promise is left in .build/fuzz/found.
FUZZ = AGG_FUZZ=1 swift build -c release --scratch-path .build/fuzz --product fuzz -Xswiftc -sanitize=fuzzer \
    -Xswiftc -enable-testing -Xswiftc -use-ld=lld
RUNS ?= 1000000
TIME ?= 0
fuzz: deps ## read a million changed inputs in each parser (RUNS=, TIME=, TARGETS=, DATA=)
	$(FUZZ)
	@program="$$($(FUZZ) --show-bin-path)/fuzz"; mkdir -p .build/fuzz/found; "$$program" --seeds .build/fuzz/seeds; \
	for target in $(or $(TARGETS),$$("$$program")); do \
	    mkdir -p ".build/fuzz/corpus/$$target"; echo "== $$target"; \
	    SWIFT_BACKTRACE=enable=no "$$program" "$$target" -runs=$(RUNS) -max_total_time=$(TIME) -timeout=1 -rss_limit_mb=200 -max_len=20000 \
	        -print_final_stats=1 -verbosity=0 -artifact_prefix=".build/fuzz/found/$$target-" \
	        ".build/fuzz/corpus/$$target" ".build/fuzz/seeds/$$target" $(DATA) || exit 1; \
	done

# TESTS names the tests; without it all are run, each time with a build of its own.
TESTS ?= .
sanitize: deps ## run the tests with the thread and the address sanitizer (TESTS=)
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/Support/thread-sanitizer.txt" \
	    $(SIX) swift test --sanitize=thread --scratch-path .build/thread --filter '$(TESTS)'
	ASAN_OPTIONS="detect_leaks=0:suppressions=$(CURDIR)/Tests/Support/address-sanitizer.txt" \
	    $(SIX) swift test --sanitize=address --scratch-path .build/address --filter '$(TESTS)'

install: build install-files ## install program, manual, completions, notices and a systemd user timer (PREFIX=/usr/local, DESTDIR=)

# The manual bears the day of the commit.
install-files: export SOURCE_DATE_EPOCH ?= $(shell Docs/Tools/commit --date)
install-files: static
	install -D -s -m 755 "$(BUILT)" "$(BINARY)"
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

uninstall: ## remove what install has put there (the same PREFIX and DESTDIR)
	rm -f "$(BINARY)" "$(MANUAL)/agg.1" "$(MANUAL)"/agg-*.1 \
	    "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)" "$(NOTICES)/copyright" "$(NOTICES)/CHANGELOG.md" \
	    "$(UNITS)/agg-refresh.service" "$(UNITS)/agg-refresh.timer"
	@rmdir "$(NOTICES)" "$(UNITS)" "$(DESTDIR)$(PREFIX)/lib/systemd" "$(DESTDIR)$(PREFIX)/lib" 2>/dev/null || true
	@for file in "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)"; do \
	    folder=$$(dirname "$$file"); rmdir "$$folder" "$$(dirname "$$folder")" 2>/dev/null || true; \
	done

deb: build ## make a Debian package of the program, below .build/deb
	Docs/Tools/make-deb "$(VERSION)" "$(BUILT)"

check-deb: deb ## install the Debian package on a clean Debian 12, run it there and remove it (needs root)
	Docs/Tools/check-deb .build/deb/agg_$(VERSION)_$$(dpkg --print-architecture).deb

check-singer: PACKAGES += python3-venv
check-singer: deps ## run three Singer taps from PyPI against servers of its own
	swift build --product agg
	Docs/Tools/check-singer "$$(swift build --show-bin-path)/agg"

check-postgres: PACKAGES += postgresql pgbouncer
check-postgres: deps ## test the store on a server: a primary, a replica, and pgbouncer, all of its own (FILTER=)
	swift build --build-tests
	$(SIX) Docs/Tools/check-postgres swift test --skip-build --filter '$(or $(FILTER),ContractTests|Postgres)'

check-web: PACKAGES += python3-venv chromium chromium-driver
check-web: deps ## try the page of agg serve in a real browser without a window (SCREENSHOTS=FOLDER)
	swift build --product agg
	Docs/Tools/check-web "$$(swift build --show-bin-path)/agg"

check-mcp: PACKAGES += python3-venv
check-mcp: deps ## run the reference clients of the Model Context Protocol from PyPI against the program
	swift build --product agg
	Docs/Tools/check-mcp "$$(swift build --show-bin-path)/agg"

new-source: ## lay down a new data-source module (NAME=Weather)
	@Docs/Examples/NewSource/new-source "$(NAME)"

docs: ## write the generated pages, tables, transcripts and the picture of the documentation
	swift build --build-tests
	Docs/Tools/write-pages "$$(swift build --show-bin-path)/agg"
	AGG_UPDATE_GOLDEN=1 swift test --skip-build --filter 'TranscriptTests|TerminalPictureTests'

deps: ## install the Debian packages that are missing
	@missing=""; \
	for package in $(PACKAGES); do \
	    dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	    echo "Missing Debian packages:$$missing"; \
	    if [ "$$(id -u)" = 0 ]; then sudo=""; else sudo="sudo"; fi; \
	    $$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing; \
	fi

lint: ## check the format of all Swift files
	swift format lint --strict --parallel --recursive $(SOURCES)

format: ## format all Swift files
	swift format --in-place --parallel --recursive $(SOURCES)

# The list of cities, packed or not, and more for the measurements, such as --scales 1000000,5000000 or --only refresh.
CITIES ?= $(or $(AGG_REAL_DATA),../shared/data)/cities/cities.json.gz
BENCH ?=
BENCHED := $(CURDIR)/Tests/Benchmarks/.build
# Where it is allowed, what is measured goes before whatever else the machine does.
RANK := $(shell chrt -r 20 true 2>/dev/null && echo chrt -r 20)
MEASURE = $(RANK) "$$(swift build -c release --package-path Tests/Benchmarks --show-bin-path)/benchmarks" \
    "$(BENCHED)/agg" "$(BENCHED)/cities.json" "$(CURDIR)/Tests/Benchmarks/Peers" "$(BENCHED)/peers"

bench: measurable ## measure the program and its peers, 10 minutes (CITIES=the list, BENCH=options)
	$(if $(findstring postgres,$(BENCH)),Docs/Tools/check-postgres) $(MEASURE) --plot "$(CURDIR)/Docs/growth.svg" $(BENCH)

bench-services: measurable ## measure the five sources (CITIES=the list, DATA=the folder of recorded answers)
	$(MEASURE) --services "$(DATA)"

peers: ## install what agg is measured against: Debian's packages, and Python's below Tests/Benchmarks/.build
	Tests/Benchmarks/install-peers "$(BENCHED)/peers"

measurable: build
	swift build -c release --package-path Tests/Benchmarks
	strip -o "$(BENCHED)/agg" "$$($(RELEASE) --show-bin-path)/agg"
	case "$(CITIES)" in *.gz) gunzip -c "$(CITIES)";; *) cat "$(CITIES)";; esac > "$(BENCHED)/cities.json"

clean: ## remove what was built
	rm -rf .build Tests/Benchmarks/.build Docs/Examples/OwnAgg/.build
