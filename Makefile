# SPDX-License-Identifier: Apache-2.0
# Heddle: `make` builds build/bin/hdcc and build/bin/heddle; `make help` lists the rest.
# New files are found by wildcard; nothing here needs an edit for them.

LLVM_VERSION ?= 19
SANITIZE     ?=
PREFIX       ?= /usr/local
DESTDIR      ?=
T            ?=
Q            := $(if $(VERBOSE),,@)

V      := $(LLVM_VERSION)
CLANG  := clang-$(V)
CC      = $(CLANG)
AR     := llvm-ar-$(V)
comma  := ,
suffix := $(if $(filter-out 19,$(V)),-$(V))
suffix := $(suffix)$(if $(SANITIZE),-$(subst $(comma),-,$(SANITIZE)))
B      := build$(suffix)

# Asked once, and only when something is compiled: `deps` may have to come first.
llvm    = $(eval llvm := $$(shell llvm-config-$(V) --cppflags))$(llvm)
llvmlib = $(eval llvmlib := $$(shell llvm-config-$(V) --ldflags --libs))$(llvmlib)

VERSION := 0.1.0
CUDA_VERSION := 12.8.93

# ---- files
# Those for other processors: foo_x86_64.c is not built on aarch64, and so on.
# $(1): folders; files lie in them or up to two deeper, $(2): the processor
find   = $(filter-out $(patsubst %,\%_%.c,$(filter-out $(2),x86_64 aarch64)),$(sort \
	 $(wildcard $(foreach d,$(1),$(addprefix $(d)/,*.c */*.c */*/*.c)))))
arch  := $(shell uname -m)
find_c = $(call find,$(1),$(arch))
obj    = $(patsubst %.c,$(B)/obj/%.o,$(1))

gf_host := $(call find_c,runtime/gpufirst/host)
gf_dev  := $(call find_c,runtime/gpufirst/dev)
rt_src  := $(call find_c,runtime/core runtime/api runtime/tier)
dev_src := $(call find_c,runtime/dev)
# Host code may call what CUDA adds to libm (erfinv, normcdf ...): the same sources.
device_only := runtime/dev/nvvm.c runtime/dev/clock_% runtime/dev/ptx_%
host_math   := $(filter-out $(device_only),$(dev_src))
# For programs without shared libraries: without hwloc, libdw and code that is loaded.
heavy_src   := $(addprefix runtime/core/,topology_hwloc.c lines_dw.c shared_dl.c)
lean_src    := $(filter-out $(heavy_src),$(call find_c,runtime/core runtime/api runtime/lean))
# CUDA's libraries: the folder in libs/ and the number that programs link.
cuda_libs   := cublas.12 cufft.11 cufftw.11 curand.10 cusolver.11 cusparse.12 nvrtc.12
so           = lib$(basename $(1)).so$(suffix $(1))

common_obj := $(call obj,$(call find_c,src/base src/ir src/ana src/pass src/lanes src/gen) \
	      $(EXTRA_SRC) $(filter-out src/drive/hdcc.c,$(call find_c,src/drive)))
rt_obj     := $(call obj,$(rt_src) $(host_math))
lean_lib   := $(B)/lib/heddle/$(arch)-linux-gnu/libheddle.a
libs       := $(B)/lib/libheddle.so $(B)/lib/libheddle.a $(B)/lib/heddle/libcudart_static.a \
	      $(lean_lib) $(foreach l,$(cuda_libs),$(B)/lib/$(call so,$(l))) \
	      $(addprefix $(B)/lib/heddle/,device.bc gpufirst-nvptx64.bc gpufirst-host.bc \
	      libheddle-gpufirst.a libheddle-gpufirst-tsan.a)

.PHONY: all compiler help deps deps-build test test-quick test-asan test-all tests-ready \
	sanlibs lint format bench bench-docs demo docs install install-files uninstall clean \
	cross cross-files gpufirst-files
.DELETE_ON_ERROR:
.SECONDARY:
all: compiler $(libs) ## hdcc, heddle, libraries
compiler: $(common_obj) $(B)/bin/hdcc $(B)/bin/heddle $(B)/.tree
help:             ## this list
	@echo "make TARGET [LLVM_VERSION=19] [SANITIZE=address,undefined]"
	@echo "            [PREFIX=/usr/local] [DESTDIR=] [VERBOSE=1]"
	@sed -n 's/^\([a-z-]*\):[^#]*## */  \1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

deps:             ## install the packages that building and testing need
	@scripts/deps.sh $(V) build test
deps-build:
	@scripts/deps.sh $(V) build

# ---- how a file is compiled: by the folder of its source and that of its object
WARN    := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Werror
CFLAGS  ?= $(if $(SANITIZE),-O0,-O2) -g
san     := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer)
TARGET  ?= $(if $(filter x86_64,$(arch)),aarch64,x86_64)-linux-gnu

own_flags  = -std=c11 $(CFLAGS) $(WARN)
src_flags  = -std=c11 -D_GNU_SOURCE $(CFLAGS) $(WARN) $(san) -Isrc -Iruntime \
	     -DHD_VERSION='"$(VERSION)"' -DHD_LLVM_MAJOR=$(V) $(llvm)
rt_flags   = -std=c11 -D_GNU_SOURCE $(CFLAGS) $(WARN) -fPIC -pthread -fvisibility=hidden \
	     -Iruntime -Iinclude
dev_flags  = -std=c11 -O2 -ffp-contract=off -fno-math-errno -fno-stack-protector \
	     -fno-vectorize -fno-slp-vectorize -Wall -Wextra -Wshadow -Werror \
	     -Iruntime -Iinclude
san_flags  = -std=c11 -D_GNU_SOURCE -O1 -g -fno-omit-frame-pointer -fPIC -pthread \
	     -Iruntime -Iinclude -Isrc
# GPU First's device part is inlined into programs and they into it: its memcpy must not
# promise types.
gf_flags   = -std=c11 -O2 -ffreestanding -fno-math-errno -Qunused-arguments \
	     -fno-strict-aliasing -fno-stack-protector -fno-vectorize -fno-slp-vectorize \
	     -Wall -Wextra -Wshadow -Werror
nvptx      = --target=nvptx64-nvidia-cuda -march=sm_70 -nogpulib \
	     -Xclang -target-feature -Xclang +ptx70 -fconvergent-functions

X := cross/$(TARGET)
$(B)/obj/%: flags = $(src_flags)
$(B)/obj/runtime/%: flags = $(rt_flags)
$(B)/obj/libs/%: flags = $(rt_flags)
$(B)/obj/runtime/dev/%.o: flags = $(dev_flags) -fPIC
$(B)/obj/runtime/dev/%.bc: flags = $(dev_flags)
$(B)/obj/tests/gen/%: flags = $(own_flags) -I$(B)/obj/tests/gen
$(B)/obj/bench/%: flags = $(own_flags) -D_GNU_SOURCE
$(B)/san/asan/%: flags = $(san_flags) -fsanitize=address,undefined -fno-sanitize-recover=all
$(B)/san/asan/src/%: flags += -DHD_LLVM_MAJOR=$(V) $(llvm)
$(B)/san/tsan/%: flags = $(san_flags) -fsanitize=thread
$(B)/gpufirst/nvptx64/%: flags = $(nvptx) $(gf_flags)
$(B)/gpufirst/host/%: flags = $(gf_flags) -fPIC
$(B)/$(X)/%: flags = --target=$(TARGET) $(rt_flags)
$(B)/$(X)/runtime/dev/%.o: flags = --target=$(TARGET) $(dev_flags) -fPIC
$(B)/$(X)/runtime/dev/%.bc: flags = --target=$(TARGET) $(dev_flags)
$(B)/$(X)/runtime/gpufirst/dev/%: flags = --target=$(TARGET) $(gf_flags) -fPIC

# What every recipe begins with: a folder for what it makes, and a word for the reader.
begin = @mkdir -p $(@D); printf '  %-7s %s\n' '$(1)' '$(2)'
# $(1): a folder of objects, $(2): the word
define compile_into
$(B)/$(1)/%.o: %.c | deps-build
	$$(call begin,cc $(2),$$<)
	$$(Q)$$(CC) $$(flags) -MMD -MP -c -o $$@ $$<
$(B)/$(1)/%.bc: %.c | deps-build
	$$(call begin,bc $(2),$$<)
	$$(Q)$$(CLANG) $$(flags) -MMD -MP -MF $$@.d -MT $$@ -emit-llvm -c -o $$@ $$<
endef
$(eval $(call compile_into,obj,))
$(eval $(call compile_into,san/asan,asan))
$(eval $(call compile_into,san/tsan,tsan))
$(eval $(call compile_into,gpufirst/nvptx64,gpu))
$(eval $(call compile_into,gpufirst/host,emu))
$(eval $(call compile_into,$(X),$(firstword $(subst -, ,$(TARGET)))))

# ---- how files are put together: programs, archives, bitcode, shared libraries
# Whoever runs or loads the old one may go on.
# $(1): more words for the compiler
define link
	$(call begin,link,$@)
	$(Q)$(CC) $(1) -o $@.new $(filter-out %.so,$^) $(2)
	@mv -f $@.new $@
endef
%.a:
	@mkdir -p $(@D); rm -f $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)
$(B)/lib/%.bc:
	$(call begin,link,$@)
	$(Q)llvm-link-$(V) -o $@ $^
# $(1): the name in it
shared = -shared -Wl,-soname,$(1) -Wl,-z,defs
rt_libs := -lhwloc -ldw -ldl -lpthread -lm

# ---- the compiler and its tools
$(B)/obj/libomp.a: $(call obj,$(call find_c,src/omp))
$(B)/obj/libgpufirst.a: $(call obj,$(call find_c,src/gpufirst))
$(B)/bin/hdcc: $(call obj,src/drive/hdcc.c) $(common_obj)
	$(call link,$(san),$(llvmlib) -lzstd -ldl -lm)
$(B)/bin/heddle: $(call obj,$(call find_c,src/tools)) $(B)/obj/libgpufirst.a \
		$(common_obj) $(B)/obj/libomp.a
	$(call link,$(san),$(llvmlib) -lclang-$(V) -lzstd -ldl -lm)

# ---- the runtime, the device library, and CUDA's libraries, which programs link by name
$(B)/lib/libheddle.so.1: $(rt_obj)
	$(call link,$(call shared,libheddle.so.1),$(rt_libs))
$(B)/lib/libheddle.so: $(B)/lib/libheddle.so.1
	@ln -sf libheddle.so.1 $@
$(B)/lib/libheddle.a: $(rt_obj)
$(lean_lib): $(call obj,$(lean_src) $(host_math))
$(B)/lib/heddle/device.bc: $(patsubst %.c,$(B)/obj/%.bc,$(dev_src))

beside := '-Wl,-rpath,$$ORIGIN'
define link_cuda_lib
$(B)/lib/$(call so,$(1)): $(call obj,$(call find_c,libs/$(basename $(1)))) \
		$(B)/lib/libheddle.so
	$$(call link,$$(call shared,$$(@F)) $$(beside),-L$(B)/lib -lheddle -ldl -lpthread -lm)
endef
$(foreach l,$(cuda_libs),$(eval $(call link_cuda_lib,$(l))))

# The "static" library finds the shared one when the program runs, without a search path:
# there is one runtime in a process however it came. $(1): the file, $(2): the prefix
define static_cudart
$(Q)$(CC) -std=gnu11 -O2 -fPIC -Wall -Wextra -Werror -DHD_FORWARD_HOME='"$(2)/lib"' \
	-c runtime/forward/find.c -o $(1).find.o
$(Q)rm -f $(1); $(AR) rcs $(1) $(1).find.o $(B)/obj/runtime/forward/jumps.o
$(Q)rm $(1).find.o
endef
$(B)/obj/runtime/forward/jumps.o: runtime/forward/forward.awk $(B)/lib/libheddle.so.1
	@mkdir -p $(@D)
	$(Q)nm -D --defined-only $(B)/lib/libheddle.so.1 | awk -f $< >$(@:.o=.ll)
	$(Q)clang-$(V) -O2 -fPIC -Wno-override-module -c $(@:.o=.ll) -o $@
$(B)/lib/heddle/libcudart_static.a: $(B)/obj/runtime/forward/jumps.o \
		$(wildcard runtime/forward/*.[ch])
	$(call begin,link,$@)
	$(call static_cudart,$@,$(abspath $(B)))

# ---- GPU First: its device part, for the GPU and for its emulation, and its loader
gf_bc = $(patsubst %.c,$(B)/$(1)/%.bc,$(gf_dev))
$(B)/lib/heddle/gpufirst-nvptx64.bc: $(call gf_bc,gpufirst/nvptx64)
$(B)/lib/heddle/gpufirst-host.bc: $(call gf_bc,gpufirst/host)
$(B)/lib/heddle/libheddle-gpufirst.a: $(call obj,$(gf_host))
$(B)/lib/heddle/libheddle-gpufirst-tsan.a: $(patsubst %.c,$(B)/san/tsan/%.o,$(gf_host))

# ---- for other processors: make cross TARGET=...; make gpufirst-x86_64
far     := $(firstword $(subst -, ,$(TARGET)))
XL      := $(B)/lib/heddle/$(TARGET)
far_obj  = $(patsubst %.c,$(B)/$(X)/%.o,$(1))
far_src := $(filter-out $(heavy_src),$(call find,runtime/core runtime/api runtime/lean,$(far)))
# The shared one can load code.
far_so  := $(filter-out runtime/lean/shared_none.c runtime/lean/tier_none.c,$(far_src)) \
	   runtime/core/shared_dl.c $(call find,runtime/tier,$(far))
far_dev := $(call find,runtime/dev,$(far))

cross: deps-build ## libheddle for TARGET=x86_64-linux-gnu or aarch64-linux-gnu
	@scripts/deps.sh $(V) $(far)
	@$(MAKE) --no-print-directory cross-files TARGET=$(TARGET)
cross-files: $(XL)/libheddle.a $(XL)/libheddle.so.1 $(XL)/device.bc
	@$(tree) far $(B) $(TARGET)
$(XL)/libheddle.a: $(call far_obj,$(far_src) $(filter-out $(device_only),$(far_dev)))
$(XL)/libheddle.so.1: $(call far_obj,$(far_so) $(filter-out $(device_only),$(far_dev)))
	$(call link,--target=$(TARGET) $(call shared,libheddle.so.1),-ldl -lpthread -lm)
$(XL)/device.bc: $(patsubst %.c,$(B)/$(X)/%.bc,$(far_dev))

# heddle gpufirst --target=...
$(addprefix gpufirst-,x86_64 aarch64 riscv64 ppc64le): gpufirst-%:
	@$(MAKE) --no-print-directory gpufirst-files TARGET=$*-linux-gnu
gpufirst-files: $(B)/lib/heddle/gpufirst-host-$(far).bc \
		$(B)/lib/heddle/libheddle-gpufirst-$(far).a
$(B)/lib/heddle/gpufirst-host-$(far).bc: $(call gf_bc,$(X))
$(B)/lib/heddle/libheddle-gpufirst-$(far).a: $(call far_obj,$(gf_host))

# ---- the tree around them, so that build/bin/hdcc works in place; packages
tree = BUILD=$(B) AR=$(AR) VERSION=$(VERSION) CUDA_VERSION=$(CUDA_VERSION) \
       LIBS="$(cuda_libs)" DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" scripts/tree.sh
$(B)/.tree: Makefile scripts/tree.sh $(wildcard scripts/*.in) | deps-build
	@mkdir -p $(B)/include
	@ln -sfn ../../include $(B)/include/heddle
	@$(tree) nvcc $(B)
	@$(tree) packages $(B)
	@touch $@
install: all      ## install below PREFIX (and DESTDIR)
	@$(MAKE) --no-print-directory install-files
install-files:
	$(tree) install
	$(call static_cudart,$(DESTDIR)$(PREFIX)/lib/heddle/libcudart_static.a,$(PREFIX))
uninstall:        ## take it away again
	$(tree) uninstall

# ---- tests
$(B)/bin/run-tests: $(call obj,$(call find_c,tests/runner src/base))
	$(call link,$(san))

# What unit tests link, built once for each sanitizer
san_obj = $(patsubst %.c,$(B)/san/$(1)/%.o,$(2))
sanlibs: $(addprefix $(B)/san/,asan/runtime.a tsan/runtime.a asan/dev.a asan/base.a \
	asan/pass.a)
$(B)/san/asan/runtime.a: $(call san_obj,asan,$(rt_src))
$(B)/san/tsan/runtime.a: $(call san_obj,tsan,$(rt_src))
$(B)/san/asan/dev.a: $(call san_obj,asan,$(dev_src))
$(B)/san/asan/base.a: $(call san_obj,asan,$(call find_c,src/base))
$(B)/san/asan/pass.a: $(call san_obj,asan,$(call find_c,src/base src/ir src/ana) \
	src/pass/facts.c)

# The random kernels of tests/gen; prelude.cuh is text in the generator.
$(B)/obj/tests/gen/prelude.inc: tests/gen/prelude.cuh
	@mkdir -p $(@D)
	@sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' $< > $@
$(B)/obj/tests/gen/kernels.o: $(B)/obj/tests/gen/prelude.inc
$(B)/bin/gen-kernels: $(call obj,$(call find_c,tests/gen))
	$(call link)

# How exact device functions are; math-floats without -s tries every float.
$(B)/bin/math-%: tests/math/%.c $(call obj,$(host_math)) | deps-build
	$(call link,-std=gnu11 -O2 $(WARN) -ffp-contract=off,$(libs_$*) -lm)
libs_doubles := -lmpfr -lgmp
tests-ready: deps all sanlibs $(addprefix $(B)/bin/,run-tests gen-kernels math-floats \
	math-doubles bench)
run_tests = HD_BUILD=$(abspath $(B)) HD_LLVM=$(V) $(B)/bin/run-tests
test: tests-ready ## the whole suite; T=foo runs one test, T=tests/omp a folder
	@$(run_tests) $(ALL) $(T)
test-all: tests-ready    ## in every way there is to compile and run
	@$(MAKE) --no-print-directory test ALL=--all
	@$(if $(T),,LLVM_VERSION=$(V) $(B)/bin/bench -b $(B) --tiny)
test-quick: tests-ready  ## the part that takes less than a minute
	@$(run_tests) --quick $(T)
test-asan: tests-ready   ## compile everything in tests/ with a sanitized hdcc
	@$(MAKE) --no-print-directory SANITIZE=address,undefined compiler
	@cp -R $(B)/lib $(B)-address-undefined/ # nothing in it is sanitized
	@HD_COMPILER=$(abspath $(B)-address-undefined) $(run_tests) --compile-only $(QUICK) $(T)
lint: deps        ## format, layers, names, sizes, licence lines
	@scripts/lint.sh clang-format-$(V)
format: deps      ## let clang-format rewrite what lint would complain about
	@scripts/lint.sh --fix clang-format-$(V)
docs: $(B)/bin/heddle ## docs/passes.md from the pass table
	$(B)/bin/heddle passes --markdown > docs/passes.md

# ---- benchmarks
$(B)/bin/bench: $(call obj,$(call find_c,bench/runner))
	$(call link,,-lm)
BENCH ?=
bench: all $(B)/bin/bench ## bench/suite against OpenMP; BENCH="--help" and other options
	@LLVM_VERSION=$(V) $(B)/bin/bench -b $(B) $(BENCH)
bench-docs: all $(B)/bin/bench ## with ablations, into docs/data and docs/performance.md
	@LLVM_VERSION=$(V) $(B)/bin/bench -b $(B) --ablation --docs=docs $(BENCH)
	@scripts/tables.sh docs/performance.md
demo: all         ## compile and run the programs in examples/
	@scripts/demo.sh $(B)
clean:            ## remove every build directory
	rm -rf build build-*

-include $(shell find $(B)/obj $(B)/san $(B)/cross $(B)/gpufirst -name '*.d' 2>/dev/null)
