# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# For guest cases.  A case is a sh script (busybox) guest/case-NAME that begins
# with ". /guest/lib.sh".  It reports with ok, is, check...; the plan and the
# exit status come by themselves when it ends, and a case that dies half way
# fails.  What it prints is shown when it fails (or with run --text); what it
# leaves in /out is handed to the host.

TESTS=0
FAILED=0
DEBUGFS=/sys/kernel/debug/reclaimwatch
SYSFS=/sys/kernel/reclaimwatch

tap() {
	echo "$*" >&3
}

diag() {
	for line in "$@"; do
		echo "$line" | sed 's/^/# /' >&3
	done
}

ok() {
	TESTS=$((TESTS + 1))
	tap "ok $TESTS - $1"
}

# not_ok WHAT [DIAGNOSTIC...]
not_ok() {
	TESTS=$((TESTS + 1))
	FAILED=$((FAILED + 1))
	tap "not ok $TESTS - $1"
	shift
	diag "$@"
}

skip() {
	TESTS=$((TESTS + 1))
	tap "ok $TESTS - $1 # SKIP $2"
}

# is WHAT GOT WANTED
is() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1" "got $2, wanted $3"
	fi
}

# check WHAT COMMAND...: the command's status decides.  It runs in this very
# shell, so it may set variables and wait for children.
check() {
	check_what=$1
	shift
	if "$@" >/tmp/check.out 2>&1; then
		ok "$check_what"
	else
		not_ok "$check_what" "$* failed" "$(cat /tmp/check.out)"
	fi
}

# at_least WHAT GOT MINIMUM
at_least() {
	if [ "${2:-0}" -ge "$3" ] 2>/dev/null; then
		ok "$1"
	else
		not_ok "$1" "got $2, wanted at least $3"
	fi
}

finish() {
	status=$?
	if [ $status -ne 0 ]; then
		not_ok "the case ran to its end" "it ended with status $status"
	fi
	tap "1..$TESTS"
	[ $FAILED -eq 0 ] || exit 1
	exit 0
}
trap finish EXIT

# load_mod NAME [PARAMETER=VALUE...]
load_mod() {
	name=$1
	shift
	insmod "/modules/$name.ko" "$@"
}

unload_mod() {
	rmmod "$1"
}

# What a module that has gone must not leave: one line for each find.
left_behind() {
	ls -d "$DEBUGFS" "$SYSFS" /sys/module/reclaimwatch 2>/dev/null
	grep -m 3 -F '[reclaimwatch]' /proc/kallsyms
	grep rwatch_ /sys/kernel/debug/kprobes/list
	awk '/reclaimwatch/' /proc/vmallocinfo
}

# The kernel log since the mark.
dmesg_mark() {
	MARK="rwatch mark $(cut -d' ' -f1 /proc/uptime)"
	echo "$MARK" >/dev/kmsg
}

dmesg_since() {
	# tests/vm/run says why not the latter.
	dmesg | sed "1,/$MARK/d" | sed '/vmemmap alloc failure/,/Mem-Info/d'
}

# dmesg_clean WHAT: no sign of trouble since dmesg_mark, and the mark itself is
# still there, so that nothing can have scrolled away.
dmesg_clean() {
	if ! dmesg | grep -q "$MARK"; then
		not_ok "$1" "the kernel log has lost its beginning"
	elif trouble=$(dmesg_since | grep -E 'BUG:|WARNING:|Oops|Call Trace|Kernel panic|possible .* lock|stall|refcount_t|reclaimwatch: (error|failed)'); then
		not_ok "$1" "$trouble"
	else
		ok "$1"
	fi
}

# read_value FILE SECTION NAME: a value from the module's debugfs text, such as
# read_value zones "zone 0 DMA32" raised_pages, or read_value about "" since_ns.
read_value() {
	read_value_in "$DEBUGFS/$1" "$2" "$3"
}

read_value_in() {
	awk -v section="$2" -v name="$3" '
		/^[^ ]/ { here = section == $0 || (section == "" && !/^(zone|node|probe) /) }
		here && $1 == name { print $2; found = 1; exit }
		END { exit !found }' "$1"
}

# sum_value FILE NAME: summed over all sections, n/a left out.  busybox awk keeps %d to 32 bits.
sum_value() {
	awk -v name="$2" '$1 == name && $2 != "n/a" { sum += $2 } END { printf "%.0f\n", sum }' "$DEBUGFS/$1"
}

memory_blocks() {
	ls -d /sys/devices/system/memory/memory*
}

# plug_memory N: has the host plug in the Nth of its --hot-add memory, and waits
# until the kernel has found it.  Prints the memory blocks that are new.
plug_memory() {
	local dir tries=0

	memory_blocks >/tmp/blocks
	for dir in /sys/class/virtio-ports/*; do
		[ "$(cat "$dir/name")" != rwatch.ask ] || echo "plug $1" >"/dev/${dir##*/}"
	done
	while memory_blocks | cmp -s - /tmp/blocks; do
		tries=$((tries + 1))
		[ $tries -lt 300 ] || return 1
		sleep 0.1
	done
	sleep 1 # they come one by one
	memory_blocks | grep -vxFf /tmp/blocks
}

mem_mb() {
	awk -v name="$1:" '$1 == name { printf "%d\n", $2 / 1024 }' /proc/meminfo
}

vmstat() {
	awk -v name="$1" '$1 == name { print $2 }' /proc/vmstat
}

# fs_mark_start FILES [DIRECTORIES]: that many files of 4 kB in the background,
# one thread to a directory, kept on the disk.
fs_mark_start() {
	fs_mark_dirs=${2:-4}
	fs_mark_loop=1000
	fs_mark_loops=$((($1 + fs_mark_dirs * fs_mark_loop - 1) / (fs_mark_dirs * fs_mark_loop)))
	set -- -S 0 -s 4096 -k -n $fs_mark_loop -L $fs_mark_loops -l /tmp/fs_mark.log
	fs_mark_nr=$((${fs_mark_nr:-0} + 1))
	i=0
	while [ $i -lt "$fs_mark_dirs" ]; do
		mkdir -p "/mnt/run$fs_mark_nr.$i"
		set -- "$@" -d "/mnt/run$fs_mark_nr.$i"
		i=$((i + 1))
	done
	fs_mark "$@" >/tmp/fs_mark.out 2>&1 3>&- &
	FS_MARK_PID=$!
}

# A zombie has ended, though nobody has waited for it.
fs_mark_running() {
	grep -q '^State:.[^XZ]' "/proc/$FS_MARK_PID/status" 2>/dev/null
}

fs_mark_wait() {
	wait "$FS_MARK_PID"
}

# fs_mark_run FILES [DIRECTORIES]: the same in the foreground.
fs_mark_run() {
	fs_mark_start "$@"
	fs_mark_wait
}

# Files on the test disk.
files_done() {
	stat -f -c '%c %d' /mnt | awk '{ print $1 - $2 }'
}
