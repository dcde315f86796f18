#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# ask.sh RELEASE QUESTIONS OUTPUT COMPILER FLAG...: asks the compiler every
# question in the folder QUESTIONS about the kernel RELEASE, with the flags that
# the module is compiled with, and writes what it says to OUTPUT/conf.h.  README
# says what a question looks like.
#
# What the compiler printed stays in OUTPUT/<question>.log.
set -eu

release=$1 questions=$2 out=$3
shift 3

# stop LOG SENTENCE: ends the build, with what the compiler objected to.
stop()
{
	{
		echo "reclaimwatch: error: $2"
		grep -E ': (fatal )?error|not found|unrecognized' "$1" | head -n 8 | sed 's/^/    /' || true
		echo "reclaimwatch: all that the compiler said is in $(cd "$out" && pwd)/${1##*/}"
	} >&2
	exit 1
}

# compiles FILE ANSWER COMPILER FLAG...: appends to $log.
compiles()
{
	source=$1 variant=$2 status=0
	shift 2
	{
		echo "--- $variant"
		# A changed prototype has to be an error, whatever the flags make of it.
		set -- "$@" -Werror=incompatible-pointer-types -Werror=implicit-function-declaration \
			-fsyntax-only "-DRWATCH_ASK_$variant" "$source"
		echo "$*"
		"$@" || status=$?
		echo "status $status"
	} >>"$log" 2>&1
	return "$status"
}

# line KEY FILE: what the question's head says after KEY.
line()
{
	sed -n "s/^ \\* $1: //p" "$2"
}

# begin_log FILE: sets name and log.
begin_log()
{
	name=${1##*/}
	name=${name%.c}
	log=$out/$name.log
	: >"$log"
}

# Before any answer is believed: the compiler says yes to what is right, and no
# to what is not.
prove_sanity()
{
	begin_log "$questions/sanity.c"
	compiles "$questions/sanity.c" RIGHT "$@" ||
		stop "$log" "the compiler cannot compile the simplest module for kernel $release."
	for wrong in $(line wrong "$questions/sanity.c"); do
		! compiles "$questions/sanity.c" "$wrong" "$@" ||
			stop "$log" "the compiler accepts what is wrong ($wrong in module/conf/sanity.c), so that it cannot tell what kernel $release has."
	done
}

# answer FILE COMPILER FLAG...: prints the first answer that compiles.
answer()
{
	question=$1
	shift
	begin_log "$question"
	for candidate in $(line answers "$question"); do
		if compiles "$question" "$candidate" "$@"; then
			echo "#define RWATCH_CONF_$(echo "$name" | tr '[:lower:]' '[:upper:]')_$candidate 1"
			return
		fi
	done
	stop "$log" "kernel $release has an unknown $(line question "$question"); module/conf/$name.c and module/compat.h need to learn it."
}

mkdir -p "$out"
rm -f "$out"/*.log "$out/conf.h"
prove_sanity "$@"
{
	echo "/* What the compiler said about kernel $release; made by module/conf/ask.sh. */"
	for file in "$questions"/*.c; do
		[ "${file##*/}" = sanity.c ] || answer "$file" "$@"
	done
} >"$out/conf.h.new"
mv "$out/conf.h.new" "$out/conf.h"
