# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What the tool switches.  Sourced by run, after cli.sh.

cli_clamp()
{
	copy story
	expect 0 "$tool" clamp show "${args[@]}"
	has '^The boost clamp is off\.$'
	expect 0 "$tool" clamp on "${args[@]}"
	check [ "$out" = "The boost clamp is now on: no boost in any zone, until it is switched off." ]
	check [ "$(setting)" = 1 ]
	expect 0 "$tool" clamp show "${args[@]}"
	has '^The boost clamp is on: no boost in any zone, until it is switched off\.$'
	expect 0 "$tool" clamp off --json "${args[@]}"
	json '.boost_clamp == 0'
	check [ "$(setting)" = 0 ]
}

# setting [NAME]: what the clamp's file of that name holds.
setting()
{
	cat "$host/sys/kernel/reclaimwatch/${1:-boost_clamp}"
}

cli_clamp_options()
{
	copy story
	expect 0 "$tool" clamp on --pct 50 --scope lower --for 10m "${args[@]}"
	check [ "$out" = "The boost clamp is now on: boost up to 50% in lower zones, for 10m 0s." ]
	check [ "$(setting boost_clamp_pct)" = 50 ]
	check [ "$(setting boost_clamp_scope)" = lower ]
	check [ "$(setting boost_clamp_timeout)" = 600 ]
	check [ "$(setting)" = 1 ]
	# What was set before does not count.
	expect 0 "$tool" clamp on --node 0 --zone DMA32 --json "${args[@]}"
	json '.boost_clamp == 1 and .boost_clamp_pct == 0 and .boost_clamp_scope == "named"
		and .boost_clamp_timeout == 0 and (.zones | map([.node, .zone, .boost_clamp_pct]))
			== [[0, "DMA", null], [0, "DMA32", 0]]'
	check [ "$(setting node0/DMA32/boost_clamp_pct)" = 0 ]
	expect 0 "$tool" clamp on --zone DMA --pct 5 "${args[@]}"
	check [ "$(setting node0/DMA32/boost_clamp_pct)" = inherit ]
	check [ "$(setting node0/DMA/boost_clamp_pct)" = 5 ]
	expect 0 "$tool" clamp off "${args[@]}"
	check [ "$out" = "The boost clamp is now off." ]
	check [ "$(setting node0/DMA/boost_clamp_pct)" = 5 ]
}

cli_clamp_auto()
{
	copy story
	expect 0 "$tool" clamp auto --scope lower --for 1h "${args[@]}"
	check [ "$out" = "The guard now switches the boost clamp: no boost in lower zones, for 1h 0m." ]
	check [ "$(setting)" = auto ]
	check [ "$(setting boost_clamp_scope)" = lower ]
	expect 2 "$tool" clamp auto --zone DMA --scope lower "${args[@]}"
	says '--scope is not for --node and --zone'
	check [ "$(setting)" = auto ]
	expect 0 "$tool" clamp on "${args[@]}"
	check [ "$(setting)" = 1 ]
	expect 0 "$tool" clamp auto --zone DMA --json "${args[@]}"
	json '.boost_clamp == 0 and .boost_clamp_auto == 1 and .boost_clamp_scope == "named"'
	expect 0 "$tool" clamp off "${args[@]}"
	check [ "$(setting)" = 0 ]
}

