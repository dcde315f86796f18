// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "lex.h"

static const char *const mem_key[RW_NR_MEM] = {
	[RW_MEM_TOTAL] = "MemTotal:",
	[RW_MEM_FREE] = "MemFree:",
	[RW_MEM_ACTIVE_FILE] = "Active(file):",
	[RW_MEM_INACTIVE_FILE] = "Inactive(file):",
	[RW_MEM_SLAB] = "Slab:",
	[RW_MEM_SLAB_RECLAIMABLE] = "SReclaimable:",
};

/* The integer at the start of @text, up to white space. */
struct rw_val rw_number_parse(const char *text)
{
	char word[24];
	size_t len = strcspn(text, " \t\n");
	int64_t v;

	if (len >= sizeof(word))
		return rw_none();
	memcpy(word, text, len);
	word[len] = '\0';
	return rw_lex_int(word, true, &v) ? rw_some(v) : rw_none();
}

/* "Slab:   123 kB", in a node's file after "Node 0 ". */
static void meminfo_line(const char *p, struct rw_mem *mem)
{
	int i;

	if (!strncmp(p, "Node ", 5)) {
		p += 5;
		p += strspn(p, "0123456789");
		p += strspn(p, " ");
	}
	for (i = 0; i < RW_NR_MEM; i++) {
		size_t len = strlen(mem_key[i]);

		if (!strncmp(p, mem_key[i], len))
			mem->kb[i] = rw_number_parse(p + len + strspn(p + len, " "));
	}
}

void rw_meminfo_parse(const char *text, struct rw_mem *mem)
{
	while (text) {
		meminfo_line(text, mem);
		text = strchr(text, '\n');
		if (text)
			text++;
	}
}

/*
 * "all unused age want negative dummy".  Before 5.1 the fifth was a dummy that was 0,
 * but this tool's module needs 5.10.
 */
void rw_dentries_parse(const char *text, struct rw_val dentries[RW_NR_DENTRIES])
{
	static const enum rw_dentries field[] = { RW_DENTRIES_ALL, RW_DENTRIES_UNUSED,
						  RW_NR_DENTRIES, RW_NR_DENTRIES,
						  RW_DENTRIES_NEGATIVE };
	size_t i;

	for (i = 0; i < sizeof(field) / sizeof(*field); i++) {
		text += strspn(text, " \t\n");
		if (field[i] != RW_NR_DENTRIES)
			dentries[field[i]] = rw_number_parse(text);
		text += strcspn(text, " \t\n");
	}
}

/* A mask in hex; its lowest bit is the main switch. */
enum rw_mglru rw_mglru_parse(const char *text)
{
	char *end;
	unsigned long mask;

	if (strncmp(text, "0x", 2) || !isxdigit((unsigned char)text[2]))
		return RW_MGLRU_UNKNOWN;
	mask = strtoul(text, &end, 16);
	if (*end && *end != '\n')
		return RW_MGLRU_UNKNOWN;
	return mask & 1 ? RW_MGLRU_ON : RW_MGLRU_OFF;
}

void rw_lockdown_parse(const char *text, char *to, size_t size)
{
	const char *open = strchr(text, '[');
	size_t len;

	*to = '\0';
	if (!open)
		return;
	len = strspn(++open, "abcdefghijklmnopqrstuvwxyz");
	if (open[len] != ']' || len >= size)
		return;
	memcpy(to, open, len);
	to[len] = '\0';
}

bool rw_locked_down(const char *lockdown)
{
	return *lockdown && strcmp(lockdown, "none");
}

/* "Node 0, zone      DMA" */
bool rw_zoneinfo_line(const char *line, const struct rw_zone_index *last,
		      struct rw_zone_index *zone)
{
	int nid, end = 0;
	char name[RW_ZONE_NAME];

	if (sscanf(line, "Node %d, zone %15s%n", &nid, name, &end) != 2 || nid < 0 ||
	    nid >= RW_MAX_NODES || (line[end] && line[end] != '\n'))
		return false;
	*zone = (struct rw_zone_index){
		.nid = nid,
		.index = last && last->nid == nid ? last->index + 1 : 0,
	};
	strcpy(zone->name, name);
	rw_plain(zone->name);
	return true;
}
