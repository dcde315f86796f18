# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Tests that speak TAP.  Source this, call tap_test for each test, then tap_end.
#
#   tap_test "name" function [argument...]
#
# The function runs in a subshell.  It returns 0 if the test passed, anything
# else if it failed; "skip reason" ends it as not run.  What it prints is shown,
# as diagnostics, only when it failed (or always, with V=1).

tap_count=0
tap_failed=0
# Only tests whose name is in this list are run, if it is not empty.
tap_only=()

skip()
{
	echo "$*" >"$tap_tmp/skip"
	exit 77
}

tap_begin()
{
	tap_tmp=$(mktemp -d)
	trap 'rm -rf "$tap_tmp"' EXIT
}

tap_wanted()
{
	local name

	[ "${#tap_only[@]}" -gt 0 ] || return 0
	for name in "${tap_only[@]}"; do
		[ "$name" != "$1" ] || return 0
	done
	return 1
}

tap_test()
{
	local tap_name=$1 tap_status

	shift
	tap_wanted "$tap_name" || return 0
	tap_count=$((tap_count + 1))
	rm -f "$tap_tmp/skip"
	# Not "(...) || status=$?": that would switch set -e off in the function.
	set +e
	(set -e; "$@") >"$tap_tmp/output" 2>&1 </dev/null
	tap_status=$?
	set -e

	if [ "$tap_status" = 77 ] && [ -s "$tap_tmp/skip" ]; then
		echo "ok $tap_count - $tap_name # SKIP $(cat "$tap_tmp/skip")"
		return
	fi
	if [ "$tap_status" = 0 ]; then
		echo "ok $tap_count - $tap_name"
		[ "${V:-0}" = 1 ] || sed -n 's/^warning: /# &/p' "$tap_tmp/output"
	else
		tap_failed=$((tap_failed + 1))
		echo "not ok $tap_count - $tap_name"
	fi
	if [ "$tap_status" != 0 ] || [ "${V:-0}" = 1 ]; then
		tail -n "${TAP_LINES:-60}" "$tap_tmp/output" | sed 's/^/#   /'
	fi
}

# A misspelt test name is an error, not a run of nothing.
tap_end()
{
	echo "1..$tap_count"
	if [ "$tap_count" = 0 ]; then
		echo "no test is called: ${tap_only[*]}" >&2
		exit 1
	fi
	[ "$tap_failed" = 0 ]
}
