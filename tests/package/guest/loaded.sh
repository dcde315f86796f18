# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0

# loaded: the boot has brought the module up with the options set for it.
loaded()
{
	is "the system is up and well" "$boot" running
	is "the module is loaded" "$(lsmod | grep -c "^reclaimwatch ")" 1
	is "with the options of modprobe.d" "$(cat /sys/kernel/reclaimwatch/boost_clamp)" 1
	ends "the tool reads it" 0 reclaimwatch
	says "and says the clamp is on" '^boost clamp +on'
	ends "doctor finds no problem" 0 reclaimwatch doctor
}
