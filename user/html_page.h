/* SPDX-License-Identifier: GPL-2.0 */
/* What every page of "report --html" has: its style, and the script that reads plots off. */
#ifndef RW_HTML_PAGE_H
#define RW_HTML_PAGE_H

extern const char rw_html_style[];
extern const char rw_html_script[];

#endif /* RW_HTML_PAGE_H */
