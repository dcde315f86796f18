# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# For cases that compare with the kernel's own counts, and read the tables of rows.

vmstat_mark() {
	cat /proc/vmstat >/tmp/vmstat.before
}

# take_snapshot: the kernel's counts and all files of the module, from one moment: taken
# again if anything was reclaimed meanwhile.  From then on they are read instead of the
# live ones, and handed to the host.
take_snapshot() {
	local before file tries=0

	mkdir -p /out/snapshot
	while [ $tries -lt 30 ]; do
		before=$(reclaim_counts)
		cat /proc/vmstat >/tmp/vmstat.after
		for file in "$DEBUGFS"/*; do
			cat "$file" >"/out/snapshot/${file##*/}"
		done
		if [ "$(reclaim_counts)" = "$before" ]; then
			cp /tmp/vmstat.before /tmp/vmstat.after /out
			DEBUGFS=/out/snapshot
			return 0
		fi
		tries=$((tries + 1))
		sleep 1
	done
	return 1
}

# What a run of reclaim moves.
reclaim_counts() {
	grep -E '^(pageoutrun|allocstall|pgscan|pgsteal|slabs_scanned|compact_)' /proc/vmstat
}

# grown NAME: by how much it has grown from vmstat_mark to the snapshot.
grown() {
	awk -v name="$1" '$1 == name { if (NR == FNR) before = $2; else print $2 - before }' \
		/tmp/vmstat.before /tmp/vmstat.after
}

# grown_all PREFIX: the same, summed over all names that begin so.
grown_all() {
	awk -v prefix="$1" 'index($1, prefix) == 1 { sum += NR == FNR ? -$2 : $2 } END { print sum + 0 }' \
		/tmp/vmstat.before /tmp/vmstat.after
}

mglru() {
	case $(cat /sys/kernel/mm/lru_gen/enabled 2>/dev/null) in
	'') echo absent ;;
	0x0000) echo off ;;
	*) echo on ;;
	esac
}

# Asleep: the kernel's count of passes stands still for two seconds.
wait_for_kswapd() {
	local before tries=0

	while [ $tries -lt 60 ]; do
		before=$(vmstat pageoutrun)
		sleep 2
		[ "$(vmstat pageoutrun)" != "$before" ] || return 0
		tries=$((tries + 1))
	done
	return 1
}

# read_row FILE REGEX VALUE: of the sections whose last word matches, summed.
read_row() {
	awk -v row="$2" -v name="$3" '
		/^[^ ]/ { here = $NF ~ row }
		here && $1 == name && $2 != "n/a" { sum += $2 }
		END { print sum + 0 }' "$DEBUGFS/$1"
}

# sum_rows FILE WHAT VALUE: over the sections that begin with the word WHAT.
sum_rows() {
	awk -v what="$2" -v name="$3" '
		/^[^ ]/ { here = $1 == what }
		here && $1 == name && $2 != "n/a" { sum += $2 }
		END { print sum + 0 }' "$DEBUGFS/$1"
}

# sum_hist OF NAME: everything in the histograms of that name, over nodes.
sum_hist() {
	awk -v of="$1" -v name="$2" '
		/^[^ ]/ { here = $1 == "histogram" && $3 == of && $4 == name }
		here && /^ / { sum += $2 }
		END { print sum + 0 }' "$DEBUGFS/histograms"
}

# events KIND: how many of them the flight recorder holds.
events() {
	grep -c "^event .* $1\$" "$DEBUGFS/events"
}

# event_gaps: sequence numbers that are missing between the first and the last of a node.
event_gaps() {
	awk '/^event / { if ($2 in last) gaps += $3 - last[$2] - 1; last[$2] = $3 } END { print gaps + 0 }' \
		"$DEBUGFS/events"
}
