// SPDX-License-Identifier: GPL-2.0
#include <linux/mm.h>

#include "reclaim.h"

#define CREATE_TRACE_POINTS
#include "trace.h"
