# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The built tool against directories: what it prints, its sentences, its exit codes.
# Sourced by run, which sets $tool and $bad, a scratch directory.

# expect STATUS COMMAND...: runs it; leaves its output in $out and $err.
expect()
{
	local want=$1 got=0

	shift
	out=$("$@" 2>"$bad/stderr" </dev/null) || got=$?
	err=$(cat "$bad/stderr")
	[ "$got" = "$want" ] && return
	echo "exit status $got, not $want, of: $*"
	echo "stdout: $out"
	echo "stderr: $err"
	exit 1
}

# One line on stderr, beginning with the tool's name and containing the text.
says()
{
	if [ "$(grep -c . <<<"$err")" = 1 ] && [[ $err == "reclaimwatch: "*"$1"* ]]; then
		return
	fi
	echo "\"$1\" is not the sentence: $err"
	exit 1
}

# A test runs where errexit has no effect: every check has to end it by itself.
check()
{
	"$@" && return
	echo "not so: $*"
	exit 1
}

# The output has a line that matches.
has()
{
	grep -qE -e "$1" <<<"$out" && return
	echo "no line matches \"$1\": $out"
	exit 1
}

# The output is JSON of which FILTER is true.
json()
{
	jq -e "$1" <<<"$out" >/dev/null && return
	echo "not true of the JSON: $1"
	echo "$out"
	exit 1
}

no_line_over_80()
{
	! grep -E '.{81}' "$@"
}

# on DIR: the options that read everything from a captured host.
on()
{
	args=(--sysfs "$1/sys" --procfs "$1/proc")
}

# copy NAME: a copy of a captured host to damage.
copy()
{
	local dir

	dir=$(mktemp -d "$bad/XXXXXX")
	cp -r "data/$1/." "$dir"
	chmod 755 "$dir"
	host=$dir
	files=$dir/sys/kernel/debug/reclaimwatch
	on "$dir"
}

golden()
{
	local host=$1 command=$2 status=$3

	on "data/$host"
	expect "$status" "$tool" "$command" "${args[@]}"
	if [ "${UPDATE_GOLDEN:-0}" = 1 ]; then
		echo "$out" >"golden/$host.$command"
	fi
	diff -u "golden/$host.$command" - <<<"$out"
}

cli_default_is_status()
{
	on data/story
	expect 0 "$tool" "${args[@]}"
	diff golden/story.status - <<<"$out"
}

