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

# Asked once, and only when something is compiled: on a fresh machine `deps` comes first.
llvm    = $(eval llvm := $$(shell llvm-config-$(V) --cppflags))$(llvm)
llvmlib = $(eval llvmlib := $$(shell llvm-config-$(V) --ldflags --libs))$(llvmlib)

WARN   := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Werror
DEPGEN := -MMD -MP
CFLAGS ?= $(if $(SANITIZE),-O0,-O2) -g
san    := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer)

VERSION := 0.1.0
CUDA_VERSION := 12.8.93
DEFS    := -DHD_VERSION='"$(VERSION)"' -DHD_LLVM_MAJOR=$(V)

src_flags = -std=c11 -D_GNU_SOURCE $(CFLAGS) $(WARN) $(san) -Isrc -Iruntime $(DEFS) \
	    $(llvm)
rt_flags  = -std=c11 -D_GNU_SOURCE $(CFLAGS) $(WARN) -fPIC -pthread \
	    -fvisibility=hidden -Iruntime -Iinclude
rt_libs   = -lhwloc -ldw -ldl -lpthread -lm
dev_flags = -std=c11 -O2 -ffp-contract=off -fno-math-errno -fno-stack-protector \
	    -fno-vectorize -fno-slp-vectorize -Wall -Wextra -Wshadow -Werror -Iruntime -Iinclude

# Files for other processors: foo_x86_64.c is not built on aarch64, and so on.
arch    := $(shell uname -m)
foreign := $(patsubst %,\%_%.c,$(filter-out $(arch),x86_64 aarch64))
# Files lie in a folder, in one of its subfolders, or in one of theirs.
levels  := *.c */*.c */*/*.c
find_c   = $(filter-out $(foreign),$(sort $(wildcard $(foreach d,$(1),\
	   $(addprefix $(d)/,$(levels))))))

common_src := $(call find_c,src/base src/ir src/ana src/pass src/pass/* src/lanes src/gen) \
	      $(EXTRA_SRC)
omp_src    := $(call find_c,src/omp)
gf_src     := $(call find_c,src/gpufirst)
gf_host    := $(call find_c,runtime/gpufirst/host)
gf_dev     := $(call find_c,runtime/gpufirst/dev)
drive_src  := $(filter-out src/drive/hdcc.c,$(call find_c,src/drive))
tools_src  := $(call find_c,src/tools)
rt_src     := $(call find_c,runtime/core runtime/api)
dev_src    := $(call find_c,runtime/dev)
# CUDA's libraries: the folder in libs/ and the number that programs link; what else a
# library answers to is in also_NAME.
cuda_libs  := cublas.12 cufft.11 cufftw.11 curand.10 cusolver.11 cusparse.12 nvrtc.12
also_cublas := cublasLt
also_nvrtc := nvrtc-builtins
runner_src := $(call find_c,tests/runner src/base)
bench_src  := $(call find_c,bench/runner)

obj = $(patsubst %.c,$(B)/obj/%.o,$(1))
# Of a library NAME.NUMBER: its file, and all names that programs may link
so = lib$(basename $(1)).so$(suffix $(1))
so_names = $(foreach n,$(basename $(1)) $(also_$(basename $(1))),\
	   lib$(n).so lib$(n).so$(suffix $(1)) lib$(n)_static.a)

common_obj := $(call obj,$(common_src) $(drive_src))
hdcc_obj   := $(call obj,$(wildcard src/drive/hdcc.c))
tools_obj  := $(call obj,$(tools_src))
omp_lib    := $(if $(omp_src),$(B)/obj/libomp.a)
gf_lib     := $(if $(gf_src),$(B)/obj/libgpufirst.a)
# Host code may call what CUDA adds to libm (erfinv, normcdf ...): the same sources.
device_only := runtime/dev/nvvm.c runtime/dev/clock_% runtime/dev/ptx_%
host_math  := $(filter-out $(device_only),$(dev_src))
rt_obj     := $(call obj,$(rt_src) $(host_math))
runner_obj := $(call obj,$(runner_src))
dev_bc     := $(patsubst %.c,$(B)/obj/%.bc,$(dev_src))

# For programs without shared libraries: without hwloc, libdw and code that is loaded.
heavy_src  := runtime/core/topology_hwloc.c runtime/core/lines_dw.c runtime/core/shared_dl.c
lean_obj   := $(filter-out $(call obj,$(heavy_src)),$(rt_obj)) \
	      $(call obj,$(wildcard runtime/lean/*.c))
lean_lib   := $(B)/lib/heddle/$(arch)-linux-gnu/libheddle.a

bins  := $(if $(hdcc_obj),$(B)/bin/hdcc) $(if $(tools_obj),$(B)/bin/heddle)
libs  := $(if $(rt_src),$(B)/lib/libheddle.so $(B)/lib/libheddle.a \
	 $(B)/lib/heddle/cudart_static.so) $(lean_lib) \
	 $(foreach l,$(cuda_libs),$(B)/lib/$(call so,$(l)))
devlb := $(if $(dev_src),$(B)/lib/heddle/device.bc)
gflb  := $(if $(gf_src),$(addprefix $(B)/lib/heddle/,gpufirst-nvptx64.bc \
	 gpufirst-host.bc libheddle-gpufirst.a libheddle-gpufirst-tsan.a))

.PHONY: all compiler help deps deps-build test test-quick test-asan lint format bench demo
.PHONY: install test-all install-files uninstall clean docs tests-ready sanlibs bench-docs
.DELETE_ON_ERROR:
.SECONDARY:

all: compiler $(libs) $(devlb) $(gflb) ## hdcc, heddle, libraries
compiler: $(common_obj) $(bins) $(B)/.tree

help:             ## this list
	@echo "make TARGET [LLVM_VERSION=19] [SANITIZE=address,undefined]"
	@echo "            [PREFIX=/usr/local] [DESTDIR=] [VERBOSE=1]"
	@sed -n 's/^\([a-z-]*\):[^#]*## */  \1\t/p' $(firstword $(MAKEFILE_LIST)) | \
		expand -t 16

