/* SPDX-License-Identifier: GPL-2.0 */
/* The only place the version is written; dkms.conf and debian/changelog are checked. */
#ifndef RECLAIMWATCH_VERSION_H
#define RECLAIMWATCH_VERSION_H

#define RWATCH_VERSION "0.1.0"

#endif /* RECLAIMWATCH_VERSION_H */