cli_width()
{
	check no_line_over_80 golden/*
	check no_line_over_80 <("$tool" --help)
	check no_line_over_80 <("$tool" values)
}

cli_json()
{
	local host

	for host in story mglru broken; do
		on "data/$host"
		expect 0 "$tool" --json "${args[@]}"
		json '.schema == 1 and .tool_version and (.zones | length > 0)
			and (.findings | all(.id and .severity and .text and .evidence))'
	done
	# of broken, the last
	json '.zones[0].raised_pages == null and .zones[0].boost_pages == 0
		and .findings[0].severity == "bad" and .settings.mglru == "absent"'
	expect 1 "$tool" doctor --json "${args[@]}"
	json '.probes[3] | .state == "failed" and .error == -22 and .hits == null and .without'
	json '.btf.available == false and .host.lockdown == "integrity"'
	expect 0 "$tool" --version --json
	json '.schema == 1'
	expect 0 "$tool" values --json
	json '.values | length > 30 and all(.name and .unit and .kind and .help)'
}

# json_error STATUS ID ARGUMENT...: the sentence also as JSON on stdout.
json_error()
{
	local status=$1 id=$2

	shift 2
	expect "$status" "$tool" --json "$@"
	says ""
	jq -e --arg id "$id" --arg err "$err" --argjson status "$status" \
		'.error.id == $id and .error.exit_code == $status
		 and "reclaimwatch: " + .error.message == $err' <<<"$out" >/dev/null || {
		echo "not the error: $out"
		exit 1
	}
}

cli_json_errors()
{
	json_error 2 usage --nonsense
	json_error 2 usage nonsense
	json_error 2 usage clamp
	json_error 2 usage status more
	copy story
	: >"$files/zones"
	json_error 6 truncated "${args[@]}"
	echo x >"$files/zones"
	json_error 6 garbled "${args[@]}"
	printf 'schema 7\nend\n' >"$files/zones"
	json_error 6 unknown_schema "${args[@]}"
	rm -r "$files"
	json_error 5 unreadable "${args[@]}"
	json_error 3 module_not_loaded clamp show --sysfs "$bad/nothing"
}

cli_usage()
{
	expect 2 "$tool" nonsense
	says 'unknown command "nonsense"; run: reclaimwatch --help'
	expect 2 "$tool" --nonsense
	says 'unknown option "--nonsense"'
	expect 2 "$tool" -x
	says 'unknown option "-x"'
	expect 2 "$tool" --debugfs
	says 'option "--debugfs" needs an argument'
	expect 2 "$tool" status more
	says 'unexpected argument "more"'
	expect 2 "$tool" doctor more
	says 'unexpected argument "more"'
	expect 2 "$tool" values more
	says 'unexpected argument "more"'
	expect 2 "$tool" clamp
	says 'clamp needs one of on, off and show'
	expect 2 "$tool" clamp maybe
	says 'clamp needs one of on, off and show'
	expect 2 "$tool" clamp on now
	says 'unexpected argument "now"'
	expect 2 "$tool" ""
	says 'unknown command ""'
}

cli_help()
{
	local command

	expect 0 "$tool" --help
	has 'Exit codes:'
	has '^  9  out of memory'
	for command in status doctor clamp values; do
		expect 0 "$tool" "$command" --help
		has "^usage: reclaimwatch $command"
	done
	expect 0 "$tool" --version
	has '^reclaimwatch [0-9.]+ \(schema 1\)$'
}

cli_module()
{
	[ ! -e /sys/module/reclaimwatch ] || skip "the module is loaded here"
	expect 3 "$tool"
	says 'the module is not loaded; run: modprobe reclaimwatch'
	expect 3 "$tool" clamp show
	says 'the module is not loaded; run: modprobe reclaimwatch'
	mkdir "$bad/empty"
	expect 3 "$tool" --debugfs "$bad/empty"
	says "$bad/empty holds no directory reclaimwatch"
	expect 1 "$tool" doctor
	has '^BAD   No figures: the module is not loaded'
	has '^Functions the probes need'
}

cli_debugfs()
{
	copy story
	rm "$files/nodes"
	expect 5 "$tool" "${args[@]}"
	says "$files/nodes is missing"
	rm -r "$files"
	expect 5 "$tool" "${args[@]}"
	says "the module is loaded but $files does not exist"
	rm -r "$host/sys/kernel/debug/kprobes"
	expect 5 "$tool" "${args[@]}"
	says "debugfs is not mounted on $host/sys/kernel/debug; run: mount -t debugfs"
	rmdir "$host/sys/kernel/debug"
	expect 5 "$tool" "${args[@]}"
	says "debugfs is not mounted on"
	copy story
	rm "$files/zones"
	mkdir "$files/zones"
	expect 5 "$tool" "${args[@]}"
	says "$files/zones cannot be read (Is a directory)"
}

cli_text()
{
	local name

	for name in about zones nodes probes; do
		copy story
		sed -i '$d' "$files/$name"
		expect 6 "$tool" "${args[@]}"
		says "$files/$name is truncated"
		: >"$files/$name"
		expect 6 "$tool" "${args[@]}"
		says "$files/$name is truncated"
		printf 'schema 2\nend\n' >"$files/$name"
		expect 6 "$tool" "${args[@]}"
		says "$files/$name is written in schema 2 and this tool knows schema 1"
		head -c 1000 /dev/zero >"$files/$name"
		expect 6 "$tool" "${args[@]}"
		says "$files/$name is garbled (line 1: longer than 256 bytes)"
		head -c 64 /dev/zero | cat - <(echo) >"$files/$name"
		expect 6 "$tool" "${args[@]}"
		says "$files/$name is garbled (line 1: byte 0x00 is not text)"
	done
}

cli_gigabyte()
{
	copy story
	truncate -s 1G "$files/zones"
	expect 6 "$tool" "${args[@]}"
	says "$files/zones is larger than 16 MiB"
	rm "$files/zones"
	ln -s /dev/zero "$files/zones"
	expect 6 "$tool" "${args[@]}"
	says "$files/zones is larger than 16 MiB"
	rm "$files/zones"
	mkfifo "$files/zones"
	expect 6 timeout 10 "$tool" "${args[@]}"
	says "$files/zones is truncated"
}

# What the kernel says around the module's figures, too long or not there.
cli_facts()
{
	local file

	copy story
	for file in sys/kernel/mm/lru_gen/enabled sys/devices/system/node/node0/meminfo \
		sys/kernel/security/lockdown sys/kernel/debug/kprobes/enabled \
		proc/sys/vm/watermark_boost_factor proc/sys/kernel/osrelease; do
		head -c 100000 /dev/zero | tr '\0' 1 >"$host/$file"
	done
	expect 0 "$tool" "${args[@]}"
	has '^vm.watermark_boost_factor  n/a$'
	has '^MGLRU                      n/a$'
	has '^node 0 +n/a +n/a +n/a +n/a +n/a$'
	expect 0 "$tool" doctor "${args[@]}"
	has '^kprobes       n/a$'
	rm -r "$host/proc" "$host/sys/kernel/mm" "$host/sys/devices"
	expect 0 "$tool" "${args[@]}"
	has '^all nodes +n/a$'
	has '^MGLRU                      n/a$'
}

cli_doctor_garbled()
{
	copy story
	echo x >"$files/zones"
	expect 1 "$tool" doctor "${args[@]}"
	has '^BAD   No figures:$'
	has '^module +loaded$'
}

cli_clamp()
{
	copy story
	expect 0 "$tool" clamp show "${args[@]}"
	check [ "$out" = "The boost clamp is off." ]
	expect 0 "$tool" clamp on "${args[@]}"
	check [ "$out" = "The boost clamp is now on." ]
	check [ "$(cat "$host/sys/kernel/reclaimwatch/boost_clamp")" = 1 ]
	expect 0 "$tool" clamp show "${args[@]}"
	check [ "$out" = "The boost clamp is on." ]
	expect 0 "$tool" clamp off --json "${args[@]}"
	json '.boost_clamp == 0'
	check [ "$(cat "$host/sys/kernel/reclaimwatch/boost_clamp")" = 0 ]
}

cli_clamp_bad()
{
	local file

	copy story
	file=$host/sys/kernel/reclaimwatch/boost_clamp
	for text in 2 "" 01 on '0 '; do
		echo "$text" >"$file"
		expect 6 "$tool" clamp show "${args[@]}"
		says "neither 0 nor 1"
	done
	# What is written and never comes back.
	ln -sf /dev/null "$file"
	expect 6 "$tool" clamp on "${args[@]}"
	says "neither 0 nor 1"
	ln -sf /dev/full "$file"
	expect 7 "$tool" clamp on "${args[@]}"
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

# As a user who may not read; the tool itself may be out of that user's reach.
cli_not_root()
{
	local as

	[ "$(id -u)" = 0 ] || skip "only root can become another user"
	command -v setpriv >/dev/null || skip "setpriv is not installed"
	as=(setpriv --reuid 65534 --regid 65534 --clear-groups)
	copy story
	cp "$tool" "$bad/tool"
	chmod 755 "$bad/tool" "$bad"
	"${as[@]}" "$bad/tool" --version >/dev/null || skip "another user cannot run the tool"
	chmod 700 "$host/sys/kernel/debug"
	expect 4 "${as[@]}" "$bad/tool" "${args[@]}"
	says "no permission to read $files/about; run it as root"
	expect 1 "${as[@]}" "$bad/tool" doctor "${args[@]}"
	has 'not readable by this user'
	expect 0 "${as[@]}" "$bad/tool" clamp show "${args[@]}"
	expect 4 "${as[@]}" "$bad/tool" clamp on "${args[@]}"
	says "no permission to write $host/sys/kernel/reclaimwatch/boost_clamp; run it as root"
	chmod 600 "$host/sys/kernel/reclaimwatch/boost_clamp"
	expect 4 "${as[@]}" "$bad/tool" clamp show "${args[@]}"
	says "no permission to read"
}

cli_output()
{
	local command status

	on data/story
	for command in status doctor values --help --version "status --json" "clamp show"; do
		status=0
		# shellcheck disable=SC2086 # more than one word
		err=$("$tool" $command "${args[@]}" 2>&1 >/dev/full) || status=$?
		[ "$status" = 8 ] || { echo "$command on /dev/full: $status"; exit 1; }
		says "the output could not be written ("
	done
	status=0
	err=$("$tool" "${args[@]}" 2>&1 >&-) || status=$?
	[ "$status" = 8 ] || { echo "closed stdout: $status"; exit 1; }
	says "the output could not be written"
	# A reader that is gone before the first line.
	mkfifo "$bad/pipe"
	exec 7<>"$bad/pipe"
	exec 8>"$bad/pipe" 7<&-
	status=0
	err=$("$tool" "${args[@]}" 2>&1 >&8) || status=$?
	exec 8>&-
	[ "$status" = 8 ] || { echo "broken pipe: $status"; exit 1; }
	says "the output could not be written (Broken pipe)"
}

# On a terminal in colour, unless NO_COLOR says otherwise; plain on a pipe.
cli_colour()
{
	local esc=$'\033'

	command -v script >/dev/null || skip "script is not installed"
	on data/story
	out=$(TERM=xterm NO_COLOR='' script -qec "$tool ${args[*]}" /dev/null </dev/null)
	[[ $out == *"$esc"* ]] || { echo "no colour on a terminal"; exit 1; }
	out=$(TERM=xterm NO_COLOR=1 script -qec "$tool ${args[*]}" /dev/null </dev/null)
	[[ $out == *Settings* && $out != *"$esc"* ]] || { echo "colour despite NO_COLOR"; exit 1; }
	out=$(TERM=dumb NO_COLOR='' script -qec "$tool ${args[*]}" /dev/null </dev/null)
	[[ $out == *Settings* && $out != *"$esc"* ]] || { echo "colour on a dumb terminal"; exit 1; }
	out=$(TERM=xterm NO_COLOR='' "$tool" "${args[@]}")
	[[ $out != *"$esc"* ]] || { echo "colour on a pipe"; exit 1; }
}

cli_tests()
{
	local host

	for host in story mglru broken; do
		tap_test "cli: status of $host" golden "$host" status 0
	done
	tap_test "cli: doctor of story" golden story doctor 0
	tap_test "cli: doctor of mglru" golden mglru doctor 1
	tap_test "cli: doctor of broken" golden broken doctor 1
	tap_test "cli: status is the default" cli_default_is_status
	tap_test "cli: 80 columns" cli_width
	tap_test "cli: JSON" cli_json
	tap_test "cli: errors as JSON" cli_json_errors
	tap_test "cli: usage" cli_usage
	tap_test "cli: help and version" cli_help
	tap_test "cli: module not loaded" cli_module
	tap_test "cli: debugfs not there" cli_debugfs
	tap_test "cli: garbled, truncated, unknown schema" cli_text
	tap_test "cli: endless files" cli_gigabyte
	tap_test "cli: facts that are not there" cli_facts
	tap_test "cli: doctor with a garbled file" cli_doctor_garbled
	tap_test "cli: clamp" cli_clamp
	tap_test "cli: clamp that does not work" cli_clamp_bad
	tap_test "cli: not root" cli_not_root
	tap_test "cli: output that cannot be written" cli_output
	tap_test "cli: colour" cli_colour
}
