# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The manual and the completion against the code.  Sourced by run.
. tests/lib/completion.sh

manual=user/man/reclaimwatch.8

# What scripts/values-doc has put into the manual.
manual_block()
{
	sed -n '/^\.\\" BEGIN GENERATED/,/^\.\\" END GENERATED/p' "$manual" | sed '1d; $d'
}

# Leaves what the tool's --help says now in $tap_tmp/help.
ask_help()
{
	need gcc
	need pkg-config
	pkg-config --exists libbpf jansson ncursesw zlib || skip "libbpf, jansson, ncurses or zlib is not installed"
	built=$tap_tmp/tool/reclaimwatch
	make -s --no-print-directory -C user O="$tap_tmp/tool" CFLAGS=-O0 || return
	"$built" --help >"$tap_tmp/help"
}

# help_names PART WHAT: what --help lists in its part 1 (commands), 2 (options) or 3 (exit
# codes, with their text).  Fails, and calls it WHAT, if there is none.
help_names()
{
	awk -F '  +' -v n="$1" '/^$/ { part++ }
		part == n && /^  [^ ]/ { print $2 (n == 3 ? " " $3 : ""); found = 1 }
		END { exit !found }' "$tap_tmp/help" && return
	echo "reclaimwatch --help lists no $2" >&2
	return 1
}

# manual_names SECTION [text]: what is tagged there, without markup; with "text" the
# line after each tag too.
manual_names()
{
	awk -v section=".SH $1" -v text="${2:-}" '
		/^\.SH/ { here = $0 == section }
		here && line == 1 { tag = $0; sub(/^\.[A-Z]+ /, "", tag); gsub(/["\\]/, "", tag)
			gsub(/ +/, " ", tag) }
		here && line == (text ? 2 : 1) { print tag (text ? " " $0 : "") }
		{ line = /^\.TP/ ? 1 : line ? line + 1 : 0 }' "$manual"
}

# same WHAT FILE: the lines on stdin are those of --help in FILE.
same()
{
	diff -u --label "$1" --label "reclaimwatch --help" - "$2"
}

# "MARKUP NAME" of what users meet of the module: files, parameters, states of probes.
module_names()
{
	sed -nE 's,.*debugfs_create_file\("([a-z_]+)".*,.I /sys/kernel/debug/reclaimwatch/\1,p' \
		module/debugfs.c
	sed -nE 's,.*\[RW_FILE_[A-Z]+\] = \{ "([a-z]+)".*,.I /sys/kernel/debug/reclaimwatch/\1,p' \
		user/snapshot.c
	sed -nE 's|.*= CLAMP_ATTR\(([a-z_]+),.*|.I /sys/kernel/reclaimwatch/\1|p' module/sysfs_clamp.c
	sed -nE 's/^module_param\(([a-z_]+),.*/.B \1/p' module/*.c
	sed -nE 's/^#define RWATCH_WORD_[A-Z]+\s+"([a-z]+)"/.B \1/p' include/reclaimwatch/schema.h
}

# What trace has in JSON, and its kinds of events.
trace_names()
{
	sed -nE 's/^\tX\([A-Z_]+, "[a-z_]+", "([a-z_]+)"\).*/\1/p
		s/^\tX\([A-Z_]+, "([a-z]+)", [A-Z]+, ".*/\1/p' user/trace.h
}

# The names on stdin that the section $1 of the manual lacks.
not_in_section()
{
	sed -n "/^\.SH $1\$/,/^\.SH/p" "$manual" >"$tap_tmp/section"
	while read -r name; do
		grep -qwF -- "$name" "$tap_tmp/section" || echo "$name"
	done
}

lint_manual()
{
	local bad=0 markup name

	ask_help
	help_names 1 commands >"$tap_tmp/said" || bad=1
	manual_names COMMANDS | same "$manual, COMMANDS" "$tap_tmp/said" || bad=1
	help_names 2 options >"$tap_tmp/said" || bad=1
	manual_names OPTIONS | same "$manual, OPTIONS" "$tap_tmp/said" || bad=1
	help_names 3 "exit codes" >"$tap_tmp/said" || bad=1
	manual_names "EXIT STATUS" text | same "$manual, EXIT STATUS" "$tap_tmp/said" || bad=1
	while read -r markup name; do
		grep -qxF "$markup $name" "$manual" && continue
		echo "$manual: lacks $name"
		bad=1
	done < <(module_names)
	[ "$(trace_names | wc -l)" -ge 30 ] || { echo "user/trace.h: no names found" && bad=1; }
	trace_names | not_in_section TRACE >"$tap_tmp/said"
	sed "s,^,$manual TRACE: lacks ," "$tap_tmp/said"
	[ ! -s "$tap_tmp/said" ] || bad=1
	return $bad
}

lint_manual_mandoc()
{
	need mandoc
	mandoc -T lint "$manual"
}

lint_manual_groff()
{
	need man
	LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -Tutf8 -Z -l "$manual" 2>"$tap_tmp/groff" >/dev/null
	sed "s,<standard input>,$manual," "$tap_tmp/groff"
	[ ! -s "$tap_tmp/groff" ]
}

lint_completion()
{
	local bad=0 command arguments

	ask_help
	. user/completion/reclaimwatch.bash
	help_names 1 commands | sed 's/ .*//' | sort >"$tap_tmp/said" || bad=1
	offered "$built" "" | same "offered as commands" "$tap_tmp/said" || bad=1
	help_names 2 options | sed 's/ .*//' | sort >"$tap_tmp/said" || bad=1
	offered "$built" -- | same "offered as options" "$tap_tmp/said" || bad=1
	while read -r command arguments; do
		# Only words that are to be typed as they are.
		[[ $arguments == [a-z]* ]] || continue
		tr '|' '\n' <<<"$arguments" | sort >"$tap_tmp/said"
		offered "$built" "$command" "" | same "offered after $command" "$tap_tmp/said" || bad=1
	done < <(help_names 1 commands)
	return $bad
}
