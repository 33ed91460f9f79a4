# make demo and make test do all set-up on a fresh machine.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# More options of swift build.
SWIFT_OPTIONS ?=
# SwiftPM passes traits to the compiler in the order of a set. In a random one, as usual, each of its runs may compile
# everything again.
export SWIFT_DETERMINISTIC_HASHING = 1
# Installs missing libraries; BOOTSTRAP=true where they are there.
BOOTSTRAP ?= scripts/bootstrap

# Words, if a command succeeds; looked up when a recipe needs them, after bootstrap.
found = $(shell $(1) >/dev/null 2>&1 && echo $(2))

# The program and its unit tests are linked from the same objects: optimized, and with names that tests can see, which
# costs up to 3% of the time. On Linux, the linker of Swift's own toolchain is faster than the system's. What no library
# calls is not exported, functions with the same code are one, and relocations are packed where the C library can unpack
# them: the program is smaller, takes less memory, and has fewer symbols to look up at the start. It does not look for
# libraries in its own folder, where `make install` puts it.
RELEASE = -c release -Xswiftc -enable-testing
ifeq ($(shell uname -s),Linux)
RELEASE += --disable-local-rpath $(call found,clang -fuse-ld=lld -Wl$(comma)--version,\
	-Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker --icf=all \
	$(call found,printf '2.36\n%s\n' "$$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" | \
	sort -VC,-Xlinker -z -Xlinker pack-relative-relocs))
endif

# Optional libraries, if installed.
# WEB=no leaves out the page, and with it all network code.
WEB ?= yes
traits = $(strip $(call found,pkg-config --exists 'zxing < 2',ZXing) $(call found,pkg-config --exists libheif,HEIF) \
	$(call found,pkg-config --exists 'libtiff-4 >= 4.5',TIFF) $(call found,printf '\043include <gif_lib.h>' | clang -E -x c -,GIF) \
	$(if $(filter yes,$(WEB)),Web))
comma := ,
space := $(subst ,, )
WITH = $(if $(traits),--traits $(subst $(space),$(comma),$(traits)))
# What people run, and what tests of the command line run.
PROGRAM = .build/release/totp-import
# The unit tests run optimized code, as people do, and take half of the time.
TESTED = $(RELEASE) $(WITH)
# For `make check`, and for pages that are written from the program: ready sooner after a change.
DEBUG = $(WITH) --scratch-path .build-debug
DEBUG_PROGRAM = .build-debug/debug/totp-import

.PHONY: demo test tests test-whole test-web test-asan test-tsan check build bootstrap bootstrap-tests lint lint-code \
	lint-packages format install fixtures formats-page \
	rules-page rescue-page limits-page options-page readme picture golden docs api-report packages journeys messages protobuf fuzz mutants \
	check-memory \
	faults soak scale-test bench accuracy bench-links bench-exports bench-targets bench-vaults bench-web web-pictures \
	bootstrap-packages deb \
	deb-test portable portable-test relink-test wheel wheel-test image image-test testkit site site-test \
	release release-test lint-packaging clean

build: bootstrap
	$(SWIFT) build $(RELEASE) $(WITH) $(SWIFT_OPTIONS) --product totp-import

$(PROGRAM): build

$(DEBUG_PROGRAM): bootstrap
	$(SWIFT) build $(DEBUG) --product totp-import

bootstrap:
	@$(BOOTSTRAP)

bootstrap-tests:
	@$(BOOTSTRAP) --tests

bootstrap-packages:
	@$(BOOTSTRAP) --packages

demo: build
	@scripts/demo $(PROGRAM)

# Every test. Those of the command line run the optimized program, that of `make demo`.
test: bootstrap-tests
	$(MAKE) tests BOOTSTRAP=true
	TOTP_IMPORT_BINARY=$(CURDIR)/$(PROGRAM) \
		scripts/run-tests $(SWIFT) test $(TESTED) --skip-build --disable-xctest
	scripts/run-suites $(PROGRAM)
	if [ -x .build-spark/bin/python3 ]; then .build-spark/bin/python3 Tests/scale/scale_test.py $(PROGRAM) --quick; fi