# Who, when, for how long, and what was trimmed.
cli_clamp_show()
{
	copy story
	expect 0 "$tool" clamp show "${args[@]}"
	has '^Nobody has changed it since the module was loaded\.$'
	echo 1 >"$host/sys/kernel/reclaimwatch/boost_clamp"
	echo 600 >"$host/sys/kernel/reclaimwatch/boost_clamp_timeout"
	sed -i 's/^boost_clamp_by .*/boost_clamp_by my\\x20sh/
		s/^boost_clamp_left_ns .*/boost_clamp_left_ns 408000000000/
		s/^boost_clamp_changed_ns .*/boost_clamp_changed_ns 807000000000/
		s/^boost_clamp_changes .*/boost_clamp_changes 7/
		s/^boost_clamp_pid .*/boost_clamp_pid 4711/' "$files/about"
	sed -i '/^zone 0 DMA32/,/^end/{
		s/clamped_pages .*/clamped_pages 20480/; s/clamps .*/clamps 40/
		s/wakes_avoided .*/wakes_avoided 33/; s/clamp_limit_pages .*/clamp_limit_pages 0/ }' \
		"$files/zones"
	expect 0 "$tool" clamp show "${args[@]}"
	check [ "$out" = 'The boost clamp is on: no boost in any zone, for another 6m 48s.
Last changed 3m 12s ago by my sh (pid 4711); changes in all: 7.

Trimmed            limit     times       pages   wakes avoided
node 0 DMA          none         0           0               0
node 0 DMA32           0        40       20480              33' ]
	expect 0 "$tool" clamp show --json "${args[@]}"
	json '.boost_clamp_by == "my sh" and .boost_clamp_pid == 4711 and .boost_clamp_changes == 7
		and .boost_clamp_changed_ago_ns == 192000000000
		and .boost_clamp_left_ns == 408000000000
		and .zones[1] == {"node": 0, "zone": "DMA32", "boost_clamp_pct": null,
			"clamp_limit_pages": 0, "clamps": 40, "clamped_pages": 20480,
			"wakes_avoided": 33}'
	echo auto >"$host/sys/kernel/reclaimwatch/boost_clamp"
	expect 0 "$tool" clamp show "${args[@]}"
	has '^The guard switches the boost clamp: no boost in any zone, for another 6m 48s\.$'
	expect 0 "$tool" clamp show --json "${args[@]}"
	json '.boost_clamp == 0 and .boost_clamp_auto == 1'
	echo 1 >"$host/sys/kernel/reclaimwatch/boost_clamp"
	# Without debugfs the settings are known all the same.
	rm -r "$files"
	expect 0 "$tool" clamp show "${args[@]}"
	has '^The boost clamp is on: no boost in any zone, for 10m 0s\.$'
	has '^What it has trimmed is not known: the module is loaded but'
	expect 0 "$tool" clamp show --json "${args[@]}"
	json '.boost_clamp == 1 and .boost_clamp_by == null and .zones[1].clamps == null'
}

# all_settings: every file of the clamp and what it holds.
all_settings()
{
	grep -r . "$host/sys/kernel/reclaimwatch" | sort
}

# What cannot be done changes nothing.
cli_clamp_refused()
{
	local was option

	copy story
	was=$(all_settings)
	expect 2 "$tool" clamp on --zone Normal "${args[@]}"
	says 'there is no zone "Normal" with memory; nothing was changed; there are: node 0 DMA, node 0 DMA32'
	expect 2 "$tool" clamp on --node 1 "${args[@]}"
	says 'there is no zone with memory on node 1; nothing was changed'
	expect 2 "$tool" clamp on --zone DMA --scope all "${args[@]}"
	says '--scope is not for --node and --zone'
	for option in 0 1x -1 367d ''; do
		expect 2 "$tool" clamp on --for "$option" "${args[@]}"
		says 'option "--for" takes a time such as 90, 90s, 10m or 1h, at most 366d, not'
	done
	for option in 1001 -1 x; do
		expect 2 "$tool" clamp on --pct "$option" "${args[@]}"
		says 'option "--pct" takes a number'
	done
	expect 2 "$tool" clamp on --scope named "${args[@]}"
	says 'option "--scope" takes all or lower, not "named"'
	for option in "--pct 1" "--scope all" "--node 0" "--zone DMA" "--for 1m"; do
		# shellcheck disable=SC2086 # an option and its argument
		expect 2 "$tool" clamp off $option "${args[@]}"
		says 'clamp off takes none of --pct, --scope, --node, --zone and --for'
		# shellcheck disable=SC2086
		expect 2 "$tool" status $option "${args[@]}"
		says 'is not for status'
	done
	check [ "$(all_settings)" = "$was" ]
}

