// SPDX-License-Identifier: GPL-2.0
/* What is wished of the clamp, the writes that lead there, and how it is said. */
#include "clamp.h"
#include "unit.h"

static struct rw_clamp clamp_of(const char *on, const char *pct, const char *scope,
				const char *timeout)
{
	const struct rw_setting set[] = {
		{ .nid = RW_NO_NODE },
		{ .nid = RW_NO_NODE },
		{ .nid = RW_NO_NODE },
		{ .nid = RW_NO_NODE },
		{ .nid = 0, .zone = "DMA", .value = "inherit" },
		{ .nid = 0, .zone = "DMA32", .value = "inherit" },
		{ .nid = 1, .zone = "DMA32", .value = "inherit" },
	};
	struct rw_clamp clamp = { 0 };
	size_t i;

	for (i = 0; i < sizeof(set) / sizeof(set[0]); i++)
		CHECK(!rw_clamp_add(&clamp, &set[i]));
	strcpy(clamp.set[RW_SET_ON].value, on);
	strcpy(clamp.set[RW_SET_PCT].value, pct);
	strcpy(clamp.set[RW_SET_SCOPE].value, scope);
	strcpy(clamp.set[RW_SET_TIMEOUT].value, timeout);
	return clamp;
}

static struct rw_clamp_wish nothing(void)
{
	return (struct rw_clamp_wish){ .pct = RW_UNSET, .nid = RW_UNSET, .seconds = RW_UNSET };
}

/* Every write as "FILE=VALUE ". */
static const char *writes(const struct rw_clamp *was, const struct rw_clamp *want)
{
	struct rw_clamp_write list[16];
	static char text[1024];
	char name[RW_CLAMP_NAME];
	size_t i, len = 0, nr = rw_clamp_writes(was, want, list);

	CHECK(nr <= want->nr + 1);
	*text = '\0';
	for (i = 0; i < nr; i++) {
		rw_clamp_name(name, want, list[i].i);
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s=%s ", name,
					list[i].value);
	}
	return text;
}

static const char *said(const struct rw_clamp *clamp)
{
	static char text[1024];

	rw_clamp_text(text, sizeof(text), clamp, rw_none());
	return text;
}

static void wished(struct rw_clamp *clamp, struct rw_clamp_wish wish)
{
	struct rw_err err;

	CHECK(!rw_clamp_wish(clamp, &wish, &err));
}

static void plain(void)
{
	struct rw_clamp was = clamp_of("0", "50", "lower", "600"), want, off;

	/* What was set before does not count. */
	CHECK(!rw_clamp_copy(&want, &was));
	strcpy(want.set[RW_NR_SET].value, "25");
	wished(&want, nothing());
	CHECK_STR(writes(&was, &want),
		  "boost_clamp_pct=0 boost_clamp_scope=all boost_clamp_timeout=0 boost_clamp=1 ");
	CHECK_STR(said(&want), "no boost in any zone, until it is switched off");
	CHECK(rw_clamp_is_on(&want) && !rw_clamp_is_on(&was));
	/* Nothing to do. */
	CHECK_STR(writes(&want, &want), "");
	CHECK(rw_clamp_same(&want, &want) && !rw_clamp_same(&was, &want));
	/* Off, and the rest as it was. */
	CHECK(!rw_clamp_copy(&off, &was));
	CHECK_STR(writes(&want, &off), "boost_clamp=0 boost_clamp_pct=50 boost_clamp_scope=lower "
				       "boost_clamp_timeout=600 ");
	rw_clamp_free(&off);
	rw_clamp_free(&want);
	rw_clamp_free(&was);
}

static void some(void)
{
	struct rw_clamp was = clamp_of("1", "0", "all", "0"), want;
	struct rw_clamp_wish wish = nothing();

	CHECK(!rw_clamp_copy(&want, &was));
	wish.pct = 50;
	wish.scope = "lower";
	wish.seconds = 90;
	wished(&want, wish);
	/* On with other settings: off first, so that nothing wider is in force in between. */
	CHECK_STR(writes(&was, &want), "boost_clamp=0 boost_clamp_pct=50 boost_clamp_scope=lower "
				       "boost_clamp_timeout=90 boost_clamp=1 ");
	CHECK_STR(said(&want), "boost up to 50% in lower zones, for 1m 30s");
	/* On as it is wished: only its time begins anew. */
	CHECK_STR(writes(&want, &want), "boost_clamp_timeout=90 ");
	rw_clamp_free(&want);
	rw_clamp_free(&was);
}

