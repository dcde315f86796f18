// SPDX-License-Identifier: GPL-2.0
/*
 * Written out here and not compiled from C, because where the fields are is only known once
 * the module is loaded (there is no BTF of it to relocate by), and because then there is
 * nothing in it but the filters that were asked for.  In C it would read
 *
 *	if (event->nid != FILTER_NID)			each only if asked for
 *		return 0;
 *	kind = event->boosted ? BOOSTED : NORMAL;	of a pass; else a constant
 *	record = bpf_ringbuf_reserve(ring, SIZE, 0);
 *	if (!record) {
 *		counts->dropped[kind]++;
 *		return 0;
 *	}
 *	record->... = event->...;
 *	bpf_ringbuf_submit(record, 0);
 *	counts->passed[kind]++;
 *	return 0;
 *
 * It runs in any context that the module's handlers run in.  What it is in the middle of is
 * in registers and in the reserved record, never in memory of a CPU, so that it does not
 * matter whether it can be preempted.  The counts are one map that the tool maps into its
 * own memory: reading it by bpf() would have the kernel skip events meanwhile.
 */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "options.h"
#include "trace_prog.h"

/* R1 to R5 are arguments of calls, and lost in them; R0 is what they return. */
enum { R0, R1, R2, R3, R4, R5, EVENT, RECORD, KIND };

struct writer {
	struct rw_trace_program *prog;
	const struct rw_trace_format *format;
	const struct rw_trace_filter *filter;
	int ring, counts;
	size_t exits[16]; /* jumps to the end, whose place is not known yet */
	size_t nr_exits;
};

static void put(struct writer *w, int code, int dst, int src, int off, int imm)
{
	assert(w->prog->nr < RW_TRACE_MAX_INSNS);
	w->prog->insn[w->prog->nr++] = (struct bpf_insn){
		.code = (__u8)code,
		.dst_reg = (__u8)dst & 0xf,
		.src_reg = (__u8)src & 0xf,
		.off = (__s16)off,
		.imm = imm,
	};
}

static void set(struct writer *w, int dst, int imm)
{
	put(w, BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0, imm);
}

static void move(struct writer *w, int dst, int src)
{
	put(w, BPF_ALU64 | BPF_MOV | BPF_X, dst, src, 0, 0);
}

/* dst = dst OP imm, OP of 64 bits. */
static void alu(struct writer *w, int op, int dst, int imm)
{
	put(w, BPF_ALU64 | op | BPF_K, dst, 0, 0, imm);
}

static void add(struct writer *w, int dst, int src)
{
	put(w, BPF_ALU64 | BPF_ADD | BPF_X, dst, src, 0, 0);
}

static void call(struct writer *w, int function)
{
	put(w, BPF_JMP | BPF_CALL, 0, 0, 0, function);
}

/* Takes two instructions; @pseudo says what the kernel makes of the number. */
static void set_wide(struct writer *w, int dst, int pseudo, int low, int high)
{
	put(w, BPF_LD | BPF_DW | BPF_IMM, dst, pseudo, 0, low);
	put(w, 0, 0, 0, 0, high);
}

/* Jumps on if dst OP imm, to where land() is called with what this returned. */
static size_t jump(struct writer *w, int op, int dst, int imm)
{
	put(w, BPF_JMP | op | BPF_K, dst, 0, 0, imm);
	return w->prog->nr - 1;
}

static void land(struct writer *w, size_t from)
{
	w->prog->insn[from].off = (__s16)(w->prog->nr - from - 1);
}

static void exit_if(struct writer *w, int op, int dst, int imm)
{
	assert(w->nr_exits < sizeof(w->exits) / sizeof(*w->exits));
	w->exits[w->nr_exits++] = jump(w, op, dst, imm);
}

static int load_size(unsigned int size)
{
	return size == 8 ? BPF_DW : size == 4 ? BPF_W : size == 2 ? BPF_H : BPF_B;
}