# A write fails half way: what was written before is put back.
cli_clamp_undone()
{
	local file=kernel/reclaimwatch/boost_clamp_timeout was

	for was in 0 1; do
		copy story
		echo $was >"$host/sys/kernel/reclaimwatch/boost_clamp"
		echo lower >"$host/sys/kernel/reclaimwatch/boost_clamp_scope"
		# A number that can be read but not written.
		ln -sf /proc/sys/kernel/ngroups_max "$host/sys/$file"
		was=$(all_settings)
		expect 4 "$tool" clamp on --pct 50 --for 1m "${args[@]}"
		says "no permission to write $host/sys/$file; run it as root; the clamp is as it was"
		check [ "$(all_settings)" = "$was" ]
	done
}

cli_clamp_bad()
{
	local file

	copy story
	file=$host/sys/kernel/reclaimwatch/boost_clamp
	for text in 2 "" 01 on '0 '; do
		echo "$text" >"$file"
		expect 6 "$tool" clamp show "${args[@]}"
		says "none of 0, 1 and auto"
	done
	echo 0 >"$file"
	for text in most "" ALL; do
		echo "$text" >"${file}_scope"
		expect 6 "$tool" clamp show "${args[@]}"
		says "which this tool does not know"
	done
	# What is written and never comes back.
	ln -sf /dev/null "$file"
	expect 6 "$tool" clamp on "${args[@]}"
	says "none of 0, 1 and auto"
	ln -sf /dev/full "$file"
	expect 7 "$tool" clamp off "${args[@]}"
	says "the clamp could not be switched ($file: No space left on device)"
	rm "$file"
	mkdir "$file"
	expect 7 "$tool" clamp off "${args[@]}"
	says "the clamp could not be switched"
	rmdir "$file"
	expect 7 "$tool" clamp show "${args[@]}"
	says "the module is loaded but $file is missing"
	rm -r "$host/sys/module/reclaimwatch"
	expect 3 "$tool" clamp on "${args[@]}"
	says "the module is not loaded; run: modprobe reclaimwatch"
}

cli_try()
{
	local was

	copy story
	was=$(all_settings)
	expect 0 "$tool" clamp try --for 1 --scope lower "${args[@]}"
	check no_line_over_80 <<<"$out"
	has '^In a minute +before +clamped +after$'
	has '^page cache +49\.0 +49\.0 +49\.0$'
	has '^Unknown  Boosted passes: not known'
	check [ -z "$err" ]
	check [ "$(all_settings)" = "$was" ]
	expect 0 "$tool" clamp try --for 1 --pct 50 --json "${args[@]}"
	json '.clamp.boost_clamp_pct == 50 and (.phases | map(.phase)) == ["before", "clamped", "after"]
		and (.phases | all(.memory[0].slab_kb == 333824 and .raises == 0))
		and (.verdicts | length == 6)'
	check [ "$(all_settings)" = "$was" ]
}

cli_try_refused()
{
	local was

	copy story
	expect 2 "$tool" clamp try "${args[@]}"
	says 'clamp try needs to know for how long, as in --for 10m; it takes three times that'
	was=$(all_settings)
	expect 2 "$tool" clamp try --for 1 --zone Normal "${args[@]}"
	says 'there is no zone "Normal" with memory; nothing was changed'
	check [ "$(all_settings)" = "$was" ]
	echo 1 >"$host/sys/kernel/reclaimwatch/boost_clamp"
	was=$(all_settings)
	expect 7 "$tool" clamp try --for 1 "${args[@]}"
	says 'the clamp is on already (no boost in any zone, until it is switched off), so there is'
	check [ "$(all_settings)" = "$was" ]
	echo auto >"$host/sys/kernel/reclaimwatch/boost_clamp"
	expect 7 "$tool" clamp try --for 1 "${args[@]}"
	says 'the clamp is switched by the guard already (no boost in any zone'
	check [ "$(setting)" = auto ]
	echo 0 >"$host/sys/kernel/reclaimwatch/boost_clamp"
	rm -r "$files"
	was=$(all_settings)
	expect 5 "$tool" clamp try --for 1 "${args[@]}"
	says 'the module is loaded but'
	check [ "$(all_settings)" = "$was" ]
}

