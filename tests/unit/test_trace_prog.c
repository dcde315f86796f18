// SPDX-License-Identifier: GPL-2.0
/*
 * The BPF programs of "trace", run by an interpreter of what they use of BPF.  It reads and
 * writes real memory, so that the sanitizers see what the kernel's verifier would.
 */
#include "options.h"
#include "trace_prog.h"
#include "tracing.h"
#include "unit.h"

#define RING   7 /* not files, only numbers to tell them apart */
#define COUNTS 8

static struct rw_trace_counts counts;
static struct test_record record;
static struct rw_trace_program prog;
static bool full;
static int submitted;
static uint64_t r[11];

static uint64_t call(int function)
{
	switch (function) {
	case BPF_FUNC_ringbuf_reserve:
		CHECK(r[1] == RING && r[2] <= sizeof(record) && !r[3]);
		/* What is not written is seen. */
		memset(&record, 0xee, sizeof(record));
		return full ? 0 : (uint64_t)(uintptr_t)&record;
	case BPF_FUNC_ringbuf_submit:
		CHECK(r[1] == (uint64_t)(uintptr_t)&record);
		submitted++;
		return 0;
	case BPF_FUNC_ktime_get_boot_ns:
		return 123456789;
	case BPF_FUNC_get_current_comm:
		CHECK(r[2] == RW_TRACE_COMM);
		memcpy((void *)(uintptr_t)r[1], "fs_mark\0\0\0\0\0\0\0\0", RW_TRACE_COMM);
		return 0;
	default:
		FAIL("function %d", function);
	}
}

static uint64_t alu(int op, uint64_t a, uint64_t b)
{
	switch (op) {
	case BPF_MOV:
		return b;
	case BPF_ADD:
		return a + b;
	case BPF_MUL:
		return a * b;
	case BPF_AND:
		return a & b;
	case BPF_LSH:
		return a << b;
	case BPF_RSH:
		return a >> b;
	case BPF_ARSH:
		return (uint64_t)((int64_t)a >> b);
	default:
		FAIL("operation 0x%x", op);
	}
}

static bool jumps(int op, uint64_t a, uint64_t b)
{
	switch (op) {
	case BPF_JA:
		return true;
	case BPF_JEQ:
		return a == b;
	case BPF_JNE:
		return a != b;
	case BPF_JSGE:
		return (int64_t)a >= (int64_t)b;
	case BPF_JSLT:
		return (int64_t)a < (int64_t)b;
	default:
		FAIL("jump 0x%x", op);
	}
}

static size_t bytes(int code)
{
	switch (BPF_SIZE(code)) {
	case BPF_B:
		return 1;
	case BPF_H:
		return 2;
	case BPF_W:
		return 4;
	default:
		return 8;
	}
}

static void memory(const struct bpf_insn *insn)
{
	void *at = (void *)(uintptr_t)(r[BPF_CLASS(insn->code) == BPF_LDX ? insn->src_reg :
									    insn->dst_reg] +
				       (uint64_t)insn->off);

	if (BPF_CLASS(insn->code) == BPF_LDX) {
		r[insn->dst_reg] = 0; /* little endian, as are the hosts of this test */
		memcpy(&r[insn->dst_reg], at, bytes(insn->code));
	} else if (BPF_MODE(insn->code) == BPF_XADD) {
		uint64_t sum;

		memcpy(&sum, at, sizeof(sum));
		sum += r[insn->src_reg];
		memcpy(at, &sum, sizeof(sum));
	} else {
		memcpy(at, &r[insn->src_reg], bytes(insn->code));
	}
}

/* The first half of two; what the kernel makes of the second one. */
static uint64_t wide(const struct bpf_insn *insn)
{
	switch (insn->src_reg) {
	case BPF_PSEUDO_MAP_FD:
		CHECK(insn->imm == RING && !insn[1].imm);
		return RING;
	case BPF_PSEUDO_MAP_VALUE:
		CHECK(insn->imm == COUNTS);
		return (uint64_t)(uintptr_t)&counts + (uint64_t)insn[1].imm;
	default:
		return (uint32_t)insn->imm | (uint64_t)insn[1].imm << 32;
	}
}

