# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# "watch" in a terminal: tmux, which knows what is on the screen.  Sourced by run, after
# cli.sh.

tm()
{
	tmux -S "$terminal/tmux" -f /dev/null "$@"
}

# in_terminal COLUMNS ROWS COMMAND: runs it in a terminal of that size, and no longer in
# the one before.
in_terminal()
{
	command -v tmux >/dev/null || skip "tmux is not installed"
	[ -z "${terminal-}" ] || tm kill-server
	terminal=$(mktemp -d "$bad/XXXXXX")
	trap 'tm kill-server 2>/dev/null' EXIT
	tm new-session -d -x "$1" -y "$2" "$3; echo \"ended with \$?\"; exec sleep 1000"
}

# watching COLUMNS ROWS [INTERVAL]: on a copy of a captured host.
watching()
{
	copy mglru
	in_terminal "$1" "$2" "$tool watch ${3-10} ${args[*]}"
}

# The screen is that of FILE, cell by cell; it may take a moment.
shows()
{
	local i

	for i in {1..100}; do
		tm capture-pane -p >"$bad/screen"
		cmp -s "$bad/screen" "$1" && return
		sleep 0.1
	done
	diff "$1" "$bad/screen"
	exit 1
}

# A line of it matches, sooner or later.
sooner_or_later()
{
	local i

	for i in {1..100}; do
		out=$(tm capture-pane -p)
		grep -qE -e "$1" <<<"$out" && return
		sleep 0.1
	done
	has "$1"
}

# What tmux would join, it had to wrap.
nothing_wrapped()
{
	diff <(tm capture-pane -p | sed 's/ *$//') <(tm capture-pane -p -J | sed 's/ *$//')
}

cli_watch_screen()
{
	watching 80 24
	shows golden/watch/totals-80x24
	check nothing_wrapped
	tm send-keys h
	shows golden/watch/help-80x24
	tm send-keys h
	shows golden/watch/totals-80x24
	tm send-keys C-l
	shows golden/watch/totals-80x24
	tm send-keys Down
	shows golden/watch/totals-80x24
	tm send-keys q
	sooner_or_later '^ended with 0'
}

cli_watch_large()
{
	watching 200 50
	shows golden/watch/totals-200x50
	check nothing_wrapped
	tm send-keys C-c
	sooner_or_later '^ended with 0'
}

cli_watch_resize()
{
	watching 80 24
	shows golden/watch/totals-80x24
	tm resize-window -x 200 -y 50
	shows golden/watch/totals-200x50
	check nothing_wrapped
	tm resize-window -x 20 -y 3
	sooner_or_later '^BAD   Node 0: ksw\.\.\.'
	tm resize-window -x 80 -y 24
	shows golden/watch/totals-80x24
	check nothing_wrapped
}

cli_watch_keys()
{
	watching 80 24 0.1
	sooner_or_later 'totals: off'
	tm send-keys s
	sooner_or_later 'sort: work'
	tm send-keys s
	sooner_or_later 'sort: longest'
	tm send-keys t
	sooner_or_later '^node 0 +335 '
	tm send-keys p
	sooner_or_later '^reclaimwatch .* PAUSED$'
	set_value nodes boosted_passes 777
	sleep 0.5
	sooner_or_later '^node 0 +335 '
	tm send-keys p
	sooner_or_later '^node 0 +777 '
	has '^reclaimwatch .* every 0.1 s$'
}

# Rates, of what another program writes in between.
cli_watch_rates()
{
	watching 80 24 2
	sooner_or_later '^node 0 +335 '
	set_value nodes boosted_passes 345
	set_value about now_ns 100000000000000
	sooner_or_later '^Passes +boosted/s '
}

bytes_sent()
{
	stat -c %s "$terminal/sent"
}

