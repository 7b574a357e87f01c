# What there is to do here; `make` alone lists it.

SHELL := /bin/sh
PACKAGES := libedit-dev libsqlite3-dev libcurl4-openssl-dev libxml2-dev libstdc++-12-dev
SOURCES := Package.swift Sources Plugins Tests
RELEASE := swift build -c release --static-swift-stdlib -Xlinker --no-pie --product agg

.DEFAULT_GOAL := help
.PHONY: help run build test soak deps install uninstall docs lint format bench bench-services clean

SOAK = KillTests|CrowdTests|LongRunTests|NetworkFaultTests|BadDiskTests|HostileTextTests
PREFIX ?= /usr/local
BINARY = $(DESTDIR)$(PREFIX)/bin/agg
MANUAL = $(DESTDIR)$(PREFIX)/share/man/man1
BASH_COMPLETION = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/agg
ZSH_COMPLETION = $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_agg
FISH_COMPLETION = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/agg.fish

help: ## list what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: build ## build the program (release, one static binary) and start it
	@exec "$$($(RELEASE) --show-bin-path)/agg"

build: deps ## build the program (release, one static binary)
	$(RELEASE)

test: deps lint ## lint, build with warnings as errors, and run all tests
	swift build --build-tests
	swift test --skip-build

# Longer than its few minutes: AGG_SOAK_KILLS (kills), AGG_SOAK_SECONDS (many at once), AGG_SOAK_LINES (of a session). AGG_SOAK_SEED repeats a run.
soak: deps ## try for long to lose something, and print what was tried (Docs/Reliability.md)
	swift build --build-tests
	@mkdir -p .build && rm -f .build/soak.md && touch .build/soak.md
	@AGG_SOAK=1 AGG_SOAK_REPORT="$(CURDIR)/.build/soak.md" swift test --skip-build --filter '$(SOAK)'; status=$$?; \
	    printf '| what | tried | lost | seed |\n| --- | --- | --- | --- |\n'; cat .build/soak.md; exit $$status

install: build ## install program, manual and completions (PREFIX=/usr/local, DESTDIR=)
	install -D -s -m 755 "$$($(RELEASE) --show-bin-path)/agg" "$(BINARY)"
	install -d "$(MANUAL)"
	"$(BINARY)" --generate man > "$(MANUAL)/agg.1"
	for command in $$("$(BINARY)" --generate commands); do \
	    "$(BINARY)" --generate "man-$$command" > "$(MANUAL)/agg-$$command.1" || exit 1; \
	done
	install -d "$(dir $(BASH_COMPLETION))" "$(dir $(ZSH_COMPLETION))" "$(dir $(FISH_COMPLETION))"
	"$(BINARY)" --generate bash > "$(BASH_COMPLETION)"
	"$(BINARY)" --generate zsh > "$(ZSH_COMPLETION)"
	"$(BINARY)" --generate fish > "$(FISH_COMPLETION)"

uninstall: ## remove what install has put there (the same PREFIX and DESTDIR)
	rm -f "$(BINARY)" "$(MANUAL)/agg.1" "$(MANUAL)"/agg-*.1 \
	    "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)"

docs: ## write Docs/CommandReference.md from the declarations of the commands
	swift build --product agg
	"$$(swift build --show-bin-path)/agg" --generate reference > Docs/CommandReference.md

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

bench: build ## measure the program and its peers (CITIES=the unpacked list)
	swift build -c release --package-path Tests/Benchmarks
	"$$(swift build -c release --package-path Tests/Benchmarks --show-bin-path)/benchmarks" \
	    "$$($(RELEASE) --show-bin-path)/agg" "$(CITIES)" "$(CURDIR)/Tests/Benchmarks/Peers"

bench-services: build ## measure the five sources (CITIES=the unpacked list, DATA=the folder of recorded answers)
	swift build -c release --package-path Tests/Benchmarks
	"$$(swift build -c release --package-path Tests/Benchmarks --show-bin-path)/benchmarks" \
	    "$$($(RELEASE) --show-bin-path)/agg" "$(CITIES)" "$(CURDIR)/Tests/Benchmarks/Peers" "$(DATA)"

clean: ## remove what was built
	rm -rf .build Tests/Benchmarks/.build
