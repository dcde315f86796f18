// SPDX-License-Identifier: GPL-2.0
#include "recordings.h"
#include "unit.h"

void made_begin(struct made *m)
{
	*m = (struct made){ .now_ns = 5000 * MADE_STEP_NS, .since_ns = 1000, .rows = 2 };
	m->writer.segment = 1;
	rw_buf_add(&m->file, RW_REC_MAGIC, strlen(RW_REC_MAGIC));
	rw_rec_begin(&m->writer, &m->file,
		     "format 1\ninterval_ns 1000000000\nhost made\nboot n/a\n");
}

void made_again(struct made *m)
{
	uint64_t segment = m->writer.segment + 1;

	rw_rec_writer_free(&m->writer);
	m->writer = (struct rw_rec_writer){ .segment = segment };
	rw_rec_begin(&m->writer, &m->file,
		     "format 1\ninterval_ns 1000000000\nhost made\nboot n/a\n");
}

static void add(struct made *m, enum rw_rec_stream stream, const char *name, const char *text)
{
	CHECK(!rw_rec_file(&m->writer, stream, name, text, strlen(text)));
}

void made_sample(struct made *m, bool full)
{
	char text[1024], wall[32] = "n/a";
	int i, len;

	snprintf(text, sizeof(text),
		 "schema 1\nversion 0.1.0\nsince_ns %" PRId64 "\nnow_ns %" PRId64
		 "\npage_bytes 4096\npageblock_pages 512\nboost_clamp %d\nboost_clamp_pct 0\nend\n",
		 m->since_ns, m->now_ns, m->clamp);
	add(m, RW_REC_OFTEN, "about", text);
	snprintf(text, sizeof(text),
		 "schema 1\nzone 0 Normal\n  boost_pages %ld\n  high_pages 1000\n"
		 "  managed_pages 100000\n  raises %ld\n  raised_pages %ld\n  later n/a\nend\n",
		 m->boosted % 7 * 512, m->boosted, m->boosted * 512);
	add(m, RW_REC_OFTEN, "zones", text);
	snprintf(text, sizeof(text),
		 "schema 1\nnode 0\n  boosted_passes %ld\n  normal_passes 7\n"
		 "  direct_passes %ld\n  direct_time_ns %ld\nend\n",
		 m->boosted, m->boosted / 2, m->boosted * 1000000);
	add(m, RW_REC_OFTEN, "nodes", text);
	snprintf(text, sizeof(text),
		 "schema 1\nhistogram 0 node direct_time_ns\n  le_4096 %ld\n  le_8192 3\n"
		 "  le_inf 0\nend\n",
		 m->boosted / 2);
	add(m, RW_REC_OFTEN, "histograms", text);
	add(m, RW_REC_OFTEN, "probes", "schema 1\nend\n");
	if (m->wall_ns)
		snprintf(wall, sizeof(wall), "%" PRId64, m->wall_ns);
	snprintf(text, sizeof(text),
		 "schema 1\nhost kernel\n  osrelease 6.1.0-made\n  wall_ns %s\n"
		 "  boost_factor 15000\nmemory 0\n  total_kb 400000\n  free_kb %ld\n"
		 "  active_file_kb 1000\n  inactive_file_kb %ld\n  slab_kb 20000\nend\n",
		 wall, 30000 + m->boosted % 100, 100000 - m->boosted % 100000);
	add(m, RW_REC_OFTEN, "host", text);
	len = snprintf(text, sizeof(text), "schema 1\n");
	for (i = 0; i < m->rows; i++)
		len += snprintf(text + len, sizeof(text) - (size_t)len,
				"task %d kworker\\x2fu%d\n  passes %ld\n", i, i, m->boosted);
	snprintf(text + len, sizeof(text) - (size_t)len, "end\n");
	if (full)
		add(m, RW_REC_SELDOM, "tasks", text);
	CHECK(!rw_rec_sample(&m->writer, &m->file, m->now_ns, full));
	m->now_ns += MADE_STEP_NS;
}

void made_end(struct made *m)
{
	rw_rec_note(&m->writer, &m->file, RW_REC_END, m->now_ns, "made");
	CHECK(!m->file.failed);
}

void made_free(struct made *m)
{
	rw_rec_writer_free(&m->writer);
	rw_buf_free(&m->file);
}