/* Every jump goes forward, so that it ends. */
static void run(const void *event)
{
	size_t i;

	submitted = 0;
	memset(r, 0xaa, sizeof(r));
	r[1] = (uint64_t)(uintptr_t)event;
	for (i = 0; i < prog.nr; i++) {
		const struct bpf_insn *insn = &prog.insn[i];
		uint64_t b = BPF_SRC(insn->code) == BPF_X ? r[insn->src_reg] :
							    (uint64_t)(int64_t)insn->imm;

		switch (BPF_CLASS(insn->code)) {
		case BPF_ALU64:
			r[insn->dst_reg] = alu(BPF_OP(insn->code), r[insn->dst_reg], b);
			break;
		case BPF_LD:
			r[insn->dst_reg] = wide(insn);
			i++;
			break;
		case BPF_LDX:
		case BPF_STX:
			memory(insn);
			break;
		default:
			if (insn->code == (BPF_JMP | BPF_EXIT)) {
				CHECK(!r[0]);
				return;
			}
			if (insn->code == (BPF_JMP | BPF_CALL)) {
				r[0] = call(insn->imm);
				memset(&r[1], 0xaa, 5 * sizeof(*r));
			} else if (jumps(BPF_OP(insn->code), r[insn->dst_reg], b)) {
				CHECK(insn->off >= 0);
				i += (size_t)insn->off;
			}
		}
	}
	FAIL("it runs off its end");
}

/* An event whose fields are of all sizes and signs, in this order after the common ones. */
static const struct {
	unsigned int size;
	bool is_signed;
} layout[] = { { 4, true }, { 1, true }, { 2, false }, { 8, true }, { 4, false }, { 8, false } };

static struct rw_trace_format format;

static void *make_event(enum rw_trace_event_id event)
{
	const struct rw_trace_event_def *def = &rw_trace_event[event];
	unsigned int offset = 8;
	size_t i;

	format = (struct rw_trace_format){ .event = event };
	for (i = 0; i < def->nr; i++) {
		unsigned int size = def->field[i] == RW_TRACE_F_TIME ? 8 : layout[i % 6].size;

		offset = (offset + size - 1) / size * size;
		format.field[def->field[i]] =
			(struct rw_trace_place){ offset, size, layout[i % 6].is_signed };
		if (def->field[i] == RW_TRACE_F_TIME)
			format.field[def->field[i]].is_signed = true;
		offset += size;
	}
	offset = (offset + 3) / 4 * 4;
	if (def->has_name)
		format.name = (struct rw_trace_place){ offset, 56, false };
	return calloc(1, offset + format.name.size);
}

static void set(void *event, enum rw_trace_field field, int64_t v)
{
	memcpy((char *)event + format.field[field].offset, &v, format.field[field].size);
}

static void build(const struct rw_trace_filter *filter)
{
	rw_trace_program(&format, filter, RING, COUNTS, &prog);
	memset(&counts, 0, sizeof(counts));
}

static const struct rw_trace_filter any = { .kinds = (1u << RW_NR_TRACE_KINDS) - 1,
					    .nid = RW_UNSET,
					    .zid = RW_UNSET };

static const struct rw_trace_filter any_hist = { .kinds = (1u << RW_NR_TRACE_KINDS) - 1,
						 .nid = RW_UNSET,
						 .zid = RW_UNSET,
						 .hist = true };

/* What goes in comes out: each field, whatever its size and its sign. */
static void copies(void)
{
	struct rw_trace_seen seen;
	int event, kind;
	size_t i;

	for (event = 0; event < RW_NR_TRACE_EVENTS; event++) {
		const struct rw_trace_event_def *def = &rw_trace_event[event];
		void *data = make_event(event);

		for (i = 0; i < def->nr; i++)
			set(data, def->field[i], (int64_t)(i + 1));
		memset((char *)data + format.name.offset, 'n', format.name.size);
		build(&any);
		run(data);
		CHECK_INT(submitted, 1);
		CHECK(!rw_trace_decode(&record, rw_trace_record_size(event), &seen));
		kind = seen.kind;
		CHECK_INT(rw_trace_kind[kind].event, event);
		CHECK_INT(counts.passed[kind], 1);
		CHECK_INT(seen.boot_ns, 123456789);
		for (i = 0; i < def->nr; i++)
			CHECK_VAL(seen.v[def->field[i]], (int64_t)(i + 1));
		CHECK_INT(strlen(seen.name), format.name.size);
		CHECK_STR(seen.comm, rw_trace_event_has(event, RW_TRACE_F_PID) ? "fs_mark" : "");
		free(data);
	}
}

/* -1 in fewer than 64 bits is still -1, and 255 is not. */
static void signs(void)
{
	void *data = make_event(RW_TRACE_EVENT_RAISED);
	size_t i;

	for (i = 0; i < 6; i++)
		set(data, rw_trace_event[RW_TRACE_EVENT_RAISED].field[i], -1);
	build(&any);
	run(data);
	CHECK_INT(record.v[0], -1);
	CHECK_INT(record.v[1], -1);
	CHECK_INT(record.v[2], 0xffff);
	CHECK_INT(record.v[3], -1);
	CHECK_INT(record.v[4], 0xffffffff);
	CHECK_INT(record.v[5], -1);
	free(data);
}