/* dst = a field of the event, in 64 bits. */
static void load(struct writer *w, int dst, enum rw_trace_field field)
{
	const struct rw_trace_place *place = &w->format->field[field];
	int above = 64 - 8 * (int)place->size;

	put(w, BPF_LDX | BPF_MEM | load_size(place->size), dst, EVENT, (int)place->offset, 0);
	if (place->is_signed && above) {
		alu(w, BPF_LSH, dst, above);
		alu(w, BPF_ARSH, dst, above);
	}
}

/* dst = the address of @offset in the counts. */
static void address(struct writer *w, int dst, size_t offset)
{
	set_wide(w, dst, BPF_PSEUDO_MAP_VALUE, w->counts, (int)offset);
}

/* *(dst + off) += src, at once for all CPUs. */
static void add_at(struct writer *w, int dst, int off, int src)
{
	put(w, BPF_STX | BPF_XADD | BPF_DW, dst, src, off, 0);
}

/* One more in the array at @offset of the counts, of this kind. */
static void count(struct writer *w, size_t offset)
{
	address(w, R1, offset);
	move(w, R2, KIND);
	alu(w, BPF_LSH, R2, 3);
	add(w, R1, R2);
	set(w, R2, 1);
	add_at(w, R1, 0, R2);
}

static bool wants(const struct writer *w, enum rw_trace_kind kind)
{
	return w->filter->kinds & 1u << kind;
}

static void find_kind(struct writer *w)
{
	size_t from;
	int kind;

	if (w->format->event != RW_TRACE_EVENT_PASS) {
		for (kind = 0; rw_trace_kind[kind].event != w->format->event;)
			kind++;
		set(w, KIND, kind);
		return;
	}
	load(w, R1, RW_TRACE_F_BOOSTED);
	if (!wants(w, RW_TRACE_NORMAL))
		exit_if(w, BPF_JEQ, R1, 0);
	if (!wants(w, RW_TRACE_BOOSTED))
		exit_if(w, BPF_JNE, R1, 0);
	set(w, KIND, RW_TRACE_NORMAL);
	from = jump(w, BPF_JEQ, R1, 0);
	set(w, KIND, RW_TRACE_BOOSTED);
	land(w, from);
}

static void filter(struct writer *w)
{
	size_t from;

	if (w->filter->nid != RW_UNSET) {
		load(w, R1, RW_TRACE_F_NID);
		exit_if(w, BPF_JNE, R1, w->filter->nid);
	}
	if (w->filter->zid != RW_UNSET) {
		load(w, R1, RW_TRACE_F_ZID);
		exit_if(w, BPF_JNE, R1, w->filter->zid);
	}
	if (w->filter->min_ns) {
		load(w, R1, RW_TRACE_F_TIME);
		set_wide(w, R2, 0, (int)(w->filter->min_ns & 0xffffffff),
			 (int)(w->filter->min_ns >> 32));
		put(w, BPF_JMP | BPF_JSGE | BPF_X, R1, R2, 0, 0);
		from = w->prog->nr - 1;
		exit_if(w, BPF_JA, 0, 0);
		land(w, from);
	}
}

/*
 * R3 = how many bits it takes to write R2, without a loop: of which half of its bits the
 * highest one is in, and again of that half.
 */
static void count_bits(struct writer *w)
{
	int half;
	size_t from;

	set(w, R3, 0);
	for (half = 32; half; half /= 2) {
		move(w, R4, R2);
		alu(w, BPF_RSH, R4, half);
		from = jump(w, BPF_JEQ, R4, 0);
		move(w, R2, R4);
		alu(w, BPF_ADD, R3, half);
		land(w, from);
	}
	add(w, R3, R2);
}

