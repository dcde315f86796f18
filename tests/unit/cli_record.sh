# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Recordings: what is written, added to, broken off, and told.  Sourced by run, after
# cli.sh.

# record FILE [OPTION...]: about half a second of the captured host.
record()
{
	expect 0 "$tool" record "$@" --interval 100ms "${args[@]}"
}

cli_record()
{
	local file=$bad/new.rw samples

	copy mglru
	record "$file" --for 1s
	has "^Recording into $file every 100 ms\.$"
	has '^(9|10|11|12) samples in [0-9]+ bytes\.  To look at them: reclaimwatch report '
	samples=$(awk '/samples in/ { print $1 }' <<<"$out")
	expect 0 "$tool" report "$file" --json
	json ".samples == $samples and .ended and .lost.places == 0 and .interval_ns == 100000000"
	json '.kernel == "6.12.117+deb13-amd64" and .begin.unix_ns == null'
	json '.values[] | select(.name == "free_kb" and .node == 1) | .first == 1048576'
	# What is not known is not 0.
	json '.values[] | select(.name == "direct_worst_ns" and .node == 0) | .max == null'
	expect 0 "$tool" report "$file"
	has "Linux"
	check no_line_over_80 <<<"$out"
	expect 0 "$tool" report "$file" --html "$bad/page.html"
	has "^[0-9]+ bytes in $bad/page.html\.$"
	check grep -q 'Free memory' "$bad/page.html"
	expect 8 "$tool" report "$file" --html "$bad"
	says 'cannot be written (Is a directory)'
	expect 8 "$tool" report "$file" --html /dev/full
	says '/dev/full cannot be written (No space left on device)'
	record "$file" --for 1s --json
	json '.segment == 2 and .bytes > 0'
	record "$file" --for 1s
	has "^Appending to $file, which holds [0-9]+ samples; every 100 ms\.$"
	expect 0 "$tool" report "$file" --json
	json '[.marks[] | select(.what == "segment")] | length == 2'
	json '[.marks[] | select(.what == "end")] | length == 3'
}

# data/real.rw is what case-record left on 6.12: a load, the clamp on and off in its middle.
cli_report_real()
{
	expect 0 env TZ=UTC "$tool" report data/real.rw
	check no_line_over_80 <<<"$out"
	if [ "${UPDATE_GOLDEN:-0}" = 1 ]; then
		echo "$out" >golden/real.report
	fi
	diff -u golden/real.report - <<<"$out"
	expect 0 "$tool" report data/real.rw --json
	json '.samples == 67 and .ended and .lost.samples == 0'
	json '[.marks[] | select(.what == "clamp") | .on] == [true, false]'
}

cli_report_compare()
{
	local a=$bad/a.rw b=$bad/b.rw

	on data/mglru
	record "$a" --for 1s
	on data/story
	record "$b" --for 1s
	expect 0 "$tool" report --compare "$a" "$b"
	has '^A  .*Linux 6\.12\.117'
	has '^All nodes and zones +A +B +B against A$'
	has '^boosted passes +/min +n/a|^boosted passes +/min +0\.00 +0\.00 +same$'
	check no_line_over_80 <<<"$out"
	expect 0 "$tool" report --compare "$a" "$b" --json
	json '.free_mean_mib.a == 11264 and .direct_mean_ms.b == null'
	expect 0 "$tool" report --compare "$a" "$b" --html "$bad/two.html"
	check grep -q 'A: Free memory' "$bad/two.html"
	expect 2 "$tool" report --compare "$a"
	says 'and with --compare two'
	expect 2 "$tool" report "$a" "$b"
	says 'unexpected argument'
	expect 5 "$tool" report --compare "$a" "$bad/nowhere"
	says 'nowhere cannot be read'
}

# The figures are those of the files: as many as they grew by while it was recorded.
cli_record_counts()
{
	local file=$bad/counts.rw pid i

	copy story
	"$tool" record "$file" --interval 100ms "${args[@]}" >"$bad/said" &
	pid=$!
	for i in 1 2 3 4 5; do
		sleep 0.25
		sed -i "s/^  boosted_passes .*/  boosted_passes $((1000 * i))/" "$files/nodes"
		[ $i != 3 ] || sed -i 's/^boost_clamp 0$/boost_clamp 1/' "$files/about"
	done
	sleep 0.3
	kill -INT $pid
	wait $pid || check false
	expect 0 "$tool" report "$file" --json
	i=$(awk '$1 == "boosted_passes" { print $2; exit }' data/story/sys/kernel/debug/reclaimwatch/nodes)
	json ".values[] | select(.name == \"boosted_passes\" and .node == 0) | .grown == 5000 - $i"
	json '[.marks[] | select(.what == "clamp") | .on] == [true]'
	json '.marks[-1].text == "recording ended: it was told to end"'
	expect 0 "$tool" report "$file"
	has '^\+0:00:00 +clamp on$'
}