# The unit tests and the program in one build: modules of tests are compiled while those of the program keep only one
# core busy.
tests: bootstrap-tests
	$(SWIFT) build $(TESTED) $(SWIFT_OPTIONS) --build-tests

# All cases of the tests of which make test tries a part: every name in every export replaced, every export damaged in
# many places, many histories of copies.
test-whole: tests
	TOTP_IMPORT_TESTS_WHOLE=1 $(SWIFT) test $(TESTED) --skip-build --disable-xctest \
		--filter 'RenamedMemberTests|InsertedPartTests|DamagedExportTests|CopyMergeModelTests'

# Every test in Swift with AddressSanitizer, and UndefinedBehaviorSanitizer for the C code. TESTS=REGEX for some.
TESTS ?=
test-asan: bootstrap-tests
	@SWIFT="$(SWIFT)" TESTS='$(TESTS)' scripts/test-sanitized address $(WITH)

# Every test in Swift with ThreadSanitizer.
test-tsan: bootstrap-tests
	@SWIFT="$(SWIFT)" TESTS='$(TESTS)' scripts/test-sanitized thread $(WITH)

# The unit tests of what changed.
check: bootstrap-tests
	@SWIFT="$(SWIFT)" scripts/test-changes $(DEBUG)

SWIFT_CODE = Package.swift Sources Tests Examples Fuzz Benchmarks Mutants

lint: bootstrap-tests
	$(MAKE) --jobs 2 lint-packages lint-code BOOTSTRAP=true

lint-packages: $(PROGRAM)
	scripts/check-packages $(TESTED)
	Mutants/mutants.py --sites

# Builds the packages beside this one, and runs those in Examples: some minutes, for which `make lint` has
# scripts/check-packages.
packages: bootstrap
	$(SWIFT) build --package-path Fuzz --scratch-path .build-packages --disable-default-traits --target fuzz-totp-import
	$(SWIFT) build --package-path Benchmarks/stages --scratch-path .build-packages
	Tests/examples/run

lint-code: $(PROGRAM)
	scripts/check-imports
	scripts/check-folders
	scripts/count-lines
	scripts/check-program $(PROGRAM)
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_CODE)
	.build-python/bin/python3 Fixtures/generators/make_images.py --check
	.build-python/bin/python3 Fixtures/generators/make_exports.py --check
	.build-python/bin/python3 Fixtures/generators/make_mail.py --check
	python3 Docs/formats/make_list.py $(PROGRAM) --check
	python3 Docs/development/make_rules.py $(PROGRAM) --check
	python3 Docs/development/make_rescue.py $(PROGRAM) --check
	python3 Docs/development/make_options.py $(PROGRAM) --check
	mandoc -T lint -W warning Docs/man/totp-import.1
	.build-python/bin/ruff check --quiet . $$(git grep -lE '^#!.*python3$$')
	shellcheck --severity=warning $$(git grep -lE '^#!.*(/|env )(ba)?sh$$')
	python3 Docs/development/make_limits.py --check
	python3 Tests/limits/doors.py
	python3 Tests/values/explained.py
	python3 Tests/known/names.py --prove
	python3 Docs/development/make_readme.py $(PROGRAM) --check
	scripts/make-picture $(PROGRAM) --check
	scripts/golden $(PROGRAM) --check
	scripts/list-messages --check
	scripts/check-core
	scripts/api-report --check $(TESTED)
	scripts/documentation $(TESTED)

# A program without the page, in a folder of its own, has no network code.
.PHONY: check-network
check-network: bootstrap
	$(SWIFT) build $(RELEASE) $(SWIFT_OPTIONS) --product totp-import --scratch-path .build-without-page
	scripts/check-network .build-without-page/release/totp-import
	scripts/check-program .build-without-page/release/totp-import

