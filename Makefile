# One command for each thing people do with Caracole. `make help` lists them.

# Cargo may be on the path already or where rustup puts it.
export PATH := $(PATH):$(HOME)/.cargo/bin
CARGO ?= cargo

NPM ?= npm

# Extra words for play, terminal, bench and soak, e.g. make play ARGS="--port 8000"
ARGS ?=

# How long each target is fuzzed, in seconds.
FUZZ_SECONDS ?= 30
FUZZ_TARGETS := battle army chart journal replay script judge

# The program that people play with, and what their page is made of.
PLAYER := target/play/caracole
PAGE_SOURCES := $(shell find web/src web/index.html web/package-lock.json web/*.ts web/*.js -type f 2>/dev/null)

FONT_FOLDERS := /usr/share/fonts /usr/local/share/fonts /Library/Fonts /System/Library/Fonts \
	$(HOME)/.fonts $(HOME)/.local/share/fonts $(HOME)/Library/Fonts

step = @printf '\n==> %s\n' "$(1)"

.PHONY: help play terminal player program test check format lint unit rules web web-test e2e pictures bench load soak fuzz fuzz-corpus \
	page-wasm \
	setup setup-rust setup-cc setup-fonts setup-node setup-web setup-chromium setup-firefox

help:
	@echo 'make play   build Caracole and start it for the browser (ARGS="..." are passed on)'
	@echo 'make terminal  the same in the terminal'
	@echo 'make test   everything a change must pass: check, all tests, the rules table, the page in a browser'
	@echo 'make check  formatting and lints only'
	@echo 'make rules  which rules are implemented and tested'
	@echo 'make bench  how fast battles are played'
	@echo 'make load   many battles at once against the real server on this machine, measured (ARGS="--battles 1000")'
	@echo 'make page-wasm  rules and views built for a browser and played in Node'
	@echo 'make soak   many battles at random, with every check switched on'
	@echo 'make fuzz   every file format and the judge fed with nonsense (FUZZ_SECONDS=30 each)'
	@echo 'make program  one file with the page inside, to hand on: target/release/caracole'
	@echo 'make setup  look for what the others need and install what is missing'

# Page and program are built side by side.
play: setup-rust setup-cc setup-node
	$(call step,building (the first time takes a few minutes))
	@$(MAKE) --no-print-directory --jobs=2 web player
	$(call step,starting)
	@$(PLAYER) serve --web web/dist $(ARGS)

terminal: setup-rust setup-cc
	$(call step,building (the first time takes a few minutes))
	@$(MAKE) --no-print-directory player
	@$(PLAYER) play $(ARGS)

# The program as `make play` starts it: without what only pictures and reports need.
player:
	@$(CARGO) build --profile play --package caracole --no-default-features

# One file to hand on, the page inside.
program: setup web
	$(call step,the program with its page: target/release/caracole)
	@$(CARGO) build --release --package caracole --features page

web: web/dist/index.html

# The page is bundled anew only when something of it has changed.
web/dist/index.html: $(PAGE_SOURCES) | setup-web
	$(call step,the page)
	@cd web && $(NPM) run --silent build

test: check unit rules web-test e2e
	$(call step,all is well)

web-test: setup-web
	$(call step,the page: types and tests)
	@cd web && $(NPM) run --silent format && $(NPM) run --silent check && $(NPM) run --silent test

# The page in a real browser, against the real server. Pictures are left in web/artefacts.
# The program is the one that the tests of the command line were built with.
e2e: web-test web setup-chromium setup-firefox unit
	$(call step,the page in a browser)
	@cd web && $(NPM) run --silent e2e

# The pictures of the player's guide, taken anew.
pictures: web setup-chromium
	$(call step,pictures of the guide)
	@$(CARGO) build --package caracole
	@cd web && PICTURES=1 $(NPM) run --silent e2e -- pictures

check: format lint

format: setup
	$(call step,formatting)
	@$(CARGO) fmt --all --check

lint: format
	$(call step,lints)
	@$(CARGO) clippy --workspace --all-targets -- -D warnings

unit: lint
	$(call step,tests)
	@$(CARGO) test --workspace

rules: setup
	$(call step,rules: what is implemented and tested)
	@$(CARGO) xtask rules

bench: setup
	$(call step,benchmark)
	@$(CARGO) bench --package caracole-laboratory --bench play
	@$(CARGO) run --release --package caracole -- bench $(ARGS)

# The program plays itself over the loopback, for less than a minute unless told otherwise.
load: setup
	$(call step,load)
	@$(CARGO) build --release --package caracole
	@$(CARGO) build --release --package caracole-server --example load
	@target/release/examples/load target/release/caracole $(ARGS)

# Rules and views as a page could have them inside. A toolchain with the standard library for wasm32 does; where there is none,
# its sources do, with a compiler that may build them: WASM_CARGO, WASM_RUSTC and WASM_LD name Debian's.
WASM_CARGO ?= $(CARGO)
WASM_RUSTC ?= rustc
WASM_LD ?= wasm-ld-19
WASM_TARGET := wasm32-unknown-unknown

page-wasm: setup-node
	$(call step,rules and views for a browser)
	@if [ -d "$$($(WASM_RUSTC) --print sysroot)/lib/rustlib/$(WASM_TARGET)" ]; then \
		$(WASM_CARGO) build --profile page --package caracole-page --target $(WASM_TARGET) --target-dir target/wasm; \
	elif [ -d "$$($(WASM_RUSTC) --print sysroot)/lib/rustlib/src/rust/library" ] && command -v $(WASM_LD) >/dev/null 2>&1; then \
		RUSTC=$(WASM_RUSTC) RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(WASM_LD) \
			$(WASM_CARGO) build --profile page --package caracole-page --target $(WASM_TARGET) --target-dir target/wasm \
			-Zbuild-std=std,panic_abort; \
	else \
		echo 'The standard library for $(WASM_TARGET) is missing: rustup target add $(WASM_TARGET),' >&2; \
		echo 'or on Debian install rustc-web, cargo-web, rust-web-src and lld-19 and run' >&2; \
		echo '  make page-wasm WASM_CARGO=/usr/bin/cargo WASM_RUSTC=/usr/bin/rustc' >&2; \
		exit 1; \
	fi
	@node crates/page/play.mjs target/wasm/$(WASM_TARGET)/page/page.wasm

soak: setup
	$(call step,soak)
	@$(CARGO) run --release --package caracole -- soak $(ARGS)

# Fuzzing needs the nightly toolchain and cargo-fuzz; neither is needed for anything else, so neither is installed here.
fuzz: fuzz-corpus
	@if ! $(CARGO) +nightly fuzz --version >/dev/null 2>&1; then \
		echo 'Fuzzing needs two things more: rustup toolchain install nightly, and cargo install cargo-fuzz.' >&2; \
		exit 1; \
	fi
	@for target in $(FUZZ_TARGETS); do \
		printf '\n==> fuzzing: %s\n' "$$target"; \
		mkdir -p "fuzz/regressions/$$target"; \
		$(CARGO) +nightly fuzz run "$$target" "fuzz/corpus/$$target" "fuzz/regressions/$$target" -- \
			-max_total_time=$(FUZZ_SECONDS) -max_len=20000 -timeout=20 -rss_limit_mb=2048 -dict=fuzz/words.dict \
			-print_final_stats=1 || exit 1; \
	done

fuzz-corpus: setup
	$(call step,texts to start fuzzing from)
	@$(CARGO) run --release --quiet --package caracole-laboratory --example corpus -- fuzz/corpus

setup: setup-rust setup-cc setup-fonts setup-node

# The toolchain is pinned in rust-toolchain.toml. rustup fetches it by itself unless it was told not to.
setup-rust:
	$(call step,set-up)
	@if ! command -v $(CARGO) >/dev/null 2>&1; then \
		echo 'Rust is missing. Install it with rustup, open a new shell and try again.' >&2; \
		exit 1; \
	fi
	@if ! { $(CARGO) --version && $(CARGO) fmt --version && $(CARGO) clippy --version; } >/dev/null 2>&1; then \
		echo 'fetching the Rust toolchain that this project is pinned to'; \
		if command -v rustup >/dev/null 2>&1; then \
			channel=$$(sed -n 's/^channel *= *"\(.*\)"/\1/p' rust-toolchain.toml); \
			rustup toolchain install "$$channel" --no-self-update --profile minimal --component rustfmt --component clippy; \
		else \
			echo 'cargo does not run with rustfmt and clippy here; install Rust with rustup' >&2; \
			exit 1; \
		fi; \
	fi
	@$(CARGO) --version

setup-cc: setup-rust
	@if ! command -v cc >/dev/null 2>&1; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
			echo 'installing a C compiler (Rust links with it)'; \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq gcc libc6-dev; \
		else \
			echo 'No C compiler (cc) was found; Rust links with it. Install gcc or clang and try again.' >&2; \
			exit 1; \
		fi; \
	fi

# Only the text in PNG pictures needs a font: without one the game is played all the same.
setup-fonts: setup-cc
	@if [ -z "$$(find $(FONT_FOLDERS) \( -name '*.ttf' -o -name '*.otf' -o -name '*.ttc' \) 2>/dev/null | head -n 1)" ]; \
	then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
			echo 'installing a font (for the text in PNG pictures)'; \
			{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq fonts-dejavu-core; } || \
				echo 'no font could be installed: PNG pictures will have no text' >&2; \
		else \
			echo 'No font was found: PNG pictures will have no text. Install DejaVu Sans or any other TrueType font.' >&2; \
		fi; \
	fi

# Only the page is built with Node. Debian has it; elsewhere people have their own ways.
setup-node: setup-rust
	@if ! { command -v node && command -v $(NPM); } >/dev/null 2>&1; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
			echo 'installing Node (the page is built with it)'; \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nodejs npm; \
		else \
			echo 'Node and npm were not found; the page is built with them. Install Node 20 or newer and try again,' >&2; \
			echo 'or play without the page: make terminal' >&2; \
			exit 1; \
		fi; \
	fi
	@if [ "$$(node -p 'process.versions.node.split(".")[0] >= 20')" != true ]; then \
		echo "Node $$(node --version) is too old to build the page. Install Node 20 or newer and try again," >&2; \
		echo 'or play without the page: make terminal' >&2; \
		exit 1; \
	fi

# Packages are fetched when there are none, or when the list of them is newer.
setup-web: setup-node
	@if [ ! -f web/node_modules/.package-lock.json ] || \
		[ web/package-lock.json -nt web/node_modules/.package-lock.json ]; then \
		echo 'fetching the packages that the page is built with'; \
		cd web && $(NPM) ci --no-audit --no-fund && touch node_modules/.package-lock.json; \
	fi

setup-chromium: setup-rust
	@if ! { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null 2>&1; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
			echo 'installing Chromium (the page is tested in it)'; \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; \
		else \
			echo 'No Chromium was found; the page is tested in it. Install it and try again.' >&2; \
			exit 1; \
		fi; \
	fi

# The page is looked at in Firefox too; where there is none and none can be installed, that test says so and is left out.
setup-firefox: setup-rust
	@if ! command -v firefox-esr >/dev/null 2>&1 && [ -z "$(FIREFOX)" ]; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
			echo 'installing Firefox (the page is tested in it)'; \
			{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq firefox-esr; } || \
				echo 'no Firefox could be installed: the page is not tested in it' >&2; \
		else \
			echo 'No Firefox was found: the page is not tested in it. Install firefox-esr, or name yours: FIREFOX=/usr/bin/firefox' >&2; \
		fi; \
	fi
