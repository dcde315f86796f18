// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "name.h"

static int hex(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* The byte that @p begins with and, in *@next, what follows it; -1 if it is none. */
static int byte_at(const char *p, const char **next)
{
	int high, low;

	*next = p + 1;
	if (*p != '\\')
		return (unsigned char)*p;
	high = p[1] == 'x' ? hex(p[2]) : -1;
	low = high < 0 ? -1 : hex(p[3]);
	if (low < 0)
		return -1;
	*next = p + 4;
	return 16 * high + low;
}

bool rw_name_ok(const char *name)
{
	while (*name)
		if (byte_at(name, &name) <= 0)
			return false;
	return true;
}

void rw_name_text(char *to, size_t size, const char *name)
{
	const char *next;

	for (; *name && size > 1; name = next) {
		int byte = byte_at(name, &next);
		size_t len = byte == ' ' || byte == '\\' ? 0 : (size_t)(next - name);

		if (len >= size)
			break;
		if (len)
			memcpy(to, name, len);
		else
			*to = (char)byte;
		to += len ? len : 1;
		size -= len ? len : 1;
	}
	*to = '\0';
}

static bool continues(int byte)
{
	return byte >= 0x80 && byte <= 0xbf;
}

/* The length of the UTF-8 sequence at @p, of which there are @len bytes; 0 if none. */
static size_t utf8_length(const unsigned char *p, size_t len)
{
	static const struct {
		unsigned char first, last; /* of the first byte */
		unsigned char low, high;   /* of the second: no overlong form, no surrogate */
		size_t len;
	} forms[] = {
		{ 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
		{ 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 },
		{ 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
		{ 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
	};
	size_t i, j;

	if (*p < 0x80)
		return 1;
	for (i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		if (*p < forms[i].first || *p > forms[i].last || len < forms[i].len)
			continue;
		if (p[1] < forms[i].low || p[1] > forms[i].high)
			return 0;
		for (j = 2; j < forms[i].len; j++)
			if (!continues(p[j]))
				return 0;
		return forms[i].len;
	}
	return 0;
}

void rw_name_utf8(char *to, size_t size, const char *name)
{
	static const char unknown[] = "\xef\xbf\xbd"; /* U+FFFD */
	unsigned char ahead[4];

	while (*name) {
		const char *next[4], *p = name;
		const void *from = ahead;
		size_t nr = 0, len;

		while (nr < sizeof(ahead) && *p) {
			int byte = byte_at(p, &p);

			ahead[nr] = byte < 0 ? 0xff : (unsigned char)byte;
			next[nr++] = p;
		}
		len = utf8_length(ahead, nr);
		name = next[len ? len - 1 : 0];
		if (!len) {
			from = unknown;
			len = sizeof(unknown) - 1;
		}
		if (len >= size)
			break;
		memcpy(to, from, len);
		to += len;
		size -= len;
	}
	*to = '\0';
}

void rw_name_escape(char *to, size_t size, const char *raw)
{
	for (; *raw; raw++) {
		unsigned char c = (unsigned char)*raw;
		bool plain = c > 0x20 && c < 0x7f && c != '\\';
		size_t len = plain ? 1 : 4;

		if (len >= size)
			break;
		if (plain)
			*to = (char)c;
		else
			snprintf(to, size, "\\x%02x", c);
		to += len;
		size -= len;
	}
	*to = '\0';
}
