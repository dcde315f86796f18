# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# For the steps.  A step reports with is and check; the plan and the exit status
# come by themselves when it ends, and one that dies half way fails.
# shellcheck disable=SC1091
. /repo/image.env

tests=0
failed=0

# point RESULT WHAT [DIAGNOSTIC...]
point()
{
	tests=$((tests + 1))
	[ "$1" = ok ] || failed=$((failed + 1))
	echo "$1 $tests - $2" >&3
	shift 2
	[ $# = 0 ] || printf '%s\n' "$@" | sed 's/^/# /' >&3
}

# is WHAT GOT WANTED
is()
{
	if [ "$2" = "$3" ]; then
		point ok "$1"
	else
		point "not ok" "$1" "got \"$2\", wanted \"$3\""
	fi
}

# check WHAT COMMAND...: what it prints is kept in /run/out.
check()
{
	local what="$1"

	shift
	echo "+ $*"
	if "$@" >/run/out 2>&1; then
		point ok "$what"
	else
		point "not ok" "$what" "$* failed:" "$(tail -n 20 /run/out)"
	fi
	cat /run/out
}

# ends WHAT STATUS COMMAND...: the command's exit status.  What it prints is kept in /run/out.
ends()
{
	local what="$1" wanted="$2" status=0

	shift 2
	echo "+ $*"
	"$@" >/run/out 2>&1 || status=$?
	cat /run/out
	if [ "$status" = "$wanted" ]; then
		point ok "$what"
	else
		point "not ok" "$what" "$* ended with $status, not $wanted:" "$(tail -n 20 /run/out)"
	fi
}

# says WHAT PATTERN: a line of /run/out matches.
says()
{
	if grep -qE "$2" /run/out; then
		point ok "$1"
	else
		point "not ok" "$1" "no line matches \"$2\":" "$(tail -n 20 /run/out)"
	fi
}

# Every path that no installed package owns and that is not a log, a cache or this
# test's own.  What dkms keeps from its first use on is dkms's: the key it signs with.
listing()
{
	cat /var/lib/dpkg/info/*.list | sed -E 's,^/(bin|sbin|lib|lib64)/,/usr/\1/,' | sort -u >/run/owned
	find / -xdev \( -path /tmp -o -path /var/tmp -o -path /var/log -o -path /var/cache \
		-o -path /var/lib/apt -o -path /var/backups -o -path "$kept" -o -path /var/lib/systemd \) -prune -o \
		\( ! -path '/var/lib/dkms/mok.*' ! -path '/var/lib/dpkg/*-old' ! -path '/var/lib/dpkg/triggers/*' \
		! -path '/var/lib/dpkg/info/*' -o -name '*reclaimwatch*' \) -print | sort | comm -23 - /run/owned
}

# The module as DKMS knows it, one kernel a line.
dkms_says()
{
	dkms status -m reclaimwatch | sort
}

built_for()
{
	echo "reclaimwatch/$version, $1, x86_64: installed"
}

finish()
{
	status=$?
	[ $status = 0 ] || point "not ok" "the step ran to its end" "it ended with status $status"
	echo "1..$tests" >&3
	[ $failed = 0 ] || exit 1
}
trap finish EXIT
set -u