# Killed in the middle of it: everything before is there, and that it broke off is said.
cli_record_killed()
{
	local file=$bad/killed.rw pid whole

	on data/mglru
	"$tool" record "$file" --interval 100ms "${args[@]}" >"$bad/said" &
	pid=$!
	sleep 1.2
	kill -KILL $pid
	wait $pid 2>"$bad/said" && check false
	expect 0 "$tool" report "$file" --json
	json '.samples >= 5 and (.ended | not) and .lost.bytes == 0'
	whole=$(jq .samples <<<"$out")
	expect 0 "$tool" report "$file"
	has '^note  the recording breaks off without an end'
	truncate -s -3 "$file"
	expect 0 "$tool" report "$file" --json
	json ".samples == $whole - 1 and .lost.places == 1 and .lost.bytes_at_end > 3"
	record "$file" --for 1s
	has 'samples and damage; every 100 ms'
	expect 0 "$tool" report "$file" --json
	json ".samples > $whole and .ended and .lost.places == 1 and .lost.bytes_at_end == 0"
	expect 0 "$tool" report "$file"
	has '^LOST  the file is damaged in 1 place: [0-9]+ bytes could not be used'
}

# No more room: one sentence, and what was written stays readable.
cli_record_full()
{
	local file=$bad/full.rw

	on data/mglru
	expect 8 bash -c 'trap "" XFSZ; ulimit -f 16; exec "$@"' - \
		"$tool" record "$file" --interval 100ms "${args[@]}"
	says 'cannot be written any more (File too large); its '
	check [ "$(stat -c %s "$file")" -le 16384 ]
	expect 0 "$tool" report "$file" --json
	json '.samples >= 1 and (.ended | not) and .lost.bytes == 0'
	record "$file" --for 1s
	has '^Appending to '
	expect 8 bash -c 'trap "" XFSZ; ulimit -f 1; exec "$@"' - "$tool" record "$bad/none.rw" "${args[@]}"
	says 'its 0 samples stay readable'
	record "$bad/none.rw" --for 1s
	has '^Appending to .* holds 0 samples; '
}

# The module goes and comes back: a gap, not an end.
cli_record_reload()
{
	local file=$bad/reload.rw pid

	copy mglru
	"$tool" record "$file" --interval 100ms "${args[@]}" >"$bad/said" 2>"$bad/why" &
	pid=$!
	sleep 0.5
	mv "$files" "$files.gone"
	sleep 0.7
	sed -i 's/^since_ns .*/since_ns 100000000001/; s/^now_ns .*/now_ns 86600000000000/' "$files.gone/about"
	mv "$files.gone" "$files"
	sleep 0.5
	kill -TERM $pid
	wait $pid || check false
	check grep -q '; waiting for it$' "$bad/why"
	check [ "$(wc -l <"$bad/why")" = 1 ]
	expect 0 "$tool" report "$file" --json
	json '[.marks[].what] == ["note", "gap", "reload", "end"]'
}

cli_record_errors()
{
	local file=$bad/errors.rw

	on data/mglru
	expect 2 "$tool" record "${args[@]}"
	says 'record needs a file to record into'
	expect 2 "$tool" record a b "${args[@]}"
	says 'unexpected argument "b"'
	expect 2 "$tool" record a --interval 10ms "${args[@]}"
	says 'option "--interval" takes a time such as 500ms, 1s or 1m, at least 100ms, not "10ms"'
	expect 2 "$tool" record a --for never "${args[@]}"
	says 'option "--for" takes a time'
	expect 2 "$tool" status --interval 1s "${args[@]}"
	says 'option "--interval" is not for status'
	expect 8 "$tool" record "$bad" "${args[@]}"
	says 'cannot be written (Is a directory)'
	expect 8 "$tool" record /dev/null "${args[@]}"
	says '/dev/null is not a regular file'
	mkfifo "$bad/fifo"
	expect 8 "$tool" record "$bad/fifo" "${args[@]}"
	says 'is not a regular file'
	echo 'root:x:0:0' >"$file"
	expect 6 "$tool" record "$file" "${args[@]}"
	says 'is not a recording'
	check [ "$(cat "$file")" = root:x:0:0 ]
	expect 6 "$tool" report "$file"
	says 'is not a recording'
	expect 2 "$tool" report
	says 'report needs the file of a recording'
	expect 5 "$tool" report "$bad/nowhere"
	says 'nowhere cannot be read (No such file or directory)'
	: >"$file"
	expect 6 "$tool" report "$file"
	says 'holds no sample'
	json_error 6 truncated report "$file"
	# There is to be no file where nothing could be read.
	expect 3 "$tool" record "$bad/never.rw" --sysfs "$bad"
	check [ ! -e "$bad/never.rw" ]
	"$tool" record "$file" --interval 100ms "${args[@]}" >"$bad/said" &
	sleep 0.4
	expect 8 "$tool" record "$file" "${args[@]}"
	says 'is being recorded into by another process'
	kill -INT $!
	wait $! || check false
}

cli_record_tests()
{
	tap_test "cli: record, add to it, report" cli_record
	tap_test "cli: report of a real run" cli_report_real
	tap_test "cli: report --compare" cli_report_compare
	tap_test "cli: record counts what grew" cli_record_counts
	tap_test "cli: record killed in the middle" cli_record_killed
	tap_test "cli: record with no more room" cli_record_full
	tap_test "cli: record while the module is loaded anew" cli_record_reload
	tap_test "cli: record and report, errors" cli_record_errors
}
