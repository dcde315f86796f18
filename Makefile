# SPDX-License-Identifier: GPL-2.0
# For people: "make help".  The kernel's build system reads Kbuild instead.

VERSION := $(shell sed -n 's/^.define RWATCH_VERSION "\(.*\)"/\1/p' include/reclaimwatch/version.h)

# The kernel to build for.  KVER picks another installed kernel; KDIR any build tree.
ifdef KDIR
KVER ?= $(shell cat $(KDIR)/include/config/kernel.release 2>/dev/null)
else
KVER ?= $(shell uname -r)
KDIR := /lib/modules/$(KVER)/build
endif

PREFIX  ?= /usr/local
DESTDIR ?=
# auto: DKMS if it is installed; yes: insist on it; no: plain modules_install
DKMS    ?= auto

ifeq ($(V),1)
Q :=
say = @:
KFLAGS := V=1
else
Q := @
say = @printf '  %-8s%s\n'
KFLAGS := -s
MAKEFLAGS += --no-print-directory
endif

export VERSION KVER KDIR PREFIX DESTDIR DKMS

.DELETE_ON_ERROR:
.PHONY: all tool module headers install uninstall check check-fast check-matrix check-packages deb unit lint vm demo clean help

# The tool first, and alone: it needs no kernel headers, so it is there to use
# even where the module cannot be built.
all:
	$(Q)$(MAKE) tool
	$(Q)$(MAKE) module

tool:
	$(say) TOOL user/reclaimwatch
	$(Q)$(MAKE) -C user

module: headers
	$(say) MODULE "module/reclaimwatch.ko for $(KVER)"
	$(Q)$(MAKE) $(KFLAGS) -C $(KDIR) M=$(CURDIR) modules

headers:
	@scripts/need-headers "$(KDIR)" "$(KVER)"

# Said to be recursive (+) because it runs the kernel's make.
install: tool
	$(Q)+scripts/install install

uninstall:
	$(Q)scripts/install uninstall

check:
	$(Q)tests/check

check-fast:
	$(Q)tests/check unit lint

check-matrix:
	$(Q)tests/check matrix broken

check-packages:
	$(Q)tests/check packages

deb:
	$(say) DEB dist
	$(Q)V=$(V) scripts/deb

unit:
	$(Q)tests/check unit

lint:
	$(Q)tests/check lint

vm:
	$(Q)tests/check vm

demo:
	$(Q)tests/vm/demo

# By pattern, not through the kernel's build system: works without headers too.
clean:
	$(say) CLEAN module user tests
	$(Q)find . -path ./.git -prune -o -type f \( -name '*.ko' -o -name '*.o' -o -name '*.mod' \
		-o -name '*.mod.c' -o -name '.*.cmd' -o -name '.*.o.d' -o -name modules.order \
		-o -name Module.symvers \) -exec rm -f {} +
	$(Q)rm -rf .tmp_versions module/generated dist
	$(Q)if [ -f user/Makefile ]; then $(MAKE) -C user clean; fi
	$(Q)if [ -f tests/unit/Makefile ]; then $(MAKE) -C tests/unit clean; fi

help:
	@echo 'make             the tool, then the module for the running kernel'
	@echo 'make tool        only the tool (user/reclaimwatch)'
	@echo 'make module      only the module (module/reclaimwatch.ko)'
	@echo 'make demo        a VM with a Debian kernel, fs_mark filling its memory, and the report'
	@echo 'make check       everything: unit, lint, install and VM tests'
	@echo 'make check-fast  unit and lint; also: make unit, make lint, make vm'
	@echo 'make check-matrix  the module on every kernel that Debian has; takes hours'
	@echo 'make check-packages  the Debian packages, installed in Debian 12 and 13; takes an hour'
	@echo 'make deb         the Debian packages, in dist/'
	@echo 'make install     the module (through DKMS if there) and the tool; needs root'
	@echo 'make uninstall   takes all of that away again'
	@echo 'make clean       removes what was built here'
	@echo
	@echo 'KVER=...         build for another installed kernel (now: $(KVER))'
	@echo 'KDIR=...         build against this kernel build tree (now: $(KDIR))'
	@echo 'DKMS=auto|yes|no how to install the module; PREFIX, DESTDIR: where the tool goes'
	@echo 'V=1              show every command'
