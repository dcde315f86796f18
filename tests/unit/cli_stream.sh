# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What the tool prints line by line.  Sourced by run, after cli.sh.

cli_events_json()
{
	on data/mglru
	expect 0 "$tool" events --json "${args[@]}"
	check [ "$(wc -l <<<"$out")" = 24 ]
	check [ "$(jq -s length <<<"$out")" = 24 ]
	out=$(jq -s . <<<"$out")
	json 'map(.at_ns // .end_ns) | . == sort'
	json '.[0] == {"node": 0, "sequence": 10, "event": "raise", "time": null, "zone": "Normal",
		"cgroup": null, "at_ns": 86400000000000, "zone_index": 2, "before_pages": 0,
		"after_pages": 512, "order": 0, "wanted_migratetype": 0, "pid": 4000,
		"cgroup_id": null}'
	expect 0 "$tool" events --json --node 1 --last 3 "${args[@]}"
	out=$(jq -s . <<<"$out")
	json 'map([.node, .sequence]) == [[1, 19], [1, 20], [1, 21]]'
}

# The wall clock is shown where the module's clock is this host's.
cli_events_clock()
{
	local now

	copy story
	now=$(awk '{ printf "%.0f", $1 * 1000000000 }' /proc/uptime)
	sed -i "s/^now_ns .*/now_ns $now/" "$files/about"
	sed -i "s/^  end_ns .*/  end_ns $now/" "$files/events"
	expect 0 "$tool" events "${args[@]}"
	has '^[0-9][0-9]:[0-9][0-9]:[0-9][0-9]\.[0-9][0-9][0-9] n0   normal '
	expect 0 "$tool" events --last 1 --json "${args[@]}"
	now=$(jq -r '.time | sub("\\.[0-9]+"; "") | fromdate' <<<"$out")
	check [ $((now - $(date +%s))) -ge -5 ]
	check [ $((now - $(date +%s))) -le 5 ]
}

cli_events_errors()
{
	on data/mglru
	expect 2 "$tool" events more "${args[@]}"
	says 'unexpected argument "more"'
	expect 2 "$tool" events --node x "${args[@]}"
	says 'option "--node" takes a number, not "x"'
	expect 2 "$tool" events --node 1024 "${args[@]}"
	says 'option "--node" takes a number'
	expect 2 "$tool" events --node 2 "${args[@]}"
	says 'there is no node 2 with memory'
	expect 2 "$tool" events --last -1 "${args[@]}"
	says 'option "--last" takes a number, not "-1"'
	expect 2 "$tool" status --last 1 "${args[@]}"
	says 'option "--last" is not for status'
	copy mglru
	printf 'schema 1\nend\n' >"$files/events"
	expect 0 "$tool" events "${args[@]}"
	check [ "$out" = "Nothing was recorded yet." ]
	expect 0 "$tool" events --json "${args[@]}"
	check [ -z "$out" ]
	rm "$files/events"
	expect 5 "$tool" events "${args[@]}"
	says 'this module records no events'
	json_error 5 unreadable events "${args[@]}"
	head -n 20 data/mglru/sys/kernel/debug/reclaimwatch/events >"$files/events"
	expect 6 "$tool" events "${args[@]}"
	says "$files/events is truncated"
}

