# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# user/completion/reclaimwatch.bash, called as bash calls it when Tab is pressed.

# offered TOOL WORD...: what is offered for the last word, one a line.
offered()
{
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_reclaimwatch "$1" "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
	[ "${#COMPREPLY[@]}" = 0 ] || printf '%s\n' "${COMPREPLY[@]}"
}
