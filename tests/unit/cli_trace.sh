# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# "trace" as far as it goes without a kernel that has the module.  Sourced by run, after cli.sh.

cli_trace_errors()
{
	local option

	on data/story
	expect 2 "$tool" trace more "${args[@]}"
	says 'unexpected argument "more"'
	expect 2 "$tool" trace --kind raise,pass "${args[@]}"
	says 'there is no kind of event "pass"; run: reclaimwatch trace --help'
	for time in x '' 1S -1 4000d 0 5ns; do
		expect 2 "$tool" trace "--min-duration=$time" "${args[@]}"
		says "option \"--min-duration\" takes a time such as 50us, 10ms or 1s, not \"$time\""
	done
	expect 2 "$tool" trace --hist --interval 99ms "${args[@]}"
	says 'option "--interval" takes a time'
	expect 2 "$tool" trace --interval 1s "${args[@]}"
	says 'option "--interval" needs "--hist"'
	for option in "--count 5" "--buffer-size 1M"; do
		# shellcheck disable=SC2086
		expect 2 "$tool" trace --hist $option "${args[@]}"
		says 'option "--hist" shows no events'
	done
	for option in 0 x 2G 1T 4kB; do
		expect 2 "$tool" trace --buffer-size "$option" "${args[@]}"
		says "option \"--buffer-size\" takes a number of bytes such as 64k or 16M, at most 1G, not \"$option\""
	done
	expect 2 "$tool" trace --count 0 "${args[@]}"
	says 'option "--count" takes a number of events, not "0"'
	expect 2 "$tool" trace --count x "${args[@]}"
	says 'option "--count" takes a number, not "x"'
	expect 2 "$tool" status --kind raise "${args[@]}"
	says 'option "--kind" is not for status'
}

# By names of the host, which is captured: nothing is attached.
cli_trace_host()
{
	on data/story
	expect 2 "$tool" trace "${args[@]}"
	says 'only the running kernel can be traced; leave out "--sysfs"'
	expect 2 "$tool" trace --zone DMA32 --node 0 --min-duration 1 "${args[@]}"
	says 'only the running kernel can be traced'
	expect 2 "$tool" trace --zone Normal7 "${args[@]}"
	says 'there is no zone "Normal7"; run: reclaimwatch status'
	expect 2 "$tool" trace --node 0 --zone HighMem "${args[@]}"
	says 'there is no zone "HighMem" on that node'
	expect 2 "$tool" trace --node 3 "${args[@]}"
	says 'there is no node 3 with memory'
	expect 2 "$tool" trace --zone DMA32 --kind direct "${args[@]}"
	says 'no kind of event that was asked for has a zone'
	expect 2 "$tool" trace --hist --kind raise "${args[@]}"
	says 'no kind of event that was asked for has a duration'
	json_error 2 usage trace --hist --kind raise "${args[@]}"
}

cli_trace_missing()
{
	local events

	copy story
	events=$host/sys/kernel/tracing/events
	sed -i 's/field:int zid;/field:int zone;/' "$events/reclaimwatch/boost_reset/format"
	expect 6 "$tool" trace "${args[@]}"
	says "boost_reset/format has no zid that this tool knows; install the tool and the module of the same version"
	echo 'ID: many' >"$events/reclaimwatch/boost_reset/format"
	json_error 6 garbled trace "${args[@]}"
	rm -r "$events/reclaimwatch/boost_reset"
	expect 10 "$tool" trace "${args[@]}"
	says 'the module is loaded but'
	says 'dmesg | grep taint'
	rm -r "$events"
	json_error 10 no_trace_events trace "${args[@]}"
	expect 10 "$tool" trace "${args[@]}"
	says 'tracefs is not mounted; run: mount -t tracefs tracefs /sys/kernel/tracing'
	# Where it has been for longer, without a mount of its own.
	mkdir -p "$host/sys/kernel/debug/tracing"
	cp -r data/story/sys/kernel/tracing/events "$host/sys/kernel/debug/tracing"
	expect 2 "$tool" trace "${args[@]}"
	says 'only the running kernel can be traced'
	rm -r "$host/sys/module/reclaimwatch"
	expect 3 "$tool" trace "${args[@]}"
	says 'the module is not loaded; run: modprobe reclaimwatch'
}

# The lock of its ring buffer would sleep, or we cannot tell.
cli_trace_realtime()
{
	copy story
	echo 1 >"$host/sys/kernel/realtime"
	json_error 10 no_bpf trace "${args[@]}"
	expect 10 "$tool" trace "${args[@]}"
	says "this PREEMPT_RT kernel's BPF ring buffer takes a lock that sleeps"
	# Histograms do without it.
	expect 2 "$tool" trace --hist "${args[@]}"
	says 'only the running kernel can be traced'
	echo 0 >"$host/sys/kernel/realtime"
	expect 2 "$tool" trace "${args[@]}"
	says 'only the running kernel can be traced'
}

cli_trace_help()
{
	expect 0 "$tool" trace --help
	has '^  boosted +a pass of kswapd that found boost ended$'
	check no_line_over_80 <<<"$out"
}

cli_trace_tests()
{
	tap_test "cli: trace of what there is not" cli_trace_errors
	tap_test "cli: trace by names of the host" cli_trace_host
	tap_test "cli: trace and what it lacks" cli_trace_missing
	tap_test "cli: trace on PREEMPT_RT" cli_trace_realtime
	tap_test "cli: trace --help" cli_trace_help
}