deps:             ## install the packages that building and testing need
	@scripts/deps.sh $(V) build test
deps-build:
	@scripts/deps.sh $(V) build

# ---- the compiler and its tools

$(B)/obj/%.o: %.c | deps-build
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(CC) $(src_flags) $(DEPGEN) -c -o $@ $<

$(B)/bin/hdcc: $(hdcc_obj) $(common_obj)
$(B)/bin/heddle: $(tools_obj) $(gf_lib) $(common_obj) $(omp_lib)
$(B)/bin/heddle: more_libs = -lclang-$(V)
$(B)/bin/hdcc $(B)/bin/heddle:
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) $(san) -o $@.new $^ $(llvmlib) $(more_libs) -ldl -lm
	@mv -f $@.new $@ # whoever runs the old one may go on

$(B)/obj/libomp.a: $(call obj,$(omp_src))
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(B)/obj/libgpufirst.a: $(call obj,$(gf_src))
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# ---- the runtime

$(B)/obj/runtime/core/%.o: runtime/core/%.c | deps-build
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(CC) $(rt_flags) $(DEPGEN) -c -o $@ $<
$(B)/obj/runtime/api/%.o: runtime/api/%.c | deps-build
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(CC) $(rt_flags) $(DEPGEN) -c -o $@ $<

$(B)/obj/runtime/dev/%.o: runtime/dev/%.c | deps-build
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(CC) $(dev_flags) -fPIC $(DEPGEN) -c -o $@ $<

$(B)/lib/libheddle.so.1: $(rt_obj)
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) -shared -Wl,-soname,libheddle.so.1 -Wl,-z,defs -o $@.new $^ $(rt_libs)
	@mv -f $@.new $@
$(B)/lib/libheddle.so: $(B)/lib/libheddle.so.1
	@ln -sf libheddle.so.1 $@
$(B)/lib/libheddle.a: $(rt_obj)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

# ---- CUDA's libraries, which programs link by name

$(B)/obj/libs/%.o: libs/%.c | deps-build
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(CC) $(rt_flags) $(DEPGEN) -c -o $@ $<
define link_cuda_lib
$(B)/lib/$(call so,$(1)): $(call obj,$(call find_c,libs/$(basename $(1)))) \
		$(B)/lib/libheddle.so
	@mkdir -p $$(@D)
	@echo "  link    $$@"
	$(Q)$(CC) -shared -Wl,-soname,$$(@F) -Wl,-z,defs '-Wl,-rpath,$$$$ORIGIN' \
		-o $$@.new $$(filter %.o,$$^) -L$(B)/lib -lheddle -ldl -lpthread -lm
	@mv -f $$@.new $$@
