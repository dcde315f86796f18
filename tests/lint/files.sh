# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Which files the lints look at.

# Everything that belongs to the project: tracked, or new and not ignored.  A
# release tarball has no git; there, everything that is not built.
project_files()
{
	if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
		git ls-files -co --exclude-standard
	else
		find . -type f ! -path './.git/*' ! -path './dist/*' ! -name '*.o' ! -name '*.ko' ! -name '*.mod' \
			! -name '*.mod.c' ! -name '.*.cmd' ! -name modules.order \
			! -name Module.symvers -printf '%P\n'
	fi | while read -r file; do
		[ ! -f "$file" ] || echo "$file"
	done | sort
}

# Captured or expected output is data: its bytes are what they are.
source_files()
{
	project_files | grep -vE '^COPYING$|^tests/.*/(data|golden|captures|fixtures)/'
}

text_files()
{
	source_files | grep -vE '\.(png|svg|gz|xz|bin|rw)$'
}

kernel_c()
{
	source_files | grep -E '^(module|tests/(referee|refuse|provoke)|include)/.*\.(c|h|def)$' || true
}

user_c()
{
	source_files | grep -E '^(user|tests)/.*\.(c|h)$' | grep -vE '^tests/(referee|refuse|provoke)/|\.skel\.h$' || true
}

# By what they say they are, not by name.
shell_scripts()
{
	source_files | while read -r file; do
		if head -n 1 "$file" | grep -qE '^#! ?/(usr/)?bin/(env )?(ba|da)?sh'; then
			echo "$file"
		elif head -n 3 "$file" | grep -q '^# shellcheck shell='; then
			echo "$file"
		fi
	done
}