# try_begun COMMAND...: starts it; returns once the clamp is on.
try_begun()
{
	local tries=0

	"$@" >"$bad/try.out" 2>"$bad/try.err" </dev/null &
	pid=$!
	while [ "$(setting)" != 1 ] && kill -0 "$pid" 2>/dev/null; do
		tries=$((tries + 1))
		[ $tries -lt 300 ] || { echo "the clamp never went on"; exit 1; }
		sleep 0.1
	done
}

# Until the settings are these again.
all_are()
{
	for _ in $(seq 100); do
		[ "$(all_settings)" != "$1" ] || return 0
		sleep 0.1
	done
	echo "$(all_settings) is not $1"
	return 1
}

# Whatever ends it while the clamp is on; also before that.
cli_try_interrupted()
{
	local name was status number

	for name in INT:130 TERM:143 HUP:129 KILL:137; do
		status=0 number=${name#*:} name=${name%:*}
		copy story
		echo lower >"$host/sys/kernel/reclaimwatch/boost_clamp_scope"
		echo 7 >"$host/sys/kernel/reclaimwatch/node0/DMA/boost_clamp_pct"
		was=$(all_settings)
		try_begun "$tool" clamp try --for 2 --zone DMA32 --pct 20 "${args[@]}"
		check [ "$(setting node0/DMA32/boost_clamp_pct)" = 20 ]
		check [ "$(setting boost_clamp_timeout)" = 62 ]
		kill "-$name" "$pid"
		wait "$pid" || status=$?
		check [ "$status" = "$number" ]
		if [ "$name" = KILL ]; then
			check all_are "$was"
		else
			check [ "$(cat "$bad/try.err")" = "reclaimwatch: interrupted; the clamp is as it was" ]
			check [ "$(all_settings)" = "$was" ]
		fi
		check [ ! -s "$bad/try.out" ]
	done
}

# Its terminal goes: that is a hang-up, and there is nobody left to print for.
cli_try_terminal()
{
	local was pid

	command -v script >/dev/null || skip "script is not installed"
	copy story
	was=$(all_settings)
	TERM=dumb try_begun script -qec "$tool clamp try --for 30 ${args[*]}" /dev/null
	kill -KILL "$pid"
	wait "$pid" || :
	check all_are "$was"
}

# Somebody else does something to it meanwhile.
cli_try_meddled()
{
	local pid status

	copy story
	try_begun "$tool" clamp try --for 2 "${args[@]}"
	echo 25 >"$host/sys/kernel/reclaimwatch/boost_clamp_pct"
	status=0
	wait "$pid" || status=$?
	check [ "$status" = 7 ]
	err=$(cat "$bad/try.err")
	says 'somebody else set the clamp while it was tried, and that is left as it is'
	check [ "$(setting)" = 1 ]
	copy story
	try_begun "$tool" clamp try --for 2 "${args[@]}"
	echo 0 >"$host/sys/kernel/reclaimwatch/boost_clamp"
	status=0
	wait "$pid" || status=$?
	check [ "$status" = 7 ]
	err=$(cat "$bad/try.err")
	says 'the clamp was changed while it was tried'
	check [ "$(setting boost_clamp_timeout)" = 0 ]
	# The module is loaded anew: what was counted is not one count.
	copy story
	try_begun "$tool" clamp try --for 2 "${args[@]}"
	sed -i 's/^since_ns .*/since_ns 13000000000/' "$files/about"
	status=0
	wait "$pid" || status=$?
	check [ "$status" = 7 ]
	err=$(cat "$bad/try.err")
	says 'the module was loaded anew in the middle of it; try again'
	check [ "$(setting)" = 0 ]
}

# A line that says how far it is, on a terminal only.
cli_try_progress()
{
	command -v script >/dev/null || skip "script is not installed"
	copy story
	out=$(TERM=dumb script -qec "$tool clamp try --for 1 ${args[*]}" /dev/null </dev/null)
	[[ $out == *"1 of 3, before: 0 us of 1.0 s"*"2 of 3, clamped"*"3 of 3, after"*Benefit* ]] ||
		{ echo "no progress: $out"; exit 1; }
}

# groups HOST: a copy with the groups' files, all on but objects and blame.
groups()
{
	local name

	copy "$1"
	mkdir "$host/sys/kernel/reclaimwatch/groups"
	for name in core slab extfrag kswapd lru shrinkers direct memcg compaction; do
		echo 1 >"$host/sys/kernel/reclaimwatch/groups/$name"
	done
	for name in objects blame; do
		echo 0 >"$host/sys/kernel/reclaimwatch/groups/$name"
	done
}

cli_groups()
{
	groups story
	expect 0 "$tool" groups "${args[@]}"
	check [ "$(wc -l <<<"$out")" = 11 ]
	has '^lru +on +pages scanned'
	has '^blame +off +which zones paid'
	expect 0 "$tool" groups --json "${args[@]}"
	json '.groups | length == 11 and .[0] == {"group": "core", "on": 1, "on_by_default": 1,
		"help": "boost, passes and resets; always on"} and .[10].on == 0'
	expect 0 "$tool" groups blame on "${args[@]}"
	check [ "$out" = "The group blame is now on." ]
	check [ "$(cat "$host/sys/kernel/reclaimwatch/groups/blame")" = 1 ]
	expect 0 "$tool" groups lru off --json "${args[@]}"
	json '.group == "lru" and .on == 0'
	check [ "$(cat "$host/sys/kernel/reclaimwatch/groups/lru")" = 0 ]
	# One that this module does not have.
	rm "$host/sys/kernel/reclaimwatch/groups/memcg"
	expect 0 "$tool" groups "${args[@]}"
	has '^memcg +n/a +reclaim of'
}

