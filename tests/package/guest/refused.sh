# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0

# refused REASON: a kernel that takes only modules signed with a key it knows.
refused()
{
	ends "modprobe is refused" 1 modprobe reclaimwatch
	says "by the kernel" "$1"
	is "the module is not loaded" "$(lsmod | grep -c "^reclaimwatch ")" 0
	ends "the tool ends with the code for that" 3 reclaimwatch
	says "and says why, and what to do" '^reclaimwatch: .*signed.*mokutil'
	is "in one sentence" "$(wc -l </run/out)" 1
	ends "doctor finds the problem" 1 reclaimwatch doctor
	says "and says why" 'signed modules'
}