format:
	$(SWIFT) format --in-place --recursive --parallel $(SWIFT_CODE)

install: build
	@packaging/install $(PROGRAM) "$(DESTDIR)" "$(PREFIX)"

# What people install, in dist; see Docs/development/releasing.md.
VERSION ?=
HOMEPAGE ?=
IN_DIST = $(shell ls -t dist/$(1) 2>/dev/null | head -1)
deb: bootstrap-packages
	@program=$$(SWIFT="$(SWIFT)" packaging/build deb $(WITH)) && packaging/deb/make "$$program" dist

# One program for any Linux: everything but glibc is in it.
portable: bootstrap-packages
	@program=$$(SWIFT="$(SWIFT)" packaging/build portable $(WITH)) && packaging/portable/make "$$program" dist && \
		packaging/deb/make "$$program" dist portable

# The same for pip, pipx and uv.
wheel: bootstrap-packages
	@program=$$(SWIFT="$(SWIFT)" packaging/build portable $(WITH)) && packaging/wheel/make "$$program" dist

# The same for podman, docker and others: an image with nothing else, as an OCI archive.
image: bootstrap-packages
	@program=$$(SWIFT="$(SWIFT)" packaging/build portable $(WITH)) && packaging/image/make "$$program" dist

wheel-test: wheel
	packaging/test-wheel "$(call IN_DIST,*.whl)"

image-test: image
	packaging/test-image "$(call IN_DIST,*-image-*.tar)"

# In new roots without a toolchain; need root.
deb-test: deb
	packaging/test-deb "$(call IN_DIST,totp-import_*.deb)"

portable-test: portable
	packaging/test-portable "$(call IN_DIST,*-linux-$(shell uname -m).tar.xz)" .build-release/release/totp-import
	packaging/test-deb "$(call IN_DIST,totp-import-portable*.deb)"

# Exports, and what is in them, for other projects.
testkit:
	@packaging/testkit/make dist

# A page for each app and each pair of apps, and the documentation, with a search; needs no server.
site: bootstrap-packages $(PROGRAM)
	@packaging/site/make $(PROGRAM) dist

site-test: site
	packaging/test-site "$(call IN_DIST,*-site.tar.gz)"

# The portable program's libraries can be replaced, as the LGPL asks.
relink-test: portable
	packaging/test-relink "$$(packaging/portable/objects dist)"

# Everything of a release, with checksums and notes: make release VERSION=1.2.3 HOMEPAGE=https://…
# Signed with SIGN=NAME.key. See Docs/development/releasing.md for MAINTAINER and URL.
release: bootstrap-packages
	@SWIFT="$(SWIFT)" packaging/release "$(VERSION)" "$(HOMEPAGE)" $(WITH)

# The same, twice, in different folders, which must have the same bytes; then each file is tried. Needs root.
release-test: bootstrap-packages
	@SWIFT="$(SWIFT)" packaging/test-release "$(VERSION)" "$(HOMEPAGE)" $(WITH)

lint-packaging: bootstrap-packages
	packaging/lint $(call IN_DIST,*.deb)

# Makes Fixtures/images, Fixtures/exports and Fixtures/mail again.
fixtures: bootstrap-tests
	.build-python/bin/python3 Fixtures/generators/make_images.py
	.build-python/bin/python3 Fixtures/generators/make_exports.py
	.build-python/bin/python3 Fixtures/generators/make_mail.py

# Writes the list in Docs/formats/README.md again, from the program.
formats-page: $(DEBUG_PROGRAM)
	python3 Docs/formats/make_list.py $(DEBUG_PROGRAM)

# Writes the rules in Docs/rules.md again, from the program.
rules-page: $(DEBUG_PROGRAM)
	python3 Docs/development/make_rules.py $(DEBUG_PROGRAM)

