/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pen - libxml2's writer, its buffer, and one flag for all that fails. See pen.h.
 */
#include "pen.h"
#include "page_part.h"
#include <stdarg.h>
#include <string.h>

void pen_open(pen *p)
{
    *p = (pen){.paper = xmlBufferCreate()};
    p->writer = p->paper ? xmlNewTextWriterMemory(p->paper, 0) : NULL;
    p->failed = !p->writer;
}

bool pen_close(pen *p, FILE *to)
{
    if (!p->failed)
        p->failed = xmlTextWriterEndDocument(p->writer) < 0;
    if (p->writer)
        xmlFreeTextWriter(p->writer); /* which flushes it */
    if (!p->failed) {
        size_t length = (size_t)xmlBufferLength(p->paper);
        p->failed = fwrite(xmlBufferContent(p->paper), 1, length, to) != length;
    }
    if (p->paper)
        xmlBufferFree(p->paper);
    return !p->failed;
}

void pen_begin(pen *p, const char *element)
{
    p->failed = p->failed || xmlTextWriterStartElement(p->writer, BAD_CAST element) < 0;
}

void pen_begin_class(pen *p, const char *element, const char *class)
{
    pen_begin(p, element);
    pen_attribute(p, "class", "%s", class);
}

void pen_end(pen *p)
{
    p->failed = p->failed || xmlTextWriterEndElement(p->writer) < 0;
}

void pen_end_full(pen *p)
{
    p->failed = p->failed || xmlTextWriterFullEndElement(p->writer) < 0;
}

void pen_attribute(pen *p, const char *name, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    p->failed = p->failed ||
                xmlTextWriterWriteVFormatAttribute(p->writer, BAD_CAST name, format, values) < 0;
    va_end(values);
}

void pen_text(pen *p, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    p->failed = p->failed || xmlTextWriterWriteVFormatString(p->writer, format, values) < 0;
    va_end(values);
}

void pen_element(pen *p, const char *element, const char *text)
{
    pen_begin(p, element);
    pen_text(p, "%s", text);
    pen_end_full(p);
}

void pen_classed(pen *p, const char *element, const char *class, const char *text)
{
    pen_begin_class(p, element, class);
    pen_text(p, "%s", text);
    pen_end_full(p);
}

void pen_label(pen *p, const char *class, double x, double y, const char *text)
{
    pen_begin_class(p, "text", class);
    pen_attribute(p, "x", "%.1f", x);
    pen_attribute(p, "y", "%.1f", y);
    pen_text(p, "%s", text);
    pen_end(p);
}

void pen_box(pen *p, const char *class, double x, double y, double width, double height)
{
    pen_begin_class(p, "rect", class);
    pen_attribute(p, "x", "%.1f", x);
    pen_attribute(p, "y", "%.1f", y);
    pen_attribute(p, "width", "%.1f", width);
    pen_attribute(p, "height", "%.1f", height);
    pen_end(p);
}

void pen_dot(pen *p, const char *class, double x, double y, double radius)
{
    pen_begin_class(p, "circle", class);
    pen_attribute(p, "cx", "%.1f", x);
    pen_attribute(p, "cy", "%.1f", y);
    pen_attribute(p, "r", "%.1f", radius);
    pen_end(p);
}

static void write_raw(pen *p, const char *text)
{
    p->failed = p->failed || xmlTextWriterWriteRaw(p->writer, BAD_CAST text) < 0;
}

void pen_embed(pen *p, const char *element, const char *path)
{
    pen_begin(p, element);
    write_raw(p, "/*<![CDATA[*/\n");
    for (size_t i = 0; i < page_part_count; i++)
        if (strcmp(page_parts[i].path, path) == 0)
            write_raw(p, page_parts[i].text);
    write_raw(p, "/*]]>*/");
    pen_end_full(p);
}