cli_groups_bad()
{
	local dir

	groups story
	dir=$host/sys/kernel/reclaimwatch/groups
	expect 2 "$tool" groups lru "${args[@]}"
	says 'a group is switched on or off'
	expect 2 "$tool" groups lru maybe "${args[@]}"
	says 'a group is switched on or off'
	expect 2 "$tool" groups lru on now "${args[@]}"
	says 'unexpected argument "now"'
	expect 2 "$tool" groups swap on "${args[@]}"
	says 'there is no group "swap"; run: reclaimwatch groups'
	expect 2 "$tool" groups core off "${args[@]}"
	says 'the group core has no switch'
	echo maybe >"$dir/lru"
	expect 6 "$tool" groups "${args[@]}"
	says 'reads "maybe", neither 0 nor 1'
	ln -sf /dev/full "$dir/lru"
	expect 7 "$tool" groups lru on "${args[@]}"
	says "the group lru could not be switched ($dir/lru: No space left on device)"
	json_error 7 group_not_changed groups lru on "${args[@]}"
	rm "$dir/lru"
	expect 7 "$tool" groups lru on "${args[@]}"
	says "the module is loaded but $dir/lru is missing"
	rm -r "$dir"
	expect 7 "$tool" groups "${args[@]}"
	says "the module is loaded but $dir/"
	rm -r "$host/sys/module/reclaimwatch"
	expect 3 "$tool" groups "${args[@]}"
	says "the module is not loaded; run: modprobe reclaimwatch"
	expect 3 "$tool" groups lru on "${args[@]}"
	says "the module is not loaded; run: modprobe reclaimwatch"
}

cli_switch_tests()
{
	tap_test "cli: clamp" cli_clamp
	tap_test "cli: clamp with options" cli_clamp_options
	tap_test "cli: clamp by the guard" cli_clamp_auto
	tap_test "cli: clamp show" cli_clamp_show
	tap_test "cli: clamp that is refused" cli_clamp_refused
	tap_test "cli: clamp that fails half way" cli_clamp_undone
	tap_test "cli: clamp try" cli_try
	tap_test "cli: clamp try that is refused" cli_try_refused
	tap_test "cli: clamp try that is interrupted" cli_try_interrupted
	tap_test "cli: clamp try that loses its terminal" cli_try_terminal
	tap_test "cli: clamp try that somebody meddles with" cli_try_meddled
	tap_test "cli: clamp try and its progress" cli_try_progress
	tap_test "cli: groups" cli_groups
	tap_test "cli: groups that do not work" cli_groups_bad
	tap_test "cli: clamp that does not work" cli_clamp_bad
}
