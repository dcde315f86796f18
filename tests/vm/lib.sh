# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
#
# Shared by the scripts in tests/vm: the cache, locks, progress, errors.

# Exit status for "the archive no longer has this": a reason to skip, not to fail.
RWATCH_VANISHED=77

VM_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck disable=SC2034 # used by the scripts that source this file
TOP_DIR=$(cd "$VM_DIR/../.." && pwd)
CACHE=${RWATCH_CACHE:-${XDG_CACHE_HOME:-${HOME:?is not set; set RWATCH_CACHE to a folder for downloads}/.cache}/reclaimwatch}
# The clock of the outermost script, so that nested ones count from its start.
export RWATCH_T0=${RWATCH_T0:-$EPOCHREALTIME}

export LC_ALL=C
umask 022

# Seconds since the outermost script began, one decimal.
elapsed() {
	local us=$((${EPOCHREALTIME/./} - ${RWATCH_T0/./}))

	printf '%d.%d' $((us / 1000000)) $((us % 1000000 / 100000))
}

# Progress goes to stderr; stdout is for results.
say() {
	printf '[%6s s] %s\n' "$(elapsed)" "$*" >&2
}

# One sentence, then out.  die [-STATUS] SENTENCE
die() {
	local status=1

	case $1 in
	-[0-9]*)
		status=${1#-}
		shift
		;;
	esac
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit "$status"
}

