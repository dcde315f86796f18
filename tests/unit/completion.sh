# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The completion for bash.  Sourced by run, which sets $tool and $bad.  That it offers
# all that there is, is for tests/lint/run.
. ../lib/completion.sh

# offers "WORD..." WORD...: exactly these, for the last of the words typed.
offers()
{
	local want=$1 got

	shift
	got=$(offered "$tool" "$@" 2>&1 | tr '\n' ' ')
	[ "${got% }" = "$want" ] && return
	echo "offered after \"$*\": \"${got% }\", not \"$want\""
	exit 1
}

completion_words()
{
	. ../../user/completion/reclaimwatch.bash
	offers "doctor" d
	offers "" x
	offers "--json" --j
	offers "doctor" --json d
	offers "off on" clamp o
	offers "show" clamp --json s
	offers "show" --json clamp s
	offers "" clamp on o
	offers "blame" groups b
	offers "objects" groups o
	offers "off on" groups lru o
	offers "" groups lru on o
	offers "" events --last ""
	offers "all lower" clamp on --scope ""
	offers "lower" clamp on --scope = l
	offers "" clamp on --pct ""
	offers "--last" events --la
	offers "--version" clamp on --v
	offers "--version" clamp --v
	offers "" status d
	check [ "$(offered "$tool" status "")" = "$(offered "$tool" -)" ]
	check [ "$(offered "$tool" nonsense "")" = "$(offered "$tool" -)" ]
}

# A folder of its own: other tests put files with random names into $bad.
own_folder()
{
	bad=$(mktemp -d -p "$bad" completion.XXXXXX)
}

completion_paths()
{
	. ../../user/completion/reclaimwatch.bash
	own_folder
	mkdir "$bad/a folder"
	touch "$bad/a file"
	offers "$bad/a folder" --sysfs "$bad/a"
	offers "$bad/a folder" --sysfs = "$bad/a"
	offers "$bad/a file $bad/a folder" record "$bad/a"
	offers "$bad/a file $bad/a folder" report --json "$bad/a"
	offers "" record "$bad/a file" "$bad/a"
	offers "$bad/a file $bad/a folder" --btf "$bad/a"
	offers "$bad/a file" status --btf = "$bad/a fi"
	cd "$bad/a folder" || exit
	mkdir sub
	offers "sub" --sysfs ""
	offers "sub" --sysfs =
	# What an option takes is no command.
	offers "doctor" --sysfs clamp d
	offers "doctor" --sysfs = clamp d
	offers "" --sysfs "$bad/nothing"
}

# Whatever the tool says; also what it does not say yet.
completion_asks()
{
	. ../../user/completion/reclaimwatch.bash
	own_folder
	tool=$bad/stand-in
	cat >"$tool" <<'EOF'
#!/bin/sh
case $1 in
wash) echo "usage: reclaimwatch wash cold|warm 30|40 [options]" ;;
dry) printf '%s\n' "usage: reclaimwatch dry [WHAT in|out TIME] [options]" "" "WHAT: socks shirts" ;;
--help) printf '%s\n' "usage: x" "" "  wash cold|warm 30|40  washes" "  iron   irons" \
	"  dry [WHAT in|out TIME]  dries" "" \
	"  --soap FILE  uses this" "               DIR/soap" "  --spin N     fast" "  --rinse      too" "" "  0  clean" ;;
esac
EOF
	chmod +x "$tool"
	offers "dry iron wash" ""
	offers "--rinse --soap --spin" -
	offers "cold warm" wash ""
	offers "30 40" wash cold --rinse ""
	offers "--rinse --soap --spin" wash cold 30 ""
	offers "shirts socks" dry ""
	offers "in out" dry socks ""
	offers "--rinse --soap --spin" dry socks in ""
	offers "" --spin ""
	offers "$tool" --soap "$bad/stand"
}

completion_no_tool()
{
	. ../../user/completion/reclaimwatch.bash
	tool=$bad/nothing
	offers "" ""
	offers "" clamp ""
	tool=/bin/false
	offers "" ""
	offers "" clamp ""
}

completion_tests()
{
	tap_test "completion: words" completion_words
	tap_test "completion: paths" completion_paths
	tap_test "completion: asks the tool" completion_asks
	tap_test "completion: no tool" completion_no_tool
}