endef
$(foreach l,$(cuda_libs),$(eval $(call link_cuda_lib,$(l))))

# A linker looks at what a file is, not at its name. The "static" library is the shared
# one under its full name: programs find it without a search path, as they would not
# look for a static one either, and there is one runtime in a process however it came.
# $(1): the file, $(2): the prefix
static_cudart = $(CC) -shared -Wl,-soname,$(2)/lib/libheddle.so.1 -o $(1) $(rt_obj) $(rt_libs)
$(B)/lib/heddle/cudart_static.so: $(rt_obj)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(call static_cudart,$@,$(abspath $(B)))

$(B)/obj/runtime/lean/%.o: runtime/lean/%.c | deps-build
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(CC) $(rt_flags) $(DEPGEN) -c -o $@ $<
$(lean_lib): $(lean_obj)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

# ---- the device library

$(B)/obj/runtime/dev/%.bc: runtime/dev/%.c | deps-build
	@mkdir -p $(@D)
	@echo "  device  $<"
	$(Q)$(CLANG) $(dev_flags) $(DEPGEN) -MF $(@:.bc=.bc.d) -MT $@ -emit-llvm -c -o $@ $<
$(B)/lib/heddle/device.bc: $(dev_bc)
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)llvm-link-$(V) -o $@ $^

# ---- runtime and device library for another processor: make cross TARGET=...

