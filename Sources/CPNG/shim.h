#ifndef CPNG_SHIM_H
#define CPNG_SHIM_H

// The structures and types of libpng's simplified reading interface, from its own header. The library is not linked. It
// is loaded with the first picture, since most programs never show one.

#include <png.h>

typedef __typeof__(png_image_begin_read_from_memory) *cpng_begin_read;
typedef __typeof__(png_image_finish_read) *cpng_finish_read;
typedef __typeof__(png_image_free) *cpng_free;

static const png_uint_32 cpng_image_version = PNG_IMAGE_VERSION;
static const png_uint_32 cpng_format_rgba = PNG_FORMAT_RGBA;

#endif