# Nothing is sent where nothing changes, and little where little does.
cli_watch_flicker()
{
	local sent

	watching 80 24 0.1
	sooner_or_later 'totals: off'
	tm pipe-pane "exec cat >$terminal/sent"
	sleep 2
	check [ "$(bytes_sent)" = 0 ]
	set_value about boost_clamp 1
	sooner_or_later '  clamp on$'
	sleep 0.5
	sent=$(bytes_sent)
	check [ "$sent" -gt 0 ]
	check [ "$sent" -le 100 ]
}

cli_watch_colour()
{
	watching 80 24
	shows golden/watch/totals-80x24
	out=$(tm capture-pane -p -e)
	has $'\e\\[[0-9;]*31m'
	in_terminal 80 24 "NO_COLOR=1 $tool watch 10 ${args[*]}"
	shows golden/watch/totals-80x24
	out=$(tm capture-pane -p -e)
	check [ -z "$(grep -E $'\e\\[[0-9;]*3[0-7]m' <<<"$out")" ]
}

cli_watch_unloaded()
{
	watching 80 24 0.1
	sooner_or_later 'totals: off'
	# As the kernel does it: not all at once.
	rm "$files/about"
	sleep 0.2
	rm -r "$files" "$host/sys/module/reclaimwatch"
	sooner_or_later '^reclaimwatch: .* holds no directory'
	sooner_or_later '^ended with 3'
}

# To the shell and back; what is stopped ends when it is told to, too.
cli_watch_stopped()
{
	copy mglru
	in_terminal 80 24 "env -i TERM=\$TERM PATH=\$PATH PS1=shell: bash --norc -i"
	sooner_or_later '^shell:'
	tm send-keys "$tool watch 10 ${args[*]}" Enter
	shows golden/watch/totals-80x24
	tm send-keys C-z
	sooner_or_later 'Stopped'
	tm send-keys fg Enter
	shows golden/watch/totals-80x24
	tm send-keys C-z
	sooner_or_later 'Stopped'
	tm send-keys "kill %1; bg; wait %1; echo then \$?" Enter
	sooner_or_later '^then 0'
}

cli_watch_errors()
{
	on data/mglru
	expect 2 "$tool" watch "${args[@]}"
	says 'watch needs a terminal; for a line every second run: reclaimwatch stat 1'
	expect 2 "$tool" watch --json "${args[@]}"
	says 'watch draws a screen; for JSON run: reclaimwatch stat 1 --json'
	expect 2 "$tool" watch 0.01 "${args[@]}"
	says 'an interval of "0.01" is too short'
	expect 2 "$tool" watch often "${args[@]}"
	says '"often" is not an interval in seconds; run: reclaimwatch watch --help'
	expect 2 "$tool" watch 1 2 "${args[@]}"
	says 'unexpected argument "2"'
	expect 3 "$tool" watch --sysfs "$bad" --procfs "$bad"
	says 'holds no directory reclaimwatch'
	in_terminal 80 24 "TERM=nonsense $tool watch ${args[*]}"
	sooner_or_later '^reclaimwatch: a terminal of type "nonsense" is not known here; '
	sooner_or_later '^ended with 2'
	in_terminal 80 24 "TERM=dumb $tool watch ${args[*]}"
	sooner_or_later '^reclaimwatch: a terminal of type "dumb" cannot show a full screen; '
	in_terminal 80 24 "env -u TERM $tool watch ${args[*]}"
	sooner_or_later '^reclaimwatch: TERM is not set; '
}

cli_watch_tests()
{
	tap_test "watch: the screen and its help in a terminal" cli_watch_screen
	tap_test "watch: a large screen" cli_watch_large
	tap_test "watch: resized" cli_watch_resize
	tap_test "watch: sorted, paused, totals" cli_watch_keys
	tap_test "watch: what grew, a second" cli_watch_rates
	tap_test "watch: sends only what changed" cli_watch_flicker
	tap_test "watch: colour, unless NO_COLOR is set" cli_watch_colour
	tap_test "watch: the module is unloaded" cli_watch_unloaded
	tap_test "watch: stopped and continued" cli_watch_stopped
	tap_test "watch: sentences" cli_watch_errors
}