TARGET  ?= $(if $(filter x86_64,$(arch)),aarch64,x86_64)-linux-gnu
far      = $(firstword $(subst -, ,$(TARGET)))
X        = $(B)/cross/$(TARGET)
XL       = $(B)/lib/heddle/$(TARGET)
far_src  = $(filter-out $(heavy_src) $(patsubst %,\%_%.c,$(filter-out $(far),x86_64 aarch64)),\
	   $(wildcard runtime/core/*.c runtime/api/*.c runtime/lean/*.c))
# The shared one can load code.
far_so   = $(filter-out runtime/lean/shared_none.c,$(far_src)) runtime/core/shared_dl.c
far_dev  = $(filter-out $(patsubst %,\%_%.c,$(filter-out $(far),x86_64 aarch64)),\
	   $(wildcard runtime/dev/*.c))
far_math = $(filter-out $(device_only),$(far_dev))

.PHONY: cross cross-files
cross: deps-build ## libheddle for TARGET=x86_64-linux-gnu or aarch64-linux-gnu
	@scripts/deps.sh $(V) $(far)
	@$(MAKE) --no-print-directory cross-files TARGET=$(TARGET)
cross-files: $(XL)/libheddle.a $(XL)/libheddle.so.1 $(XL)/device.bc

$(XL)/libheddle.a: $(patsubst %.c,$(X)/%.o,$(far_src) $(far_math))
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^
	@# Debian's libm.a for cross linking may name files of a native system.
	@if grep -Iqs /usr/lib/$(TARGET)/ /usr/$(TARGET)/lib/libm.a; then \
		sed 's|/usr/lib/$(TARGET)/|/usr/$(TARGET)/lib/|g' \
			/usr/$(TARGET)/lib/libm.a > $(XL)/libm.a; fi
$(XL)/libheddle.so.1: $(patsubst %.c,$(X)/%.o,$(far_so) $(far_math))
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) --target=$(TARGET) -shared -Wl,-soname,libheddle.so.1 -Wl,-z,defs -o $@ $^ \
		-ldl -lpthread -lm
	@ln -sf libheddle.so.1 $(XL)/libheddle.so
$(XL)/device.bc: $(patsubst %.c,$(X)/%.bc,$(far_dev))
	@mkdir -p $(@D)
	$(Q)llvm-link-$(V) -o $@ $^
$(X)/runtime/dev/%.bc: runtime/dev/%.c
	@mkdir -p $(@D)
	$(Q)$(CLANG) --target=$(TARGET) $(dev_flags) $(DEPGEN) -MT $@ -emit-llvm -c -o $@ $<
$(X)/runtime/dev/%.o: runtime/dev/%.c
	@mkdir -p $(@D)
	@echo "  $(far)  $<"
	$(Q)$(CC) --target=$(TARGET) $(dev_flags) -fPIC $(DEPGEN) -c -o $@ $<
$(X)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  $(far)  $<"
	$(Q)$(CC) --target=$(TARGET) $(rt_flags) $(DEPGEN) -c -o $@ $<

# ---- GPU First: its device part, for the GPU and for its emulation, and its loader

# Programs are inlined into it and it into programs: its memcpy must not promise types.
gf_dev_flags = -std=c11 -O2 -ffreestanding -fno-math-errno -Qunused-arguments \
	       -fno-strict-aliasing \
	       -fno-stack-protector -fno-vectorize -fno-slp-vectorize \
	       -Wall -Wextra -Wshadow -Werror
gf_nvptx     = --target=nvptx64-nvidia-cuda -march=sm_70 -nogpulib \
	       -Xclang -target-feature -Xclang +ptx70 -fconvergent-functions

$(B)/obj/gpufirst-nvptx64/%.bc: runtime/gpufirst/dev/%.c | deps-build
	@mkdir -p $(@D)
	@echo "  gpu     $<"
	$(Q)$(CLANG) $(gf_nvptx) $(gf_dev_flags) $(DEPGEN) -MT $@ -emit-llvm -c -o $@ $<
$(B)/obj/gpufirst-host/%.bc: runtime/gpufirst/dev/%.c | deps-build
	@mkdir -p $(@D)
	@echo "  emulate $<"
	$(Q)$(CLANG) $(gf_dev_flags) -fPIC $(DEPGEN) -MT $@ -emit-llvm -c -o $@ $<
gf_bc = $(patsubst runtime/gpufirst/dev/%.c,$(B)/obj/gpufirst-$(1)/%.bc,$(gf_dev))
$(B)/lib/heddle/gpufirst-nvptx64.bc: $(call gf_bc,nvptx64)
$(B)/lib/heddle/gpufirst-host.bc: $(call gf_bc,host)
$(B)/lib/heddle/gpufirst-%.bc:
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)llvm-link-$(V) -o $@ $^

$(B)/obj/runtime/gpufirst/%.o: runtime/gpufirst/%.c | deps-build
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(CC) $(rt_flags) $(DEPGEN) -c -o $@ $<
$(B)/lib/heddle/libheddle-gpufirst.a: $(call obj,$(gf_host))
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
# For hosts with another processor: make gpufirst-x86_64, heddle gpufirst --target=...
gpufirst-%:
	@mkdir -p $(B)/obj/gpufirst-$*
	@for f in $(gf_dev); do echo "  emulate $$f"; $(CLANG) --target=$*-linux-gnu \
		$(gf_dev_flags) -fPIC -emit-llvm -c $$f \
		-o $(B)/obj/gpufirst-$*/$$(basename $$f .c).bc || exit 1; done
	@for f in $(gf_host); do echo "  cc      $$f"; $(CLANG) --target=$*-linux-gnu \
		$(rt_flags) -c $$f -o $(B)/obj/gpufirst-$*/$$(basename $$f .c).o || exit 1; done
	@llvm-link-$(V) -o $(B)/lib/heddle/gpufirst-host-$*.bc $(B)/obj/gpufirst-$*/*.bc
	@rm -f $(B)/lib/heddle/libheddle-gpufirst-$*.a
	@$(AR) rcs $(B)/lib/heddle/libheddle-gpufirst-$*.a $(B)/obj/gpufirst-$*/*.o

$(B)/lib/heddle/libheddle-gpufirst-tsan.a: $(patsubst %.c,$(B)/san/tsan/%.o,$(gf_host))
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# ---- the tree around them, so that build/bin/hdcc works in place

lib64 := libheddle.so libheddle.so.1 libcudart.so libcudart.so.12 libcuda.so libcuda.so.1 \
	libnvidia-ml.so.1
# $(1): where the tree is, $(2): the library's file, $(3): its names
define name_cuda_lib
	@for l in $(3); do ln -sfn ../../lib/$(2) $(1)/nvcc/lib64/$$l; \
		[ $$l = $(2) ] || ln -sfn $(2) $(1)/lib/$$l; done

endef
# $(1): where the tree is
define make_nvcc_tree
	@mkdir -p $(1)/nvcc/bin/crt $(1)/nvcc/lib64/stubs $(1)/nvcc/nvvm/libdevice $(1)/lib
	@ln -sfn ../../bin/hdcc $(1)/nvcc/bin/nvcc
	@ln -sfn ../../bin/hdcc $(1)/nvcc/bin/heddle-link
	@printf '%s\n' '#!/bin/sh' '# the compute capability of the device, for Makefiles' \
		'echo 80' > $(1)/nvcc/bin/__nvcc_device_query
	@chmod +x $(1)/nvcc/bin/__nvcc_device_query
	@ln -sfn lib64 $(1)/nvcc/lib
	@ln -sfn ../../../lib/heddle/device.bc $(1)/nvcc/nvvm/libdevice/libdevice.10.bc
	@printf '%s\n' '{ "cuda": { "name": "Heddle", "version": "$(CUDA_VERSION)" },' \
		'  "cuda_nvcc": { "name": "hdcc", "version": "$(CUDA_VERSION)" } }' \
		> $(1)/nvcc/version.json
	@ln -sfn ../include/heddle $(1)/nvcc/include
	@for l in $(lib64); do ln -sfn ../../lib/libheddle.so.1 $(1)/nvcc/lib64/$$l; done
	$(foreach l,$(cuda_libs),$(call \
		name_cuda_lib,$(1),$(call so,$(l)),$(call so_names,$(l))))
	@ln -sfn ../../lib/heddle/cudart_static.so $(1)/nvcc/lib64/libcudart_static.a
	@cd $(1)/nvcc/lib64 && for l in libcudadevrt.a libculibos.a; do \
		rm -f $$l && $(AR) rcs $$l; done
	@ln -sfn ../../../lib/libheddle.so.1 $(1)/nvcc/lib64/stubs/libcuda.so
	@ln -sfn ../../lib/heddle/cudart_static.so $(1)/nvcc/lib64/libnvidia-ml.so
	@ln -sfn ../libnvidia-ml.so $(1)/nvcc/lib64/stubs/libnvidia-ml.so
endef

# What other build systems look for; every path in them is relative to the file.
# $(1): where the tree is
define make_packages
	@mkdir -p $(1)/lib/cmake/Heddle $(1)/lib/pkgconfig
	@for f in HeddleConfig HeddleConfigVersion; do \
		sed 's/@VERSION@/$(VERSION)/' scripts/$$f.cmake.in > \
			$(1)/lib/cmake/Heddle/$$f.cmake; done
	@sed 's/@VERSION@/$(VERSION)/; s/@NAME@/heddle/' scripts/heddle.pc.in > \
		$(1)/lib/pkgconfig/heddle.pc
	@for f in cuda cudart; do sed "s/@VERSION@/$(CUDA_VERSION)/; s/@NAME@/$$f/" \
		scripts/heddle.pc.in > $(1)/lib/pkgconfig/$$f-12.8.pc; done
endef

$(B)/.tree: Makefile $(wildcard scripts/*.in) | deps-build
	@mkdir -p $(B)/include
	@ln -sfn ../../include $(B)/include/heddle
	$(call make_nvcc_tree,$(B))
	$(call make_packages,$(B))
	@touch $@

share := man/man1 bash-completion/completions zsh/site-functions
install: all      ## install below PREFIX (and DESTDIR)
	@$(MAKE) --no-print-directory install-files
install-files:
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/heddle
	install -m 755 $(bins) $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(addprefix $(B)/lib/,libheddle.so.1 \
		$(foreach l,$(cuda_libs),$(call so,$(l)))) $(DESTDIR)$(PREFIX)/lib
	ln -sf libheddle.so.1 $(DESTDIR)$(PREFIX)/lib/libheddle.so
	install -m 644 $(B)/lib/libheddle.a $(DESTDIR)$(PREFIX)/lib
	install -m 644 $(devlb) $(gflb) $(DESTDIR)$(PREFIX)/lib/heddle
	cp -rP $(wildcard $(B)/lib/heddle/*-linux-gnu) $(DESTDIR)$(PREFIX)/lib/heddle
	cd include && find . -type f ! -name '*.md' -exec \
		install -D -m 644 '{}' '$(abspath $(DESTDIR)$(PREFIX))/include/heddle/{}' ';'
	$(call make_nvcc_tree,$(DESTDIR)$(PREFIX))
	$(call make_packages,$(DESTDIR)$(PREFIX))
	$(Q)$(call static_cudart,$(DESTDIR)$(PREFIX)/lib/heddle/cudart_static.so,$(PREFIX))

	install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,$(share))
	install -m 644 docs/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 scripts/completion/hdcc.bash \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/hdcc
	ln -sf hdcc $(DESTDIR)$(PREFIX)/share/bash-completion/completions/heddle
	install -m 644 scripts/completion/_hdcc \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_hdcc

uninstall:        ## take it away again
	rm -f $(DESTDIR)$(PREFIX)/bin/hdcc $(DESTDIR)$(PREFIX)/bin/heddle
	rm -f $(DESTDIR)$(PREFIX)/lib/libheddle.so.1 $(DESTDIR)$(PREFIX)/lib/libheddle.so
	rm -f $(DESTDIR)$(PREFIX)/lib/libheddle.a
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/lib/,\
		$(foreach l,$(cuda_libs),$(call so_names,$(l))))
	rm -rf $(DESTDIR)$(PREFIX)/lib/heddle $(DESTDIR)$(PREFIX)/include/heddle
	rm -rf $(DESTDIR)$(PREFIX)/nvcc $(DESTDIR)$(PREFIX)/lib/cmake/Heddle
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/share/,$(addprefix man/man1/,hdcc.1 heddle.1) \
		$(addprefix bash-completion/completions/,hdcc heddle) \
		zsh/site-functions/_hdcc)
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/lib/pkgconfig/,heddle.pc cuda-12.8.pc \
		cudart-12.8.pc)

# ---- tests

$(B)/bin/run-tests: $(runner_obj)
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) $(san) -o $@ $^

# What unit tests link, built once for each sanitizer: $(B)/san/asan/runtime.a …
SAN_asan := -fsanitize=address,undefined -fno-sanitize-recover=all
SAN_tsan := -fsanitize=thread
unit_src_runtime := $(rt_src)
unit_src_dev     := $(dev_src)
unit_src_base    := $(call find_c,src/base)
# $(1): sanitizer, $(2): part
define san_library
$(B)/san/$(1)/$(2).a: $$(patsubst %.c,$(B)/san/$(1)/%.o,$$(unit_src_$(2)))
	@rm -f $$@
	$(Q)$(AR) rcs $$@ $$^
sanlibs: $(if $(unit_src_$(2)),$(B)/san/$(1)/$(2).a)
endef
define san_objects
$(B)/san/$(1)/%.o: %.c | deps-build
	@mkdir -p $$(@D)
	@echo "  cc $(1)  $$<"
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -O1 -g -fno-omit-frame-pointer $$(SAN_$(1)) -fPIC \
		-pthread -Iruntime -Iinclude -Isrc $(DEPGEN) -c -o $$@ $$<
endef
$(foreach s,asan tsan,$(eval $(call san_objects,$(s))))
$(eval $(call san_library,asan,runtime))
$(eval $(call san_library,tsan,runtime))
$(eval $(call san_library,asan,dev))
$(eval $(call san_library,asan,base))

# The random kernels of tests/gen; prelude.cuh is text in the generator.
$(B)/obj/tests/gen/prelude.inc: tests/gen/prelude.cuh
	@mkdir -p $(@D)
	@sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' $< > $@
$(B)/obj/tests/gen/kernels.o: $(B)/obj/tests/gen/prelude.inc
$(B)/obj/tests/gen/%.o: tests/gen/%.c | deps-build
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(CC) -std=c11 $(CFLAGS) $(WARN) -I$(B)/obj/tests/gen $(DEPGEN) -c -o $@ $<
$(B)/bin/gen-kernels: $(call obj,$(wildcard tests/gen/*.c))
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) -o $@ $^

# How exact device functions are; math-floats without -s tries every float.
$(B)/bin/math-floats: tests/math/floats.c $(call obj,$(host_math)) | deps-build
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) -std=c11 -O2 $(WARN) -ffp-contract=off -o $@ $^ -lm

$(B)/bin/math-doubles: tests/math/doubles.c $(call obj,$(host_math)) | deps-build
	$(Q)$(CC) -std=gnu11 -O2 $(WARN) -ffp-contract=off -o $@ $^ -lmpfr -lgmp -lm

tests-ready: deps all $(B)/bin/run-tests $(B)/bin/gen-kernels $(B)/bin/math-floats \
	$(B)/bin/bench sanlibs

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

$(B)/obj/bench/%.o: bench/%.c | deps-build
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE $(CFLAGS) $(WARN) $(DEPGEN) -c -o $@ $<
$(B)/bin/bench: $(call obj,$(bench_src))
	@mkdir -p $(@D)
	@echo "  link    $@"
	$(Q)$(CC) -o $@ $^ -lm

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

-include $(shell find $(B)/obj $(B)/san $(B)/cross -name '*.d' 2>/dev/null)