# Writes Docs/rescue.md again, from the program.
rescue-page: $(DEBUG_PROGRAM)
	python3 Docs/development/make_rescue.py $(DEBUG_PROGRAM)

# Writes the options in Docs/cli.md and in the manual page again, from the program.
options-page: $(DEBUG_PROGRAM)
	python3 Docs/development/make_options.py $(DEBUG_PROGRAM)

# Writes Docs/limits.md again, from the modules' Limits.swift and the figures in Tests/limits.
limits-page:
	python3 Docs/development/make_limits.py

# Writes the table of apps in README.md again, from the program.
readme: $(DEBUG_PROGRAM)
	python3 Docs/development/make_readme.py $(DEBUG_PROGRAM)

# Draws Docs/picture.svg again: what the program prints in a terminal.
picture: $(DEBUG_PROGRAM)
	scripts/make-picture $(DEBUG_PROGRAM)

# Writes what the program makes of every fixture.
golden: $(PROGRAM)
	scripts/golden $(PROGRAM)

# The documentation of the library, with its tutorial: .build-docs/TOTPImport.doccarchive
docs: bootstrap
	scripts/documentation $(TESTED)

# Writes Docs/development/api.txt again: the public declarations of the library.
api-report: bootstrap
	scripts/api-report $(TESTED)

# Writes the screens of Tests/journeys again: read them before you commit them.
journeys: $(DEBUG_PROGRAM)
	TOTP_IMPORT_BINARY=$(CURDIR)/$(DEBUG_PROGRAM) .build-python/bin/python3 Tests/journeys/test_journeys.py --write

# Every text that people may read, to be read from top to bottom.
messages:
	@scripts/list-messages

# Makes the fuzzer's migration.pb.swift again from migration.proto; needs protoc 3.
protobuf:
	$(SWIFT) build --package-path Fuzz --scratch-path .build-fuzz --product protoc-gen-swift
	cd Fuzz/Sources/fuzz-totp-import && protoc \
		--plugin=protoc-gen-swift=$(CURDIR)/.build-fuzz/debug/protoc-gen-swift --swift_out=. \
		--swift_opt=Visibility=Internal --swift_opt=UseAccessLevelOnImports=true migration.proto

# Every parser of untrusted bytes under libFuzzer and AddressSanitizer, SECONDS seconds each. For a single one:
# make fuzz TARGET=image-png SECONDS=600
# PLAIN=yes fuzzes without coverage and sanitizers, many times as fast, for targets that check their own answers.
TARGET ?=
SECONDS ?= 10
FUZZ_BUILD = .build-fuzz$(if $(PLAIN),-plain)$(if $(COVERAGE),-coverage)
INSTRUMENTS = $(if $(PLAIN)$(COVERAGE),-Xswiftc -Xclang-linker -Xswiftc -fsanitize=fuzzer,\
	-Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address) \
	$(if $(COVERAGE),-Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping \
	-Xcc -fprofile-instr-generate -Xcc -fcoverage-mapping)
# MINIMIZE=yes makes the corpora smaller instead: only inputs that reach code that no other reaches are kept.
# COVERAGE=yes tells instead how many lines of each parser the seeds and the corpora reach.
fuzz: bootstrap-tests
	$(SWIFT) build --package-path Fuzz --scratch-path $(FUZZ_BUILD) -c release --product fuzz-totp-import \
		-Xswiftc -enable-testing -Xswiftc -use-ld=lld $(INSTRUMENTS)
	.build-python/bin/python3 Fuzz/seeds/make_seeds.py $(FUZZ_BUILD)/seeds
	@SWIFT="$(SWIFT)" FUZZ_BUILD=$(FUZZ_BUILD) scripts/fuzz \
		$(if $(MINIMIZE),--minimize,$(if $(COVERAGE),--coverage,$(SECONDS))) $(TARGET)

