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

# golden HOST COMMAND STATUS [OPTION]: what it prints is golden/HOST.COMMAND[OPTION].
golden()
{
	local host=$1 command=$2 status=$3 option=${4-}

	on "data/$host"
	# shellcheck disable=SC2086 # none or one
	expect "$status" "$tool" "$command" $option "${args[@]}"
	if [ "${UPDATE_GOLDEN:-0}" = 1 ]; then
		echo "$out" >"golden/$host.$command$option"
	fi
	diff -u "golden/$host.$command$option" - <<<"$out"
}

# One screen, even of two nodes on which everything goes wrong at once.
cli_one_screen()
{
	check [ "$(wc -l <golden/mglru.status)" -le 72 ]
	check [ "$(wc -l <golden/story.status)" -le 64 ]
}

# Eight nodes of four zones and 2000 shrinkers each.
cli_big()
{
	copy mglru
	./big-host "$host" 8 2000
	expect 0 "$tool" status "${args[@]}"
	check no_line_over_80 <<<"$out"
	check [ "$(wc -l <<<"$out")" -le 130 ]
	has '^\.\.\. and 15995 more, with --all'
	expect 0 "$tool" status --all "${args[@]}"
	# Each is in two tables.
	check [ "$(grep -c '^n[0-7] ext4:dm-' <<<"$out")" = 32000 ]
}

cli_partial()
{
	copy story
	sed -i '/^probe lru/,/^probe/s/state attached/state partial/
		s/^  *//; s/^/  /; s/^  \(probe\|schema\|end\)/\1/' "$files/probes"
	sed -i 's/^kswapd_reclaimed_seen .*/kswapd_reclaimed_seen 7/' "$files/about"
	expect 1 "$tool" doctor "${args[@]}"
	has '^WARN  Probe lru does not see everything \(partial\): kswapd reclaimed 205011'
	has '^lru +partial '
}

cli_default_is_status()
{
	on data/story
	expect 0 "$tool" "${args[@]}"
	diff golden/story.status - <<<"$out"
}

cli_width()
{
	check no_line_over_80 golden/*.*
	check no_line_over_80 <("$tool" --help)
	check no_line_over_80 <("$tool" values)
}

cli_json()
{
	local host

	for host in story mglru broken; do
		on "data/$host"
		expect 0 "$tool" --json "${args[@]}"
		[ "$host" = broken ] || json '(.shrinkers[0] | .freed_objects and .node == 0)
			and (.tasks | length > 1) and (.cgroups[0].cgroup_id > 0)
			and (.compaction[0].success > 1) and (.histograms[0].buckets | length == 26)
			and (.groups | length == 11) and (.probes | all(.group))'
		json '.schema == 1 and .tool_version and (.zones | length > 0)
			and (.findings | all(.id and .severity and .text and .evidence))'
	done
	copy story
	sed -i 's/^boost_clamp_by .*/boost_clamp_by my\\x20sh/' "$files/about"
	expect 0 "$tool" --json "${args[@]}"
	json '.about.boost_clamp_by == "my sh" and .about.boost_clamp_scope == "all"'
	on data/broken
	expect 0 "$tool" --json "${args[@]}"
	json '.zones[0].raised_pages == null and .zones[0].boost_pages == 0
		and .findings[0].severity == "bad" and .settings.mglru == "absent"'
	expect 1 "$tool" doctor --json "${args[@]}"
	json '.probes[3] | .state == "failed" and .error == -22 and .hits == null and .without'
	json '.btf.available == false and .host.lockdown == "integrity"'
	expect 0 "$tool" --version --json
	json '.schema == 1'
	expect 0 "$tool" values --json
	json '.values | length > 30 and all(.name and .unit and .kind and .help)'
	# A probe comes after another; a value of a kind needs that kind's, too.
	json '[.values[].needs.asleep_ns // empty] == [["sleep", "wake"]]'
	json '[.values[] | select(.scope == "run") | .needs.direct_shrink_slab_calls // empty]
		== [["slab", "direct_end", "direct_begin"]]'
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
	expect 2 "$tool" doctor --all
	says 'option "--all" is not for doctor; run: reclaimwatch doctor --help'
	expect 2 "$tool" --debugfs
	says 'option "--debugfs" needs an argument'
	expect 2 "$tool" status more
	says 'unexpected argument "more"'
	expect 2 "$tool" doctor more
	says 'unexpected argument "more"'
	expect 2 "$tool" values more
	says 'unexpected argument "more"'
	expect 2 "$tool" clamp
	says 'clamp needs one of on, off, auto, show and try'
	expect 2 "$tool" clamp maybe
	says 'clamp needs one of on, off, auto, show and try'
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
	for command in status doctor stat events export clamp groups values; do
		expect 0 "$tool" "$command" --help
		has "^usage: reclaimwatch $command"
		check no_line_over_80 <<<"$out"
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

# A kernel that takes only signed modules: the sentence says so, whatever was asked.
cli_signed()
{
	local enforce

	for enforce in N Y; do
		copy story
		rm -r "$host/sys/module/reclaimwatch" "$host/sys/kernel/reclaimwatch"
		mkdir -p "$host/sys/module/module/parameters"
		echo $enforce >"$host/sys/module/module/parameters/sig_enforce"
		expect 3 "$tool" clamp show "${args[@]}"
		[ $enforce = Y ] || says 'the module is not loaded; run: modprobe reclaimwatch'
	done
	says 'not loaded and this kernel takes only signed ones (module.sig_enforce=1); run: modprobe'
	says 'mokutil --import /var/lib/dkms/mok.pub'
	echo 'none [integrity] confidentiality' >"$host/sys/kernel/security/lockdown"
	expect 3 "$tool" clamp show "${args[@]}"
	says 'only signed ones (lockdown=integrity); run: modprobe'
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

	for name in about zones nodes probes groups shrinkers tasks cgroups compaction \
		histograms; do
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
	says "$files/zones is larger than 64 MiB"
	rm "$files/zones"
	ln -s /dev/zero "$files/zones"
	expect 6 "$tool" "${args[@]}"
	says "$files/zones is larger than 64 MiB"
	rm "$files/zones"
	mkfifo "$files/zones"
	expect 6 timeout 10 "$tool" "${args[@]}"
	says "$files/zones is truncated"
}

# The files of an older module: its values are shown, the others are not there.
cli_older_module()
{
	copy story
	(cd "$files" && rm groups shrinkers tasks cgroups compaction histograms events)
	expect 0 "$tool" "${args[@]}"
	has '^node 0 DMA32 '
	expect 0 "$tool" doctor "${args[@]}"
	expect 0 "$tool" --json "${args[@]}"
	json '.groups == null and .shrinkers == null and .tasks == null and .cgroups == null
		and .compaction == null and .histograms == null and (.nodes | length) == 1'
}

# Prints where the first hierarchy of cgroups is that the tool would look in, if any.
mounted_cgroups()
{
	local dir

	for dir in /sys/fs/cgroup/{memory,,unified}; do
		case $(stat -fc %T "$dir" 2>/dev/null || true) in
		cgroupfs | cgroup2fs)
			echo "$dir"
			return
			;;
		esac
	done
}

