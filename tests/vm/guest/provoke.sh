# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# For cases that make the kernel do things with tests/provoke.

PROVOKE=/sys/kernel/debug/reclaimwatch_provoke

# provoke COMMAND...: see provoke.h; what came of it is read with provoked.
provoke() {
	echo "$*" >$PROVOKE/do
}

provoked() { # done|failed|ns|failed_ns
	awk -v name="$1" '$1 == name { print $2 }' $PROVOKE/result
}

# provoke_shrinkers NAME [N]: what the test shrinkers know, summed, or of the Nth alone.
provoke_shrinkers() {
	awk -v name="$1" -v only="${2:-}" '
		$1 == "shrinker" { here = only == "" || $2 == only }
		here && $1 == name { sum += $2 }
		END { print sum + 0 }' $PROVOKE/shrinkers
}
