/* SPDX-License-Identifier: GPL-2.0 */
/* Every number goes into the first bucket whose bound it does not exceed. */
#include <inttypes.h>
#include <stdlib.h>

#include "kernel_shim.h"

#include "../../module/hist.h"

#include "tap.h"

/* The bound that the bucket's name states; none for the last one. */
static bool fits(u64 n, unsigned int bucket)
{
	return bucket == RWATCH_NR_LOG2 - 1 || n <= 1ULL << (RWATCH_LOG2_FIRST + bucket);
}

static bool log2_right(u64 n)
{
	unsigned int bucket = rwatch_log2_bucket(n);

	return bucket < RWATCH_NR_LOG2 && fits(n, bucket) && (!bucket || !fits(n, bucket - 1));
}

static void test_log2(void)
{
	unsigned int bit, wrong = 0;
	int i;

	for (bit = 0; bit < 64; bit++) {
		wrong += !log2_right((1ULL << bit) - 1);
		wrong += !log2_right(1ULL << bit);
		wrong += !log2_right((1ULL << bit) + 1);
	}
	wrong += !log2_right(UINT64_MAX);
	for (i = 0; i < 100000; i++)
		wrong += !log2_right(((u64)random() << 31 | (u64)random()) >> random() % 62);
	ok(wrong == 0, "log2: around every power of two, and anywhere");
	ok(rwatch_log2_bucket(0) == 0, "log2: nothing is in the first bucket");
	ok(rwatch_log2_bucket(4096) == 0, "log2: a bound belongs to its bucket");
	ok(rwatch_log2_bucket(4097) == 1, "log2: one more to the next");
	ok(rwatch_log2_bucket(1ULL << 36) == RWATCH_NR_LOG2 - 2, "log2: the last bound");
	ok(rwatch_log2_bucket((1ULL << 36) + 1) == RWATCH_NR_LOG2 - 1, "log2: above all bounds");
}

static void test_linear(void)
{
	s64 n, wrong = 0;

	for (n = 0; n < RWATCH_NR_LINEAR; n++)
		wrong += rwatch_linear_bucket(n) != (unsigned int)n;
	ok(wrong == 0, "linear: each number has its bucket");
	ok(rwatch_linear_bucket(-1) == 0, "linear: below");
	ok(rwatch_linear_bucket(RWATCH_NR_LINEAR) == RWATCH_NR_LINEAR - 1, "linear: above");
}

int main(void)
{
	srandom(1);
	test_log2();
	test_linear();
	return done_testing();
}