/* A duration that is not known is in no bucket. */
static void histogram(struct writer *w)
{
	size_t from;

	load(w, R5, RW_TRACE_F_TIME);
	exit_if(w, BPF_JSLT, R5, 0);
	move(w, R2, R5);
	from = jump(w, BPF_JEQ, R2, 0);
	alu(w, BPF_ADD, R2, -1);
	land(w, from);
	count_bits(w);
	/* No more than there are buckets, which the verifier has to see. */
	alu(w, BPF_AND, R3, RW_TRACE_BUCKETS - 1);
	move(w, R2, KIND);
	alu(w, BPF_MUL, R2, RW_TRACE_BUCKETS);
	add(w, R2, R3);
	alu(w, BPF_LSH, R2, 4);
	address(w, R1, offsetof(struct rw_trace_counts, hist));
	add(w, R1, R2);
	set(w, R2, 1);
	add_at(w, R1, 0, R2);
	add_at(w, R1, 8, R5);
}

static void store(struct writer *w, int size, size_t offset, int src)
{
	put(w, BPF_STX | BPF_MEM | size, RECORD, src, (int)offset, 0);
}

/* By four bytes; what the event has no room for is NUL. */
static void copy_name(struct writer *w, size_t offset)
{
	const struct rw_trace_place *place = &w->format->name;
	unsigned int i;

	for (i = 0; i < RW_TRACE_NAME; i += 4) {
		if (i < place->size)
			put(w, BPF_LDX | BPF_MEM | BPF_W, R1, EVENT, (int)(place->offset + i), 0);
		else
			set(w, R1, 0);
		store(w, BPF_W, offset + i, R1);
	}
}

static void fill_record(struct writer *w)
{
	const struct rw_trace_event_def *def = &rw_trace_event[w->format->event];
	size_t i, offset = offsetof(struct rw_trace_record, v);

	call(w, BPF_FUNC_ktime_get_boot_ns);
	store(w, BPF_DW, offsetof(struct rw_trace_record, boot_ns), R0);
	set(w, R1, w->format->event);
	store(w, BPF_W, offsetof(struct rw_trace_record, event), R1);
	set(w, R1, 0);
	store(w, BPF_W, offsetof(struct rw_trace_record, pad), R1);
	move(w, R1, RECORD);
	alu(w, BPF_ADD, R1, offsetof(struct rw_trace_record, comm));
	set(w, R2, RW_TRACE_COMM);
	call(w, BPF_FUNC_get_current_comm);
	for (i = 0; i < def->nr; i++, offset += sizeof(int64_t)) {
		load(w, R1, def->field[i]);
		store(w, BPF_DW, offset, R1);
	}
	if (def->has_name)
		copy_name(w, offset);
}

static void pass_on(struct writer *w)
{
	size_t reserved, dropped;

	set_wide(w, R1, BPF_PSEUDO_MAP_FD, w->ring, 0);
	set(w, R2, (int)rw_trace_record_size(w->format->event));
	set(w, R3, 0);
	call(w, BPF_FUNC_ringbuf_reserve);
	reserved = jump(w, BPF_JNE, R0, 0);
	count(w, offsetof(struct rw_trace_counts, dropped));
	dropped = jump(w, BPF_JA, 0, 0);
	land(w, reserved);
	move(w, RECORD, R0);
	fill_record(w);
	move(w, R1, RECORD);
	set(w, R2, 0);
	call(w, BPF_FUNC_ringbuf_submit);
	count(w, offsetof(struct rw_trace_counts, passed));
	land(w, dropped);
}

void rw_trace_program(const struct rw_trace_format *format, const struct rw_trace_filter *which,
		      int ring, int counts, struct rw_trace_program *prog)
{
	struct writer w = { .prog = prog,
			    .format = format,
			    .filter = which,
			    .ring = ring,
			    .counts = counts };
	size_t i;

	prog->nr = 0;
	move(&w, EVENT, R1);
	find_kind(&w);
	filter(&w);
	if (which->hist) {
		histogram(&w);
		count(&w, offsetof(struct rw_trace_counts, passed));
	} else {
		pass_on(&w);
	}
	for (i = 0; i < w.nr_exits; i++)
		land(&w, w.exits[i]);
	/* For perf, to whom nothing is passed on. */
	set(&w, R0, 0);
	put(&w, BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
}
