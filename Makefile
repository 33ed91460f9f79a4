# make demo and make test do all set-up on a fresh machine.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

# The Swift runtime goes into the program on Linux, so that it runs where no toolchain is.
ifeq ($(shell uname -s),Linux)
RELEASE = -c release --static-swift-stdlib
else
RELEASE = -c release
endif

# Optional libraries, where they are: looked for when a recipe needs them, after bootstrap.
found = $(shell $(1) >/dev/null 2>&1 && echo $(2))
# PDF=yes adds poppler: it doubles the time to start, and its licence, the GPL, then holds for the program.
PDF ?= no
test lint formats-page: PDF = yes
traits = $(strip $(call found,pkg-config --exists 'zxing < 2',ZXing) $(call found,pkg-config --exists libheif,HEIF) \
	$(call found,pkg-config --exists 'libtiff-4 >= 4.5',TIFF) $(call found,printf '\043include <gif_lib.h>' | $(CC) -E -x c -,GIF) \
	$(if $(filter yes,$(PDF)),$(call found,pkg-config --exists poppler-cpp,PDF)))
comma := ,
space := $(subst ,, )
WITH = $(if $(traits),--traits $(subst $(space),$(comma),$(traits)))
PROGRAM = .build/release/totp-import

.PHONY: demo test build bootstrap bootstrap-tests lint format install fixtures formats-page rules-page protobuf fuzz \
	check-memory bench accuracy bench-links bench-exports clean

build: bootstrap
	$(SWIFT) build $(RELEASE) $(WITH) --product totp-import

bootstrap:
	@scripts/bootstrap

bootstrap-tests:
	@scripts/bootstrap --tests

demo: build
	@scripts/demo $(PROGRAM)

test: bootstrap-tests
	$(SWIFT) build $(WITH) --build-tests
	$(SWIFT) test $(WITH) --skip-build
	cd Docs/vault-format && ../../.build-python/bin/python3 -m unittest -q

SWIFT_CODE = Package.swift Sources Tests Fuzz Benchmarks

# Packages beside the main one are only compiled: what runs in them is for other targets.
lint: bootstrap-tests
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_CODE)
	$(SWIFT) build --package-path Fuzz --scratch-path .build-fuzz --target fuzz-totp-import
	$(SWIFT) build --package-path Benchmarks/stages --scratch-path .build-bench-stages
	.build-python/bin/python3 Fixtures/generate_images.py --check
	.build-python/bin/python3 Fixtures/generate_exports.py --check
	$(SWIFT) build $(WITH) --product totp-import
	python3 Docs/formats/make_list.py .build/debug/totp-import --check
	python3 Docs/make_rules.py .build/debug/totp-import --check

format:
	$(SWIFT) format --in-place --recursive --parallel $(SWIFT_CODE)

install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/totp-import
	strip $(DESTDIR)$(PREFIX)/bin/totp-import
	install -m 644 Docs/man/totp-import.1 $(DESTDIR)$(PREFIX)/share/man/man1/totp-import.1

# Fixtures/images and Fixtures/exports, anew from their generators.
fixtures: bootstrap-tests
	.build-python/bin/python3 Fixtures/generate_images.py
	.build-python/bin/python3 Fixtures/generate_exports.py

# The list in Docs/formats/README.md, anew from the program.
formats-page: bootstrap
	$(SWIFT) build $(WITH) --product totp-import
	python3 Docs/formats/make_list.py .build/debug/totp-import

# The rules in Docs/rules.md, anew from the program.
rules-page: bootstrap
	$(SWIFT) build $(WITH) --product totp-import
	python3 Docs/make_rules.py .build/debug/totp-import

# migration.pb.swift, anew from migration.proto; needs protoc 3.
protobuf:
	$(SWIFT) build --product protoc-gen-swift
	cd Sources/Importers/GoogleMigration && protoc \
		--plugin=protoc-gen-swift=$(CURDIR)/.build/debug/protoc-gen-swift --swift_out=. \
		--swift_opt=Visibility=Internal --swift_opt=UseAccessLevelOnImports=true migration.proto

# Every parser of foreign bytes under libFuzzer and AddressSanitizer, each for so many seconds; one alone:
# make fuzz TARGET=image-png SECONDS=600
# PLAIN=yes leaves the instruments out: blind, but many times as fast. For targets that check their own answers.
TARGET ?=
SECONDS ?= 10
FUZZ_BUILD = .build-fuzz$(if $(PLAIN),-plain)
INSTRUMENTS = $(if $(PLAIN),-Xswiftc -Xclang-linker -Xswiftc -fsanitize=fuzzer,\
	-Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address)
fuzz: bootstrap-tests
	$(SWIFT) build --package-path Fuzz --scratch-path $(FUZZ_BUILD) -c release --product fuzz-totp-import \
		-Xswiftc -enable-testing -Xswiftc -use-ld=lld $(INSTRUMENTS)
	.build-python/bin/python3 Fuzz/seeds/make_seeds.py $(FUZZ_BUILD)/seeds
	@FUZZ_BUILD=$(FUZZ_BUILD) scripts/fuzz $(SECONDS) $(TARGET)

# The code in C under sanitizers and valgrind, over damaged pictures of every kind.
PICTURES ?= 5000
check-memory: bootstrap-tests
	@scripts/check-memory $(PICTURES)

# Times, memory and codes read, next to other programs: make bench QUICK=1 to see it run, OPTIONS="--seed 5" for more.
OPTIONS ?=
MEASURE = .build-bench/bin/python3 Benchmarks/$(1).py $(if $(QUICK),--quick) $(OPTIONS)
bench: build
	@scripts/bootstrap --bench
	$(SWIFT) build $(RELEASE) $(if $(filter ZXing,$(traits)),--traits ZXing) --package-path Benchmarks/stages \
		--scratch-path .build-bench-stages
	@$(call MEASURE,bench)

accuracy: build
	@scripts/bootstrap --bench
	@$(call MEASURE,accuracy)

# Links a second of validate, next to pyotp.
bench-links: build
	@scripts/bootstrap --bench
	@$(call MEASURE,bench_links)

# Time to read exports, next to Foundation's decoding of the same bytes.
bench-exports: build bootstrap-tests
	$(SWIFT) build $(RELEASE) --package-path Benchmarks/stages --scratch-path .build-bench-stages --product export-times
	.build-python/bin/python3 Benchmarks/exports/bench_exports.py $(if $(QUICK),--quick) $(OPTIONS)

clean:
	rm -rf .build .build-* demo