cli_stat()
{
	on data/mglru
	expect 0 "$tool" stat "${args[@]}"
	check [ "$(wc -l <<<"$out")" = 2 ]
	has '^ raises  boost boosted normal idle '
	has '^   2002  14136     340     21  336 '
	expect 0 "$tool" stat --per-node --columns raises,direct_longest_ns "${args[@]}"
	check [ "$out" = "node  raises direct_longest_ns
n0      1202             4.1 s
n1       800              8 ms" ]
	# Nothing happens on a captured host: every line but the first is 0.
	expect 0 "$tool" stat 0.1 3 --columns raises,boost "${args[@]}"
	check [ "$out" = " raises  boost
   2002  14136
      0  14136
      0  14136" ]
}

# set_value FILE NAME VALUE: as the module would, never half of it.
set_value()
{
	sed "s/^\( *$2\) .*/\1 $3/" "$files/$1" >"$files/$1.new"
	mv "$files/$1.new" "$files/$1"
}

# A line comes out when its interval is over, not when a buffer is full.
cli_stat_grows()
{
	local line pid

	copy story
	mkfifo "$bad/lines"
	"$tool" stat 0.2 --json --columns raises,boosted "${args[@]}" >"$bad/lines" &
	pid=$!
	exec 7<"$bad/lines"
	read -r -t 20 out <&7
	json '.since_counting_began and .raises == 402 and .boosted_passes == 191 and .node == null'
	set_value zones raises 500
	set_value about now_ns 1000000000000
	# The new figures may come in two lines, if one was due between the files.
	for line in 1 2 3 4 5; do
		read -r -t 20 out <&7
		[ "$(jq .raises <<<"$out")" = 0 ] || break
	done
	json '.raises == 598 and .boosted_passes == 0 and (.since_counting_began | not)'
	kill -INT "$pid"
	line=0
	wait "$pid" || line=$?
	exec 7<&-
	check [ "$line" = 0 ]
}

cli_stat_signals()
{
	local status=0 pid

	on data/story
	# The reader goes: no word about it, and no second line that nobody reads.
	set +e
	"$tool" stat 0.1 "${args[@]}" 2>"$bad/stderr" | head -n 1 >/dev/null
	status=${PIPESTATUS[0]}
	set -e
	check [ "$status" = 141 ]
	check [ ! -s "$bad/stderr" ]
	# Told to end: between two lines, and well.
	"$tool" stat 100 "${args[@]}" >"$bad/out" &
	pid=$!
	for _ in $(seq 100); do
		[ "$(wc -l <"$bad/out")" != 2 ] || break
		sleep 0.1
	done
	kill -TERM "$pid"
	status=0
	wait "$pid" || status=$?
	check [ "$status" = 0 ]
	check [ "$(wc -l <"$bad/out")" = 2 ]
	# A full disk ends it at once.
	status=0
	err=$(timeout 20 "$tool" stat 0.1 "${args[@]}" 2>&1 >/dev/full) || status=$?
	check [ "$status" = 8 ]
	says "the output could not be written"
}

# The heads come again when they have left the terminal's screen, once on a pipe.
cli_stat_heads()
{
	command -v script >/dev/null || skip "script is not installed"
	on data/story
	out=$(TERM=dumb script -qec "stty rows 6; $tool stat 0.1 9 ${args[*]}" /dev/null </dev/null)
	check [ "$(grep -c raises <<<"$out")" = 3 ]
	expect 0 "$tool" stat 0.1 9 "${args[@]}"
	check [ "$(grep -c raises <<<"$out")" = 1 ]
}

# The module is taken away, or loaded anew, while we look.
cli_stat_reload()
{
	local pid status=0

	copy story
	mkfifo "$bad/reload"
	"$tool" stat 0.2 --json --columns raises "${args[@]}" >"$bad/reload" 2>"$bad/stderr" &
	pid=$!
	exec 7<"$bad/reload"
	read -r -t 20 out <&7
	json '.since_counting_began and .raises == 402'
	set_value about since_ns 990000000000
	for _ in 1 2 3 4 5; do
		read -r -t 20 out <&7
		[ "$(jq .since_counting_began <<<"$out")" = false ] || break
	done
	json '.since_counting_began and .raises == 402'
	rm -r "$files" "$host/sys/module/reclaimwatch"
	wait "$pid" || status=$?
	exec 7<&-
	check [ "$status" = 3 ]
	grep -q "holds no directory reclaimwatch" "$bad/stderr"
}

# Read while it is unloaded: some of its files have gone, then its directory goes.
cli_stat_going()
{
	copy story
	rm "$files/nodes"
	expect 5 "$tool" stat "${args[@]}"
	says "nodes is missing; reload the module"
	echo going >"$host/sys/module/reclaimwatch/initstate"
	(sleep 0.05 && rm -r "$files") &
	expect 3 "$tool" stat "${args[@]}"
	says "holds no directory reclaimwatch"
	wait
	mkdir "$host/none"
	expect 3 "$tool" stat "${args[@]}" --debugfs "$host/none"
}

cli_stat_errors()
{
	local interval

	on data/story
	for interval in x -1 1. 1.2345 .5 1e3 1000001 '' 0x10; do
		expect 2 "$tool" stat "${args[@]}" -- "$interval"
		says 'is not an interval in seconds'
	done
	for interval in 0 0.0 0.09; do
		expect 2 "$tool" stat "$interval" "${args[@]}"
		says 'is too short; the shortest is 0.1 s'
	done
	for interval in 0 x 1.5; do
		expect 2 "$tool" stat 1 "$interval" "${args[@]}"
		says 'is not a count of lines'
	done
	expect 2 "$tool" stat 1 1 1 "${args[@]}"
	says 'unexpected argument "1"'
	expect 2 "$tool" stat --columns raises,colour "${args[@]}"
	says 'there is no column "colour"; run: reclaimwatch stat --help'
	expect 2 "$tool" status --per-node "${args[@]}"
	says 'option "--per-node" is not for status'
	copy story
	: >"$files/zones"
	json_error 6 truncated stat "${args[@]}"
}

cli_export_json()
{
	on data/story
	expect 0 "$tool" export --json "${args[@]}"
	json '.schema == 1 and (has("findings") | not) and .zones[1].raises == 402
		and .nodes[0].memcg_lowest_priority == 0 and .dentries.negative == 120331
		and (.shrinkers | length == 7) and (.histograms | length > 10)'
	expect 2 "$tool" export "${args[@]}"
	says 'export needs one of --json and --openmetrics'
	json_error 2 usage export --openmetrics "${args[@]}"
	expect 2 "$tool" status --openmetrics "${args[@]}"
	says 'option "--openmetrics" is not for status'
	copy story
	: >"$files/zones"
	expect 6 "$tool" export --openmetrics "${args[@]}"
	check [ -z "$out" ]
}

# Each family once, in one piece, its head before its samples, each series once.
cli_export_openmetrics()
{
	local host

	for host in story mglru broken; do
		on "data/$host"
		expect 0 "$tool" export --openmetrics "${args[@]}"
		check [ "$(tail -n 1 <<<"$out")" = "# EOF" ]
		check [ "$(grep '^# TYPE' <<<"$out" | cut -d ' ' -f 3 | sort | uniq -d)" = '' ]
		check [ "$(grep -v '^#' <<<"$out" | sed 's/ [^ ]*$//' | sort | uniq -d)" = '' ]
		! LC_ALL=C grep -n '[^ -~]' <<<"$out" || exit
		awk '/^# HELP/ { family = $3; next } /^# (TYPE|UNIT)/ && $3 == family { next }
			/^# EOF$/ { next }
			index($1, family) == 1 { next } { print "out of place: " $0; exit 1 }' <<<"$out" ||
			exit
	done
	on data/story
	expect 0 "$tool" export --openmetrics "${args[@]}"
	has '^reclaimwatch_zone_raised_pages_total\{node="0",zone="DMA32"\} 201223$'
	has '^reclaimwatch_reclaim_time_seconds_total\{node="0",kind="memcg"\} 5\.23$'
	has '^reclaimwatch_distribution_reclaim_time_seconds_sum\{node="0",kind="memcg"\} 5\.23$'
	has '^reclaimwatch_task_passes_total\{row="1",task="Web Content\\\\x1b"\} 3$'
	has '^reclaimwatch_probe_state\{probe="inodes",group="objects",state="off"\} 1$'
	has '^reclaimwatch_memory_page_cache_bytes\{node="0"\} 51380224$'
	# What is not known has no sample.
	! grep 'inodes_freed' <<<"$out" || exit
}

# Prometheus' own checks: its parser of OpenMetrics, and its advice on names.  The latter
# only reads the older format, in which a counter is called ..._total in its head, too.
cli_export_promtool()
{
	local promtool host

	promtool=$(./promtool-fetch 2>"$bad/fetch") ||
		skip "no promtool: $(tail -n 1 "$bad/fetch")"
	for host in story mglru broken; do
		on "data/$host"
		expect 0 "$tool" export --openmetrics "${args[@]}"
		awk '/^# HELP/ { help = $0; next }
			/^# TYPE/ { name = $3; if ($4 == "counter") $3 = name "_total"
				sub(name, $3, help); print help }
			{ print }' <<<"$out" >"$bad/older"
		"$promtool" check metrics <"$bad/older" || exit
		# Blocks are made of samples with a time only.
		awk '/^#/ { print; next } { print $0, 1700000000 }' <<<"$out" >"$bad/metrics"
		"$promtool" tsdb create-blocks-from openmetrics "$bad/metrics" "$bad/blocks" || exit
	done
}

cli_stream_tests()
{
	tap_test "cli: events of story" golden story events 0
	tap_test "cli: events of mglru" golden mglru events 0
	tap_test "cli: events as JSON" cli_events_json
	tap_test "cli: events and the clock" cli_events_clock
	tap_test "cli: events that cannot be shown" cli_events_errors
	tap_test "cli: stat" cli_stat
	tap_test "cli: stat while it counts" cli_stat_grows
	tap_test "cli: stat and signals" cli_stat_signals
	tap_test "cli: stat and its heads" cli_stat_heads
	tap_test "cli: stat and a module that goes" cli_stat_reload
	tap_test "cli: stat of a module that is just going" cli_stat_going
	tap_test "cli: stat of what there is not" cli_stat_errors
	tap_test "cli: export as JSON" cli_export_json
	tap_test "cli: export as OpenMetrics" cli_export_openmetrics
	tap_test "cli: export and promtool" cli_export_promtool
}
