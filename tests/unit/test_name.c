// SPDX-License-Identifier: GPL-2.0
#include "name.h"
#include "unit.h"

static void valid(void)
{
	CHECK(rw_name_ok("fs_mark"));
	CHECK(rw_name_ok("\\x5cx20"));
	CHECK(rw_name_ok("\\xC3\\xa9"));
	CHECK(!rw_name_ok("\\"));
	CHECK(!rw_name_ok("a\\x"));
	CHECK(!rw_name_ok("a\\x1"));
	CHECK(!rw_name_ok("a\\x1g"));
	CHECK(!rw_name_ok("a\\n20"));
	CHECK(!rw_name_ok("a\\x00"));
}

static const char *text(const char *name, size_t size)
{
	static char to[64];

	memset(to, 'x', sizeof(to));
	rw_name_text(to, size, name);
	CHECK(strlen(to) < size);
	return to;
}

static void for_people(void)
{
	size_t i;

	CHECK_STR(text("kworker/u8:1", 64), "kworker/u8:1");
	CHECK_STR(text("Web\\x20Content", 64), "Web Content");
	CHECK_STR(text("a\\x5cb", 64), "a\\b");
	CHECK_STR(text("\\x1b[2J\\x07\\x7f\\xc3\\xa9", 64), "\\x1b[2J\\x07\\x7f\\xc3\\xa9");
	/* Never half an escape. */
	CHECK_STR(text("ab\\x1b", 6), "ab");
	CHECK_STR(text("ab\\x1b", 7), "ab\\x1b");
	for (i = 1; i < 20; i++)
		text("Web\\x20Content\\x1b", i);
}

static const char *utf8(const char *name, size_t size)
{
	static char to[64];

	rw_name_utf8(to, size, name);
	CHECK(strlen(to) < size);
	return to;
}

#define UNKNOWN "\xef\xbf\xbd"

static void for_programs(void)
{
	CHECK_STR(utf8("a\\x20b\\x5c", 64), "a b\\");
	CHECK_STR(utf8("\\x1b", 64), "\033");
	CHECK_STR(utf8("\\xc3\\xa9", 64), "\xc3\xa9");
	CHECK_STR(utf8("\\xe2\\x82\\xac\\xf0\\x9f\\x90\\xa7", 64), "\xe2\x82\xac\xf0\x9f\x90\xa7");
	CHECK_STR(utf8("\\xff", 64), UNKNOWN);
	CHECK_STR(utf8("\\xc3x", 64), UNKNOWN "x");
	CHECK_STR(utf8("\\xc3", 64), UNKNOWN);
	CHECK_STR(utf8("\\xe2\\x82", 64), UNKNOWN UNKNOWN);
	CHECK_STR(utf8("\\xc0\\x80", 64), UNKNOWN UNKNOWN);		 /* overlong */
	CHECK_STR(utf8("\\xed\\xa0\\x80", 64), UNKNOWN UNKNOWN UNKNOWN); /* surrogate */
	CHECK_STR(utf8("\\xf4\\x90\\x80\\x80", 64), UNKNOWN UNKNOWN UNKNOWN UNKNOWN);
	/* Never half a character. */
	CHECK_STR(utf8("a\\xc3\\xa9", 3), "a");
	CHECK_STR(utf8("a\\xc3\\xa9", 4), "a\xc3\xa9");
	CHECK_STR(utf8("a\\xff", 4), "a");
}

static void there_and_back(void)
{
	char raw[256], name[1024], back[1024];
	int i;

	for (i = 1; i < 128; i++)
		raw[i - 1] = (char)i;
	raw[127] = '\0';
	rw_name_escape(name, sizeof(name), raw);
	CHECK(rw_name_ok(name));
	for (i = 0; name[i]; i++)
		CHECK(name[i] > 0x20 && name[i] < 0x7f);
	rw_name_utf8(back, sizeof(back), name);
	CHECK_STR(back, raw);
	rw_name_escape(name, 7, "abc d");
	CHECK_STR(name, "abc");
	rw_name_escape(name, 8, "abc d");
	CHECK_STR(name, "abc\\x20");
}

const struct unit_test name_tests[] = {
	{ "name: what is one", valid },
	{ "name: for people", for_people },
	{ "name: for programs", for_programs },
	{ "name: there and back", there_and_back },
	{ NULL, NULL },
};
