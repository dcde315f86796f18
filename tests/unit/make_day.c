// SPDX-License-Identifier: GPL-2.0
/* make_day FILE SAMPLES: a recording of so many seconds, through the writer of "record". */
#include "recordings.h"
#include "unit.h"

int main(int argc, char **argv)
{
	struct made m;
	FILE *file;
	int i, nr;

	if (argc != 3)
		return 2;
	nr = atoi(argv[2]);
	made_begin(&m);
	m.wall_ns = 1796000000LL * MADE_STEP_NS;
	srand(1);
	for (i = 0; i < nr; i++) {
		/* Now and then more for an hour, and the clamp on for a while. */
		m.clamp = i > nr / 3 && i < nr / 2;
		if (rand() % 3 == 0)
			m.boosted += rand() % (2 + i % 5000 / 200);
		made_sample(&m, rw_rec_full_next(&m.writer));
	}
	made_end(&m);
	file = fopen(argv[1], "w");
	CHECK(file && fwrite(m.file.p, 1, m.file.len, file) == m.file.len && !fclose(file));
	made_free(&m);
	return 0;
}