static void named(void)
{
	struct rw_clamp was = clamp_of("0", "0", "all", "0"), want;
	struct rw_clamp_wish wish = nothing();
	struct rw_err err;

	CHECK(!rw_clamp_copy(&want, &was));
	strcpy(was.set[RW_NR_SET].value, "25");
	wish.zone = "DMA32";
	wished(&want, wish);
	CHECK_STR(writes(&was, &want),
		  "boost_clamp_scope=named node0/DMA/boost_clamp_pct=inherit "
		  "node0/DMA32/boost_clamp_pct=0 node1/DMA32/boost_clamp_pct=0 boost_clamp=1 ");
	CHECK_STR(said(&want), "no boost in node 0 DMA32, no boost in node 1 DMA32, until it is "
			       "switched off");
	wish.nid = 1;
	wish.pct = 30;
	wished(&want, wish);
	CHECK_STR(said(&want), "boost up to 30% in node 1 DMA32, until it is switched off");
	wish.zone = NULL;
	wish.nid = 0;
	wished(&want, wish);
	CHECK_STR(said(&want), "boost up to 30% in node 0 DMA, boost up to 30% in node 0 DMA32, "
			       "until it is switched off");

	wish.zone = "DMA";
	wish.nid = 1;
	CHECK(rw_clamp_wish(&want, &wish, &err));
	CHECK_STR(err.text, "there is no zone \"DMA\" with memory on node 1; nothing was changed; "
			    "there are: node 0 DMA, node 0 DMA32, node 1 DMA32");
	CHECK_STR(want.set[RW_NR_SET].value, "30");
	wish.zone = NULL;
	wish.nid = 2;
	CHECK(rw_clamp_wish(&want, &wish, &err));
	CHECK_HAS(err.text, "there is no zone with memory on node 2; nothing was changed");
	rw_clamp_free(&want);
	rw_clamp_free(&was);
}

/* What a change that was cut short may leave, against what others do. */
static void between(void)
{
	struct rw_clamp was = clamp_of("0", "0", "all", "0"), want, now;
	struct rw_clamp_wish wish = nothing();
	struct rw_clamp_write list[16];
	char value[RW_CLAMP_WORD];
	size_t i, nr;

	CHECK(!rw_clamp_copy(&want, &was) && !rw_clamp_copy(&now, &was));
	wish.zone = "DMA32";
	wish.pct = 20;
	wish.seconds = 61;
	wished(&want, wish);
	nr = rw_clamp_writes(&was, &want, list);
	CHECK(rw_clamp_between(&now, &was, &want));
	for (i = 0; i < nr; i++) {
		strcpy(now.set[list[i].i].value, list[i].value);
		CHECK(rw_clamp_between(&now, &was, &want));
	}
	CHECK(rw_clamp_same(&now, &want));
	/* On, and anything else is other than what was wanted. */
	for (i = RW_SET_ON + 1; i < now.nr; i++) {
		strcpy(value, now.set[i].value);
		strcpy(now.set[i].value, i == RW_SET_SCOPE ? "all" : "0");
		CHECK(rw_clamp_between(&now, &was, &want) == !strcmp(value, now.set[i].value));
		strcpy(now.set[i].value, value);
	}
	/* Off, by the timer or by hand; then set by hand. */
	strcpy(now.set[RW_SET_ON].value, "0");
	CHECK(rw_clamp_between(&now, &was, &want));
	strcpy(now.set[RW_SET_PCT].value, "99");
	CHECK(!rw_clamp_between(&now, &was, &want));
	now.nr--;
	CHECK(!rw_clamp_between(&now, &was, &want));
	rw_clamp_free(&now);
	rw_clamp_free(&want);
	rw_clamp_free(&was);
}

static void text(void)
{
	struct rw_clamp clamp = clamp_of("1", "10", "named", "60");
	char to[24];

	CHECK_STR(said(&clamp), "no zone is named, for 1m 0s");
	strcpy(clamp.set[RW_SET_SCOPE].value, "all");
	strcpy(clamp.set[RW_NR_SET].value, "0");
	CHECK_STR(said(&clamp), "boost up to 10% in any zone, no boost in node 0 DMA, for 1m 0s");
	rw_clamp_text(to, sizeof(to), &clamp, rw_some(1000000000));
	CHECK_STR(to, "boost up to 10% in any ");
	strcpy(clamp.set[RW_NR_SET].value, "inherit");
	clamp.nr = RW_NR_SET;
	strcpy(clamp.set[RW_SET_PCT].value, "0");
	rw_clamp_text(to, sizeof(to), &clamp, rw_some(1000000000));
	CHECK_STR(to, "no boost in any zone, f");
	rw_clamp_free(&clamp);
}

static void known(void)
{
	CHECK(rw_clamp_known(RW_SET_ON, "0") && rw_clamp_known(RW_SET_ON, "1"));
	CHECK(!rw_clamp_known(RW_SET_ON, "2") && !rw_clamp_known(RW_SET_ON, ""));
	CHECK(rw_clamp_known(RW_SET_SCOPE, "named") && !rw_clamp_known(RW_SET_SCOPE, "inherit"));
	CHECK(rw_clamp_known(RW_SET_PCT, "50") && !rw_clamp_known(RW_SET_PCT, "inherit"));
	CHECK(rw_clamp_known(RW_NR_SET, "inherit") && rw_clamp_known(RW_NR_SET + 1, "7"));
	CHECK(!rw_clamp_known(RW_NR_SET, "") && !rw_clamp_known(RW_SET_TIMEOUT, "-1"));
}

const struct unit_test clamp_tests[] = {
	{ "clamp: on, and off again", plain },
	{ "clamp: a share, lower zones, a time", some },
	{ "clamp: zones by name", named },
	{ "clamp: between two settings", between },
	{ "clamp: in words", text },
	{ "clamp: words in its files", known },
	{ NULL, NULL },
};