# at_exit COMMAND...: what to do on the way out, last thing first.  An interrupt is a way out too.
AT_EXIT=()
CHILDREN=()
at_exit() {
	AT_EXIT=("$(printf '%q ' "$@")" "${AT_EXIT[@]}")
}
# Seconds a child gets to end by itself before it is killed.  Scripts like this
# one have children of their own to end.
GRACE=20
end_child() {
	local tries=$((GRACE * 10))

	kill "$1" 2>/dev/null || return 0
	while kill -0 "$1" 2>/dev/null && [ $tries -gt 0 ]; do
		sleep 0.1
		tries=$((tries - 1))
	done
	kill -KILL "$1" 2>/dev/null || true
	wait "$1" 2>/dev/null || true
}
leave() {
	local pid command

	trap '' INT TERM HUP
	for pid in "${CHILDREN[@]}"; do
		end_child "$pid"
	done
	for command in "${AT_EXIT[@]}"; do
		eval "$command" || true
	done
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# child COMMAND...: runs it so that a signal to this script is not kept waiting,
# and ends it when this script ends.  A script of this folder also hears of it
# when this one is killed outright.
child() {
	local pid status=0

	case $1 in
	"$VM_DIR"/*) set -- setpriv --pdeathsig TERM "$@" ;;
	esac
	"$@" </dev/null &
	pid=$!
	CHILDREN+=("$pid")
	wait "$pid" || status=$?
	forget "$pid"
	return "$status"
}

# contained COMMAND...: in namespaces of its own, so that all of it ends, and
# nothing stays mounted, when its first process is killed.  Replaces the shell:
# only for child and run_logged.
contained() {
	local propagation=private

	# Inside a chroot there is no mount to make private.
	unshare --mount --propagation private true 2>/dev/null || propagation=unchanged
	exec unshare --mount --propagation $propagation --pid --fork --kill-child --mount-proc "$@"
}

# An ended child's number may be another process's from now on.
forget() {
	local i

	for i in "${!CHILDREN[@]}"; do
		[ "${CHILDREN[i]}" != "$1" ] || unset "CHILDREN[i]"
	done
}

need_root() {
	[ "$(id -u)" -eq 0 ] || die "root is needed to $1; run it as root, for example with sudo."
}

# free_mb FOLDER: the folder need not exist yet.
free_mb() {
	local dir=$1

	while [ ! -d "$dir" ]; do
		dir=$(dirname "$dir")
	done
	df -Pm "$dir" | awk 'NR == 2 { print $4 }'
}

# need_space FOLDER MB PURPOSE
need_space() {
	local free hint=''

	free=$(free_mb "$1")
	[ "$1" != "$CACHE" ] || hint=", or set RWATCH_CACHE to a folder on another disk"
	[ "$free" -ge "$2" ] ||
		die "the disk is too full to $3: there are $free MB free for $1 and $2 MB are needed; free some$hint."
}

# lock NAME: held until this script exits, however it exits.
lock() {
	local file=$CACHE/locks/$1 fd

	mkdir -p "$CACHE/locks" || die "the cache folder $CACHE cannot be written."
	exec {fd}>"$file" || die "the cache folder $CACHE cannot be written."
	if ! flock -n "$fd"; then
		say "waiting for another run that is busy with $1"
		flock "$fd"
	fi
}

# Anything half made is made under a name from here and renamed when whole.
# What a killed run left is removed by the next one that holds the lock.
remove_partial() {
	local path

	for path in "$1".partial.*; do
		[ ! -e "$path" ] || rm -rf --one-file-system "$path"
	done
}

size_mb() {
	du -sm "$1" 2>/dev/null | cut -f1 || true
}

# run_logged WHAT LOG GROWING COMMAND...: keeps the output in LOG and prints a
# line now and then with the size of GROWING (a file or folder, or -).
run_logged() {
	local what=$1 log=$2 growing=$3 started=$SECONDS beat status=0

	shift 3
	heartbeat "$what" "$growing" "$started" &
	beat=$!
	CHILDREN+=("$beat")
	child "$@" >"$log" 2>&1 || status=$?
	kill "$beat" 2>/dev/null || true
	wait "$beat" 2>/dev/null || true
	forget "$beat"
	return "$status"
}

heartbeat() {
	local what=$1 growing=$2 started=$3 nap

	trap - EXIT
	trap 'kill "$nap" 2>/dev/null; exit 0' TERM
	while :; do
		sleep 10 &
		nap=$!
		wait "$nap"
		# In case the script was killed outright.
		kill -0 $$ 2>/dev/null || exit 0
		if [ "$growing" = - ]; then
			say "  still busy: $what ($((SECONDS - started)) s)"
		else
			say "  still busy: $what ($((SECONDS - started)) s, $(size_mb "$growing") MB so far)"
		fi
	done
}

# Adds up what apt said it fetched in LOG, in kB, and books it in the tally
# file of the outermost script.
book_download() {
	local kb

	kb=$(awk '
		# mmdebstrap may print the same line twice.
		/^Fetched [0-9.,]+ [kMG]?B in/ && $0 != last {
			last = $0
			n = $2; gsub(",", "", n)
			f = $3 == "GB" ? 1e6 : $3 == "MB" ? 1e3 : $3 == "kB" ? 1 : 1e-3
			sum += n * f
		}
		END { printf "%d", sum }' "$1")
	if [ -n "${RWATCH_TALLY:-}" ]; then
		echo "$kb" >>"$RWATCH_TALLY"
	fi
	printf '%d.%d' $((kb / 1000)) $((kb % 1000 / 100))
}

# die_if_full WHAT LOG: when WHAT failed for want of space.  The log may lie on
# the same full disk and break off before it says so.
die_if_full() {
	if [ "$(free_mb "$CACHE")" -lt 5 ] ||
		grep -qiE 'no space left|not enough free space|disk quota' "$2" 2>/dev/null; then
		die "the disk is full, $1 failed; free some space or set RWATCH_CACHE to a folder on another disk."
	fi
}

# apt_failed LOG WHAT: turns apt's log into one sentence and leaves.
apt_failed() {
	local log=$1 what=$2 line

	die_if_full "$what" "$log"
	if grep -qiE 'could not resolve|temporary failure|could(n.t| not) connect|unable to connect|network is unreachable|connection (refused|timed out|failed|reset)|no route to host|cannot initiate the connection|could not handshake' "$log"; then
		die "no network, $what failed: the package archive cannot be reached."
	fi
	line=$(grep -m1 -E '^E: ' "$log" || tail -n 1 "$log")
	die "$what failed: ${line#E: } (log: $log)"
}
