# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# For cases that need a load without an end: files come and go in small portions, so that
# memory stays full and nothing happens in bursts.

LOAD_KEPT=32 # portions of 2000 files

load_start() {
	rm -f /tmp/load.end
	load_forever &
	LOAD_PID=$!
}

load_forever() {
	local first=${fs_mark_nr:-0}

	while [ ! -e /tmp/load.end ]; do
		fs_mark_run 2000 2
		[ $((fs_mark_nr - LOAD_KEPT)) -le "$first" ] || rm -rf "/mnt/run$((fs_mark_nr - LOAD_KEPT))."*
	done
}

load_stop() {
	touch /tmp/load.end
	wait "$LOAD_PID"
}
