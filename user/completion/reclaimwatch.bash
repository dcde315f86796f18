# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Completion for bash.  No word is listed here: what there is to complete is asked
# of the tool, by its --help.

# Sets what the help says: words are the commands, takes[--option] what an option
# takes: DIR, FILE, one of the words in a|b, something else or nothing.
_reclaimwatch_ask()
{
	local line

	while IFS= read -r line; do
		if [[ $line =~ ^\ \ (--[a-z-]+)\ ([^ ]*) ]]; then
			takes[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
		elif [[ $line =~ ^\ \ ([a-z-]+)\  ]]; then
			words+=("${BASH_REMATCH[1]}")
		fi
	done < <("$1" --help 2>/dev/null)
}

# Sets words to what the command takes as its argument number $3: "a|b c|d" in the
# first line of its own help is one of a and b, then one of c and d; FILE is that; "[X]" may be left
# out, and what X is says a line "X: a b", if there is one.
_reclaimwatch_ask_arguments()
{
	local line help arguments=() argument

	words=()
	help=$("$1" "$2" --help 2>/dev/null)
	line=${help%%$'\n'*}
	line=${line#"usage: reclaimwatch $2"}
	read -ra arguments <<<"${line%"[options]"}"
	argument=${arguments[$3]-}
	argument=${argument//[][]/}
	if [[ $argument != [A-Z]* || $argument == FILE ]]; then
		IFS='|' read -ra words <<<"$argument"
	elif [[ $'\n'$help == *$'\n'"$argument: "* ]]; then
		line=${help#*$'\n'"$argument: "}
		read -ra words <<<"${line%%$'\n'*}"
	fi
}

# Called with the name of the tool and the word to complete.
_reclaimwatch()
{
	local current=$2 word option='' command='' count=0 words=()
	local -A takes=()

	COMPREPLY=()
	_reclaimwatch_ask "$1"
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		if [ "$word" = = ]; then # of --option=value, a word of its own to bash
			continue
		elif [ -n "$option" ]; then
			option=
		elif [[ $word == -* ]]; then
			[ -z "${takes[$word]-}" ] || option=$word
		elif [ -z "$command" ]; then
			command=$word
		else
			count=$((count + 1))
		fi
	done
	[ "$current" != = ] || current=

	if [ -n "$option" ]; then
		compopt -o filenames 2>/dev/null || : # fails in a test, outside of readline
		case ${takes[$option]} in
		DIR) word=-d ;;
		FILE) word=-f ;;
		*"|"*)
			mapfile -t COMPREPLY < <(compgen -W "${takes[$option]//|/ }" -- "$current")
			return
			;;
		*) return ;;
		esac
		mapfile -t COMPREPLY < <(compgen "$word" -- "$current")
		return
	fi
	[ -z "$command" ] || _reclaimwatch_ask_arguments "$1" "$command" "$count"
	if [[ $current != -* && ${words[*]} == FILE ]]; then
		compopt -o filenames 2>/dev/null || :
		mapfile -t COMPREPLY < <(compgen -f -- "$current")
		return
	fi
	if [[ $current == -* ]] || [ "${#words[@]}" = 0 ]; then
		words=("${!takes[@]}")
	fi
	mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$current" | sort)
}

complete -F _reclaimwatch reclaimwatch
