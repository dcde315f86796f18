# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# For cases that hold the module against the referee (tests/referee).

# Where both sides are read: live, or from what take_counts has kept.
live() {
	DEBUGFS=/sys/kernel/debug/reclaimwatch
	REFEREE=/sys/kernel/debug/reclaimwatch_referee
}
live

# The referee goes first, so that its probes see what kswapd sees.
load_with_referee() {
	check "the referee loads" load_mod referee
	check "the module loads" load_mod reclaimwatch "$@"
}

zones() {
	sed -n 's/^zone //p' "$DEBUGFS/zones"
}

# Zones the referee has a watchpoint on; the others are too small to be boosted.
watched_zones() {
	sed -n 's/^zone //p' "$REFEREE/counts"
}

nodes() {
	sed -n 's/^node //p' "$DEBUGFS/nodes"
}

zone_value() { # ZONE NAME
	read_value zones "zone $1" "$2"
}

node_value() { # NODE NAME
	read_value nodes "node $1" "$2"
}

referee_zone() { # ZONE NAME
	read_value_in "$REFEREE/counts" "zone $1" "$2"
}

referee_node() { # NODE NAME
	read_value_in "$REFEREE/counts" "node $1" "$2"
}

referee_sum() { # NAME
	awk -v name="$1" '$1 == name { sum += $2 } END { printf "%.0f\n", sum }' "$REFEREE/counts"
}

# Zones in the debugfs text FILE whose ledger does not add up.
bad_ledgers() {
	awk '
		function judge() {
			if (zone != "" && v["carried_pages"] + v["raised_pages"] != v["consumed_pages"] +
			    v["reset_pages"] + v["clamped_pages"] + v["boost_pages"])
				print zone, "carried", v["carried_pages"], "raised", v["raised_pages"],
				      "consumed", v["consumed_pages"], "reset", v["reset_pages"],
				      "clamped", v["clamped_pages"], "boost", v["boost_pages"]
		}
		/^zone / { judge(); zone = $0; delete v }
		/^  / { v[$1] = $2 }
		END { judge() }' "$1"
}

# Read the ledger while fs_mark runs; prints "READS BAD".
read_ledgers() {
	local reads=0 bad=0

	while fs_mark_running; do
		cat "$DEBUGFS/zones" >/tmp/zones
		cat "$DEBUGFS/nodes" >/tmp/nodes
		reads=$((reads + 1))
		if [ -n "$(bad_ledgers /tmp/zones)" ]; then
			bad=$((bad + 1))
			bad_ledgers /tmp/zones >>/out/bad-ledgers
		fi
		sleep 0.1
	done
	echo "$reads $bad" | tee /out/reads
}

kept_counts() { # NAME
	local file

	mkdir -p "/out/$1"
	grep -v sampl "$REFEREE/counts" >"/out/$1/before"
	for file in about zones nodes probes; do
		cat "$DEBUGFS/$file" >"/out/$1/$file"
	done
	cat "$REFEREE/counts" >"/out/$1/counts"
	grep -v sampl "/out/$1/counts" | cmp -s - "/out/$1/before" &&
		! grep -q 'pass_running 1' "/out/$1/nodes"
}

# Keep what both sides have counted in /out/NAME, at a moment when neither
# moves (writeback raises boosts long after fs_mark has ended), and read from
# there until the next live.
take_counts() { # NAME
	local tries=0

	live
	sync
	sleep 3
	while ! kept_counts "$1"; do
		tries=$((tries + 1))
		[ $tries -lt 300 ] || return 1
		# A pass that finds too little goes on and on; with free memory it ends.
		[ $((tries % 100)) != 0 ] || echo 1 >/proc/sys/vm/drop_caches
		sleep 0.2
	done
	DEBUGFS=/out/$1
	REFEREE=/out/$1
}

# Every number both sides have, to the page.
compare_with_referee() {
	local zone node boosted

	watched_zones >/tmp/watched
	while read -r zone; do
		is "zone $zone: raises" "$(zone_value "$zone" raises)" "$(referee_zone "$zone" ups)"
		is "zone $zone: pages raised" "$(zone_value "$zone" raised_pages)" \
			"$(referee_zone "$zone" up_pages)"
		is "zone $zone: pages consumed" "$(zone_value "$zone" consumed_pages)" \
			"$(referee_zone "$zone" down_kswapd_pages)"
		is "zone $zone: pages reset and clamped" \
			"$(($(zone_value "$zone" reset_pages) + $(zone_value "$zone" clamped_pages)))" \
			"$(referee_zone "$zone" down_other_pages)"
		is "zone $zone: boost" "$(zone_value "$zone" boost_pages)" \
			"$(referee_zone "$zone" boost_pages)"
	done </tmp/watched
	nodes >/tmp/nodes.list
	while read -r node; do
		boosted=$(node_value "$node" boosted_passes)
		is "node $node: boosted passes" "$boosted" "$(referee_node "$node" boosted_passes)"
		is "node $node: passes" "$((boosted + $(node_value "$node" normal_passes)))" \
			"$(referee_node "$node" passes)"
	done </tmp/nodes.list
	compare_with_itself
}

# What holds of the module's own numbers, referee or not.
compare_with_itself() {
	is "ledgers that do not add up" "$(bad_ledgers "$DEBUGFS/zones")" ""
	is "pages unaccounted for" "$(sum_value zones unaccounted_pages)" 0
	is "ledger mismatches" "$(sum_value zones ledger_mismatches)" 0
	is "returns lost for want of an instance" "$(sum_value probes missed_noinstance)" 0
	is "hits lost inside another handler" "$(sum_value probes missed_reentry)" 0
}
