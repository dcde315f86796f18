# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
#
# A private apt: any Debian suite, on a host that runs any other, without
# touching the host's own lists.  The mirror and the network settings (a proxy,
# say) are the host's own.

# mirror LABEL NAME: the address the host's apt uses for that part of Debian.
mirror() {
	local found

	# shellcheck disable=SC2016 # the format is for apt
	found=$(apt-get indextargets --format '$(SITE)' "LABEL: $1" 'ORIGIN: Debian' 2>/dev/null | head -n 1)
	# Before the first "apt-get update" apt does not know the labels yet.
	# shellcheck disable=SC2016
	[ -n "$found" ] || found=$(apt-get indextargets --format '$(SITE)' 2>/dev/null | grep -m1 -E "/$2/?\$" || true)
	echo "$found"
}

# The release a suite belongs to: bookworm-backports -> bookworm.
release_of() {
	echo "${1%-backports}"
}

# apt_setup SUITE: sets APT_DIR and APT_CONFIG and brings the lists up to date.
# APT_STALE is 1 if the archive could not be reached and older lists are used.
apt_setup() {
	local suite=$1 main security keyring log status=0

	[ "$(dpkg --print-architecture)" = amd64 ] || die "this needs an amd64 (64-bit PC) host."
	main=${RWATCH_MIRROR:-$(mirror Debian debian)}
	security=${RWATCH_SECURITY_MIRROR:-$(mirror Debian-Security debian-security)}
	[ -n "$main" ] ||
		die "apt on this host has no Debian mirror configured; set RWATCH_MIRROR (and RWATCH_SECURITY_MIRROR) to the address of one."
	for keyring in /usr/share/keyrings/debian-archive-keyring.{pgp,gpg} ''; do
		[ ! -e "$keyring" ] || break
	done
	[ -n "$keyring" ] || die "the package debian-archive-keyring is missing; tests/vm/deps installs it."

	APT_DIR=$CACHE/apt/$suite
	mkdir -p "$APT_DIR"/lists/partial "$APT_DIR"/archives/partial || die "the cache folder $CACHE cannot be written."
	: >"$APT_DIR/status"
	{
		echo "deb [arch=amd64 signed-by=$keyring] $main $suite main"
		case $suite in
		*-backports | sid | unstable | testing | experimental) ;;
		*) [ -z "$security" ] || echo "deb [arch=amd64 signed-by=$keyring] $security $suite-security main" ;;
		esac
	} >"$APT_DIR/sources.list"
	{
		apt-config dump | grep '^Acquire::' | grep -vE '^Acquire::(IndexTargets|Changelogs|Languages|CompressionTypes)'
		cat <<-CONFIG
			Acquire::Languages "none";
			Acquire::Retries "2";
			APT::Architecture "amd64";
			APT::Architectures { "amd64"; };
			APT::Sandbox::User "root";
			Dir::Etc::main "/dev/null";
			Dir::Etc::parts "/dev/null";
			Dir::Etc::sourcelist "$APT_DIR/sources.list";
			Dir::Etc::sourceparts "/dev/null";
			Dir::Etc::preferences "/dev/null";
			Dir::Etc::preferencesparts "/dev/null";
			Dir::State "$APT_DIR";
			Dir::State::lists "$APT_DIR/lists";
			Dir::State::status "$APT_DIR/status";
			Dir::Cache "$APT_DIR";
			Dir::Cache::archives "$APT_DIR/archives";
		CONFIG
	} >"$APT_DIR/apt.conf"
	export APT_CONFIG=$APT_DIR/apt.conf

	log=$APT_DIR/update.log
	run_logged "reading the package lists of $suite" "$log" "$APT_DIR/lists" \
		apt-get update -o APT::Update::Error-Mode=any || status=$?
	APT_STALE=0
	if [ "$status" -ne 0 ]; then
		# A release that has lost its security suite may still have the rest.
		if grep -qE '404|Release file' "$log" && grep -q -- "-security" "$APT_DIR/sources.list" &&
			! grep -qE "(404|Release file).* $suite Release|$suite Release' (does not|no longer)" "$log"; then
			sed -i '/-security main$/d' "$APT_DIR/sources.list"
			run_logged "reading the package lists of $suite" "$log" "$APT_DIR/lists" \
				apt-get update -o APT::Update::Error-Mode=any || apt_failed "$log" "reading the package lists of $suite"
			say "$suite has no security suite any more; going on without"
			return
		fi
		if grep -qE '404|Release file' "$log"; then
			die "-$RWATCH_VANISHED" "the archive has no suite $suite any more."
		fi
		# shellcheck disable=SC2034 # for the scripts that source this file
		APT_STALE=1
	fi
	APT_MB=$(book_download "$log")
}

# newest PACKAGE [SUITE-PREFIX]: its highest version in the lists.
newest() {
	apt-cache madison "$1" | awk -F '|' '{ gsub(/ /, "", $2); print $2 }' |
		while read -r version; do
			if [ -z "${best:-}" ] || dpkg --compare-versions "$version" gt "$best"; then
				best=$version
				echo "$best"
			fi
		done | tail -n 1
}

# depends PACKAGE=VERSION: the names it depends on, first alternatives, one a
# line, with "=VERSION" where the dependency fixes the version.
depends() {
	apt-cache show "$1" | sed -n 's/^\(Pre-\)\?Depends: //p' | tr ',' '\n' |
		sed -E 's/\|.*//; s/^ +| +$//g; s/ \(= ([^)]*)\)/=\1/; s/ \(.*//; s/:any//'
}
