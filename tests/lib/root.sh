# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Throw-away roots of Debian 12: the build root of the VM tests with a kernel's
# modules and headers on top, and everything that is written kept in memory.
# shellcheck source-path=SCRIPTDIR
. "${BASH_SOURCE[0]%/*}/../vm/lib.sh"

# Runs the calling script again in a mount namespace of its own, so that every
# mount made here is gone when it ends, however it ends.
root_namespace()
{
	[ -z "${RWATCH_IN_NAMESPACE:-}" ] || return 0
	[ "$(id -u)" = 0 ] || return 0
	RWATCH_IN_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$@"
}

# Makes everything ready, or fails with the reason in root_why.
root_ready()
{
	local log status=0

	root_why=
	if [ "$(id -u)" != 0 ]; then
		root_why="needs root, for a chroot"
	elif ! grep -qw overlay /proc/filesystems && ! modprobe -q overlay; then
		root_why="this kernel has no overlayfs"
	fi
	[ -z "$root_why" ] || return 1

	log=$(mktemp)
	exec 4>&2
	root_prepare 2> >(exec tee "$log" >&4) || status=$?
	wait $!
	[ "$status" = 0 ] || root_why=$(tail -n 1 "$log")
	rm -f "$log"
	return "$status"
}

# Sets KVER, root_kernel (a folder in the cache) and the layers root_plain, which
# can build and load modules, and root_dkms, which has dkms as well.
# The last thing said on stderr is why, if something cannot be fetched.
root_prepare()
{
	root_kernel=$(tests/vm/fetch-kernel bookworm) || return
	root_base=$(tests/vm/build-root bookworm) || return
	KVER=$(sed -n 's/^release=//p' "$root_kernel/kernel.env")
	# A folder that may stay: the mount on it goes with the namespace.
	root_memory=$CACHE/mount
	mkdir -p "$root_memory"
	mount -t tmpfs -o size=2g reclaimwatch "$root_memory"
	root_layer "$root_base" kmod sparse || return
	root_plain=$root_made:$root_base
	root_layer "$root_plain" dkms || return
	root_dkms=$root_made:$root_plain
}

# Prints a folder to chroot to: the given layers, topmost first.
# root_mount NAME LAYER[:LAYER...]
root_mount()
{
	local dir=$root_memory/$1

	mkdir -p "$dir"/{upper,work,root}
	root_overlay "$2" "$dir/upper" "$dir/work" "$dir/root"
	echo "$dir/root"
}

root_overlay()
{
	mount -t overlay reclaimwatch -o "lowerdir=$1,upperdir=$2,workdir=$3" "$4"
	mkdir -p "$4/proc" "$4/dev" "$4/build/reclaimwatch"
	mount -t proc proc "$4/proc"
	mount --rbind /dev "$4/dev"
}

# in_root ROOT COMMAND...
in_root()
{
	local root=$1

	shift
	env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive \
		chroot "$root" "$@" </dev/null
}

# The project as it would be cloned, without what has been built in it.
root_copy_project()
{
	. tests/lint/files.sh
	project_files | tar -cf - --files-from=- | tar -xf - -C "$1/build/reclaimwatch" --no-same-owner
}

# root_layer LOWER PACKAGE...: installs the packages over the layers LOWER, once,
# and sets root_made to the folder in the cache with what that added.
root_layer()
{
	local key

	key=$(echo "$@" | sha256sum | cut -c1-12)
	root_made=$CACHE/roots/checks_$key
	# In a subshell: the lock is held until that ends.
	(lock checks && root_make_layer "$@")
}

# Made under another name and renamed when whole.
root_make_layer()
{
	local lower=$1 part=$root_made.partial.$$

	shift
	if [ -d "$root_made" ]; then
		touch "$root_made"
		return
	fi
	say "installing $* in a layer over the build root"
	remove_partial "$root_made"
	find "$CACHE/roots" -maxdepth 1 -name 'checks_*' -mtime +7 -exec rm -rf {} +
	mkdir -p "$part"/{upper,work,root}
	mount -t overlay reclaimwatch "$part/root" \
		-o "lowerdir=$lower,upperdir=$part/upper,workdir=$part/work" || return
	if ! root_fill "$part/root" "$@" >"$root_memory/layer.log" 2>&1; then
		tail -n 5 "$root_memory/layer.log" >&2
		umount -R "$part/root"
		rm -rf "$part"
		return 1
	fi
	umount -R "$part/root"
	mv "$part/upper" "$root_made"
	rm -rf "$part"
}

root_fill()
{
	local root=$1 apt=$CACHE/apt/bookworm

	shift
	# The package lists that the build root itself was made from.
	cp "$apt/sources.list" "$root/etc/apt/sources.list"
	grep '^Acquire::' "$apt/apt.conf" >"$root/etc/apt/apt.conf.d/00host"
	cp "$apt"/lists/*_* "$root/var/lib/apt/lists/"
	cp /etc/resolv.conf "$root/etc/resolv.conf"
	mount -t proc proc "$root/proc"
	in_root "$root" apt-get install -y -q --no-install-recommends \
		-o APT::Sandbox::User=root "$@" || return
	rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/cache/apt/*.bin "$root"/var/lib/apt/lists/*_* \
		"$root/etc/apt/sources.list" "$root/etc/apt/apt.conf.d/00host" "$root/etc/resolv.conf"
}