# Changes our own code in COUNT places, one at a time, and lists the changes that no test notices: an hour.
# SEED=2 draws others, MODULE=Vault those of one module. Only those that no test noticed: OPTIONS=--again
COUNT ?= 300
SEED ?= 1
MODULE ?=
mutants: bootstrap-tests
	@SWIFT="$(SWIFT)" Mutants/mutants.py --count $(COUNT) --seed $(SEED) $(if $(MODULE),--module $(MODULE)) $(OPTIONS) \
		$(WITH)

# The code in C under sanitizers and valgrind, over damaged pictures of every kind.
PICTURES ?= 5000
check-memory: bootstrap-tests
	@scripts/check-memory $(PICTURES)

# Every writing command with each of its file-system calls failing in turn, and killed between them: some minutes.
faults: bootstrap-tests $(PROGRAM)
	.build-python/bin/python3 Tests/faults/faults.py $(PROGRAM) $(OPTIONS)

# COPIES damaged copies of every fixture through the program: hours. A trial: make soak COPIES=20 OPTIONS="--every 10"
COPIES ?= 10000
soak: bootstrap-tests $(PROGRAM)
	.build-python/bin/python3 Tests/soak/soak.py $(PROGRAM) --copies $(COPIES) $(OPTIONS)

# The examples for Spark, in local mode with 4 partitions, compared with one process. QUICK=1 is a short trial.
scale-test: bootstrap-tests $(PROGRAM)
	@scripts/bootstrap --scale
	@.build-spark/bin/python3 Tests/scale/scale_test.py $(PROGRAM) $(if $(QUICK),--quick) $(OPTIONS)

# Time, memory and codes read, compared with other programs. QUICK=1 is a short trial; options: OPTIONS="--seed 5".
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

# Links per second of validate, compared with pyotp.
bench-links: build
	@scripts/bootstrap --bench
	@$(call MEASURE,bench_links)

# Time to read exports, compared with Foundation's decoding of the same bytes.
bench-exports: build bootstrap-tests
	$(SWIFT) build $(RELEASE) --package-path Benchmarks/stages --scratch-path .build-bench-stages --product export-times
	.build-python/bin/python3 Benchmarks/exports/bench_exports.py $(if $(QUICK),--quick) $(OPTIONS)

# Time to write 10,000 accounts for each target, apart from the key derivation.
bench-targets: build bootstrap-tests
	$(SWIFT) build $(RELEASE) --package-path Benchmarks/stages --scratch-path .build-bench-stages --product write-times
	.build-python/bin/python3 Benchmarks/targets/bench_targets.py $(if $(QUICK),--quick) $(OPTIONS)

# list, codes and import of large vaults, apart from the key derivation.
bench-vaults: build
	@scripts/bootstrap --bench
	@$(call MEASURE,bench_vaults)

# The page in Chromium, Firefox and WebKit, with a hostile page and raw clients. `make test` has the same tests, some of
# them only in Chromium and one of the others.
test-web: bootstrap-tests $(PROGRAM)
	cd Tests/web && TOTP_IMPORT_TESTS_WHOLE=1 TOTP_IMPORT_BINARY=$(CURDIR)/$(PROGRAM) ../../.build-python/bin/python3 -m unittest -q

# The page in Chromium: its first paint, 500 screenshots, a frame of the camera, a search.
bench-web: bootstrap-tests $(PROGRAM)
	.build-python/bin/python3 Benchmarks/web/bench_web.py $(PROGRAM) $(if $(QUICK),--quick) $(OPTIONS)

# Draws Docs/web/*.png again: the page in Chromium, with invented accounts.
web-pictures: bootstrap-tests $(PROGRAM)
	TOTP_IMPORT_BINARY=$(CURDIR)/$(PROGRAM) .build-python/bin/python3 Tests/web/pictures.py

clean:
	rm -rf .build .build-* demo dist
