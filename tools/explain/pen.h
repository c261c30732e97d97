/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pen - XML by way of libxml2's writer, which escapes and nests: elements, attributes and text in
 * the order in which they appear. What fails on the way shows at the end.
 */
#ifndef CLREDUCE_TOOLS_PEN_H
#define CLREDUCE_TOOLS_PEN_H

#include <libxml/xmlwriter.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct pen {
    xmlBufferPtr paper;
    xmlTextWriterPtr writer;
    bool failed;
} pen;

void pen_open(pen *p);

/* Writes the document to the stream and frees it. False if that or anything before it failed. */
bool pen_close(pen *p, FILE *to);

void pen_begin(pen *p, const char *element);
void pen_begin_class(pen *p, const char *element, const char *class);
void pen_end(pen *p);

/* Ends an element of HTML that may not be empty in XML's short form, such as script. */
void pen_end_full(pen *p);
void pen_attribute(pen *p, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void pen_text(pen *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* An element with nothing but text in it, and one with a class too. */
void pen_element(pen *p, const char *element, const char *text);
void pen_classed(pen *p, const char *element, const char *class, const char *text);

/* Shapes of SVG. */
void pen_box(pen *p, const char *class, double x, double y, double width, double height);
void pen_dot(pen *p, const char *class, double x, double y, double radius);

/* A text of SVG at a place. */
void pen_label(pen *p, const char *class, double x, double y, const char *text);

/*
 * Writes an embedded file as the content of a style or script, so that HTML and XML read the same:
 * XML needs marks of character data around it, which stand in comments of CSS or JavaScript.
 */
void pen_embed(pen *p, const char *element, const char *path);

#endif