# The id of a cgroup becomes its path, in a real hierarchy; a chroot may have none.
cli_cgroup_path()
{
	local root

	root=$(mounted_cgroups)
	[ -n "$root" ] || skip "no cgroups are mounted on /sys/fs/cgroup here"
	copy story
	sed -i "s/^direct 0 .*/direct 0 $(stat -c %i "$root")/" "$files/cgroups"
	expect 0 "$tool" --json --debugfs "$host/sys/kernel/debug"
	json '.cgroups[0].path == "/" and .cgroups[1].path == null and .cgroups[2].cgroup_id == null'
}

# What the kernel says around the module's figures, too long or not there.
cli_facts()
{
	local file

	copy story
	for file in sys/kernel/mm/lru_gen/enabled sys/devices/system/node/node0/meminfo \
		sys/kernel/security/lockdown sys/kernel/debug/kprobes/enabled \
		proc/sys/vm/watermark_boost_factor proc/sys/kernel/osrelease \
		proc/sys/fs/dentry-state; do
		head -c 100000 /dev/zero | tr '\0' 1 >"$host/$file"
	done
	expect 0 "$tool" "${args[@]}"
	has '^Settings +vm.watermark_boost_factor n/a; boost clamp off; MGLRU n/a;'
	has '^dentries      all n/a, unused n/a, negative n/a$'
	has '^node 0 +n/a +n/a +n/a +n/a +n/a$'
	expect 0 "$tool" doctor "${args[@]}"
	has '^kprobes       n/a$'
	rm -r "$host/proc" "$host/sys/kernel/mm" "$host/sys/devices"
	expect 0 "$tool" "${args[@]}"
	has '^all nodes +n/a$'
	has '^Settings +vm.watermark_boost_factor n/a; boost clamp off; MGLRU n/a;'
	has '^dentries      all n/a, unused n/a, negative n/a$'
}

cli_doctor_garbled()
{
	copy story
	echo x >"$files/zones"
	expect 1 "$tool" doctor "${args[@]}"
	has '^BAD   No figures:$'
	has '^module +loaded$'
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
	for command in status doctor events "events --json" stat "export --json" \
		"export --openmetrics" values --help --version "status --json" "clamp show"; do
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
	tap_test "cli: status --all of story" golden story status 0 --all
	tap_test "cli: status --all of mglru" golden mglru status 0 --all
	tap_test "cli: one screen" cli_one_screen
	tap_test "cli: eight nodes, 2000 shrinkers each" cli_big
	tap_test "cli: doctor of story" golden story doctor 0
	tap_test "cli: a probe that sees a part" cli_partial
	tap_test "cli: doctor of mglru" golden mglru doctor 1
	tap_test "cli: doctor of broken" golden broken doctor 1
	tap_test "cli: status is the default" cli_default_is_status
	tap_test "cli: 80 columns" cli_width
	tap_test "cli: JSON" cli_json
	tap_test "cli: errors as JSON" cli_json_errors
	tap_test "cli: usage" cli_usage
	tap_test "cli: help and version" cli_help
	tap_test "cli: module not loaded" cli_module
	tap_test "cli: only signed modules" cli_signed
	tap_test "cli: debugfs not there" cli_debugfs
	tap_test "cli: garbled, truncated, unknown schema" cli_text
	tap_test "cli: endless files" cli_gigabyte
	tap_test "cli: an older module" cli_older_module
	tap_test "cli: paths of cgroups" cli_cgroup_path
	tap_test "cli: facts that are not there" cli_facts
	tap_test "cli: doctor with a garbled file" cli_doctor_garbled
	tap_test "cli: not root" cli_not_root
	tap_test "cli: output that cannot be written" cli_output
	tap_test "cli: colour" cli_colour
}
