/* SPDX-License-Identifier: GPL-2.0 */
/* What the clamp lets a zone keep. */
#include <limits.h>

#include "kernel_shim.h"

#include "../../module/limit.h"

#include "tap.h"

int main(void)
{
	const unsigned long huge = ULONG_MAX / 100;

	ok(rwatch_limit_pages(961, 0) == 0, "0 percent is nothing");
	ok(rwatch_limit_pages(961, 50) == 480, "rounded down");
	ok(rwatch_limit_pages(961, 100) == 961, "100 percent is the high watermark");
	ok(rwatch_limit_pages(961, 150) == 1441, "and more than that");
	ok(rwatch_limit_pages(0, RWATCH_MAX_PCT) == 0, "a zone without watermarks");
	ok(rwatch_limit_pages(961, -1) == RWATCH_NO_LIMIT, "no limit");
	ok(rwatch_limit_pages(huge, RWATCH_MAX_PCT) >= huge, "does not overflow");
	ok(rwatch_limit_pages(huge, 99) <= huge, "nor grow where it should not");
	return done_testing();
}