static void passes(const void *data, int nr, int nid, int zid, int64_t min_ns)
{
	struct rw_trace_filter filter = any;

	filter.nid = nid;
	filter.zid = zid;
	filter.min_ns = min_ns;
	build(&filter);
	run(data);
	CHECK_INT(submitted, nr);
	CHECK_INT(counts.passed[RW_TRACE_COMPACTION], nr);
	CHECK_INT(counts.dropped[RW_TRACE_COMPACTION], 0);
}

static void filters(void)
{
	void *data = make_event(RW_TRACE_EVENT_COMPACTION);
	const int64_t long_ns = 5000000000; /* more than 32 bits */

	set(data, RW_TRACE_F_NID, 1);
	set(data, RW_TRACE_F_ZID, 2);
	set(data, RW_TRACE_F_TIME, long_ns);
	passes(data, 1, 1, RW_UNSET, 0);
	passes(data, 0, 0, RW_UNSET, 0);
	passes(data, 1, RW_UNSET, 2, 0);
	passes(data, 0, RW_UNSET, 1, 0);
	passes(data, 1, RW_UNSET, RW_UNSET, long_ns);
	passes(data, 0, RW_UNSET, RW_UNSET, long_ns + 1);
	passes(data, 1, RW_UNSET, RW_UNSET, 1);
	passes(data, 1, 1, 2, long_ns - 1);
	passes(data, 0, 1, 3, long_ns - 1);
	set(data, RW_TRACE_F_TIME, -1); /* not known */
	passes(data, 0, RW_UNSET, RW_UNSET, 1);
	passes(data, 1, RW_UNSET, RW_UNSET, 0);
	free(data);
}

static void pass_kinds(void)
{
	struct rw_trace_filter filter = any;
	void *data = make_event(RW_TRACE_EVENT_PASS);
	int boosted, kinds;

	for (boosted = 0; boosted < 2; boosted++) {
		for (kinds = 1; kinds < 4; kinds++) {
			bool wanted = kinds & (boosted ? 2 : 1);

			filter.kinds = (kinds & 1 ? 1u << RW_TRACE_NORMAL : 0) |
				       (kinds & 2 ? 1u << RW_TRACE_BOOSTED : 0);
			build(&filter);
			set(data, RW_TRACE_F_BOOSTED, boosted);
			run(data);
			CHECK_INT(submitted, wanted);
			CHECK_INT(counts.passed[RW_TRACE_NORMAL], wanted && !boosted);
			CHECK_INT(counts.passed[RW_TRACE_BOOSTED], wanted && boosted);
		}
	}
	free(data);
}

static void drops(void)
{
	void *data = make_event(RW_TRACE_EVENT_DIRECT);

	build(&any);
	full = true;
	run(data);
	run(data);
	full = false;
	run(data);
	CHECK_INT(submitted, 1);
	CHECK_INT(counts.dropped[RW_TRACE_DIRECT], 2);
	CHECK_INT(counts.passed[RW_TRACE_DIRECT], 1);
	free(data);
}

static void buckets(void)
{
	static const struct {
		int64_t ns;
		int bucket;
	} cases[] = { { 0, 0 },		 { 1, 0 },
		      { 2, 1 },		 { 3, 2 },
		      { 4, 2 },		 { 5, 3 },
		      { 4096, 12 },	 { 4097, 13 },
		      { 1LL << 32, 32 }, { (1LL << 32) + 1, 33 },
		      { 1LL << 62, 62 }, { INT64_MAX, 63 } };
	void *data = make_event(RW_TRACE_EVENT_MEMCG);
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		build(&any_hist);
		set(data, RW_TRACE_F_TIME, cases[i].ns);
		run(data);
		run(data);
		CHECK_INT(submitted, 0);
		CHECK_INT(counts.passed[RW_TRACE_MEMCG], 2);
		CHECK_INT(counts.hist[RW_TRACE_MEMCG][cases[i].bucket].nr, 2);
		CHECK(counts.hist[RW_TRACE_MEMCG][cases[i].bucket].ns == 2 * (uint64_t)cases[i].ns);
	}
	build(&any_hist);
	set(data, RW_TRACE_F_TIME, -1);
	run(data);
	CHECK_INT(counts.passed[RW_TRACE_MEMCG], 0);
	free(data);
}

const struct unit_test trace_prog_tests[] = {
	{ "trace program: what it copies", copies },
	{ "trace program: signs", signs },
	{ "trace program: filters", filters },
	{ "trace program: passes", pass_kinds },
	{ "trace program: a full buffer", drops },
	{ "trace program: buckets of histograms", buckets },
	{ NULL, NULL },
};
