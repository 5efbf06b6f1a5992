/* SPDX-License-Identifier: Apache-2.0 */
/* Reading textures in full: conversions, levels, cubes, gathering. Kernels call this
 * for what include/__heddle/dev_texture.h does not do by itself. */
#include "texture.h"
#include "inner.h"

#include <math.h>
#include <string.h>

typedef struct __hd_texture texture;
typedef struct __hd_image image;
typedef struct __hd_fetch fetch;

/* One texel, or the result: floats, or integers as they are. */
typedef union texel {
	float f[4];
	uint32_t u[4];
} texel;

static bool
is_float(const texture *t)
{
	return t->to_float || t->format == __hd_format_f16 ||
	       t->format == __hd_format_f32;
}

/* ---- texels ------------------------------------------------------------------- */

static float
half_to_float(uint16_t h)
{
	uint32_t sign = (uint32_t)(h >> 15) << 31, exponent = h >> 10 & 31;
	uint32_t fraction = h & 1023, bits;
	float f;

	if (!exponent) {
		f = (float)fraction * 0x1p-24f;
		return sign ? -f : f;
	}
	bits = sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) |
	       fraction << 13;
	memcpy(&f, &bits, sizeof f);
	return f;
}

static float
linear_of_srgb(float s)
{
	return s <= 0.04045f ? s / 12.92f : powf((s + 0.055f) / 1.055f, 2.4f);
}

static int32_t
read_integer(const char *p, int format)
{
	switch (format) {
	case __hd_format_s8:
		return *(const int8_t *)p;
	case __hd_format_u8:
		return *(const uint8_t *)p;
	case __hd_format_s16:
		return *(const int16_t *)p;
	case __hd_format_u16:
		return *(const uint16_t *)p;
	default:
		return *(const int32_t *)p;
	}
}

static float
read_fraction(const char *p, int format)
{
	static const float scale[] = {[__hd_format_s8] = 127,
				      [__hd_format_u8] = 255,
				      [__hd_format_s16] = 32767,
				      [__hd_format_u16] = 65535};
	float x = (float)read_integer(p, format) / scale[format];

	return x > -1.0f ? x : -1.0f;
}

static float
read_float(const texture *t, const char *p, int channel)
{
	float x;

	if (t->format == __hd_format_f32)
		return *(const float *)p;
	if (t->format == __hd_format_f16)
		return half_to_float(*(const uint16_t *)p);
	x = read_fraction(p, t->format);
	return t->srgb && channel < 3 ? linear_of_srgb(x) : x;
}

/* Fractions are filtered as integers of 16 bits. */
static float
fraction_scale(const texture *t)
{
	if (!t->to_float || t->srgb)
		return 0; /* or not at all */
	return t->format == __hd_format_u8 || t->format == __hd_format_u16 ? 65535.0f
									   : 32767.0f;
}

/* The border has the format of the texels; integers are its bits as they are. */
static texel
border_texel(const texture *t)
{
	float scale = fraction_scale(t);
	texel r;

	memcpy(&r, t->border, sizeof r);
	if (t->format == __hd_format_u8 || t->format == __hd_format_s8)
		scale = t->format == __hd_format_u8 ? 255.0f : 127.0f;
	for (int c = 0; c < 4 && t->to_float; c++)
		r.f[c] = rintf(r.f[c] * scale) / scale;
	return r;
}

/* A negative index stands for the border. */
static texel
read_texel(const texture *t, const image *m, int i, int j, int k)
{
	texel r = {{0, 0, 0, 0}};
	int size = t->texel / t->channels;

	if (i < 0 || j < 0 || k < 0)
		return border_texel(t);
	const char *p = m->base + i * (int64_t)t->texel + j * m->pitch + k * m->slice;

	for (int c = 0; c < t->channels; c++, p += size)
		if (is_float(t))
			r.f[c] = read_float(t, p, c);
		else
			r.u[c] = (uint32_t)read_integer(p, t->format);
	return r;
}

/* ---- cubes -------------------------------------------------------------------- */

/* The face that a direction meets, and where: u and v from 0 to 1. */
static int
cube_face(const float d[3], float *u, float *v)
{
	float ax = fabsf(d[0]), ay = fabsf(d[1]), az = fabsf(d[2]), s, t, m;
	int face;

	if (az >= ax && az >= ay) {
		face = 4 + (d[2] < 0);
		m = az;
		s = d[2] < 0 ? -d[0] : d[0];
		t = -d[1];
	} else if (ay >= ax) {
		face = 2 + (d[1] < 0);
		m = ay;
		s = d[0];
		t = d[1] < 0 ? -d[2] : d[2];
	} else {
		face = d[0] < 0;
		m = ax;
		s = d[0] < 0 ? d[2] : -d[2];
		t = -d[1];
	}
	*u = m > 0 ? (s / m + 1.0f) * 0.5f : 0.5f;
	*v = m > 0 ? (t / m + 1.0f) * 0.5f : 0.5f;
	return face;
}

/* The direction of a point of a face; u and v may lie a little outside. */
static void
cube_direction(int face, float u, float v, float d[3])
{
	float s = 2.0f * u - 1.0f, t = 2.0f * v - 1.0f;
	const float table[6][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t},
				   {s, -1, -t}, {s, -t, 1},  {-s, -t, -1}};

	memcpy(d, table[face], sizeof table[face]);
}

/* A texel of a cube's face or, one beyond its edge, of the neighbour's. */
static texel
seamless_texel(const texture *t, const image *m, int i, int j, int plane)
{
	float d[3], u, v;
	int n = m->width, face = plane % 6;

	if (i >= 0 && i < n && j >= 0 && j < n)
		return read_texel(t, m, i, j, plane);
	cube_direction(face, ((float)i + 0.5f) / (float)n, ((float)j + 0.5f) / (float)n,
		       d);
	face = cube_face(d, &u, &v);
	return read_texel(t, m, hd_tex_nearest(u, n, HD_CLAMP | HD_NORMALIZED),
			  hd_tex_nearest(v, n, HD_CLAMP | HD_NORMALIZED),
			  plane / 6 * 6 + face);
}

/* Where three faces meet there are three texels: the fourth is their mean. */
static void
close_corner(texel quad[4], const bool outside[4])
{
	for (int q = 0; q < 4; q++) {
		if (!outside[q])
			continue;
		for (int c = 0; c < 4; c++) {
			float sum = 0;

			for (int o = 0; o < 4; o++)
				sum += o == q ? 0.0f : quad[o].f[c];
			quad[q].f[c] = sum / 3.0f;
		}
	}
}

/* ---- one level ---------------------------------------------------------------- */

enum { CUBE_EDGE = HD_CLAMP | HD_NORMALIZED }; /* how a cube's face ends */

/* Where a fetch reads in a level. */
struct place {
	float at[3];
	int dims;
	int plane;  /* layer and face, when dims < 3 */
	bool cubic; /* a face of a cube whose edges are to be crossed */
};

static texel
nearest(const texture *t, const image *m, const struct place *p)
{
	int i = hd_tex_nearest(p->at[0], m->width,
			       p->cubic ? CUBE_EDGE : t->address[0]);
	int j = 0, k = p->plane;

	if (p->dims > 1)
		j = hd_tex_nearest(p->at[1], m->height,
				   p->cubic ? CUBE_EDGE : t->address[1]);
	if (p->dims > 2)
		k = hd_tex_nearest(p->at[2], m->depth, t->address[2]);
	return read_texel(t, m, i, j, k);
}

/* The texels around a place, in x first. `cell`: the place with 8 bits of fraction. */
static void
read_cell(const texture *t, const image *m, const struct place *p, const int cell[3],
	  texel corner[8])
{
	const int size[3] = {m->width, m->height, m->depth};
	bool outside[8];
	int n = m->width;

	for (int q = 0; q < 1 << p->dims; q++) {
		int at[3] = {0, 0, p->plane};

		for (int d = 0; d < p->dims; d++) {
			at[d] = (cell[d] >> 8) + (q >> d & 1);
			if (!p->cubic)
				at[d] = hd_tex_index(at[d], size[d], t->address[d]);
		}
		outside[q] = p->cubic && (at[0] < 0 || at[0] >= n) &&
			     (at[1] < 0 || at[1] >= n);
		corner[q] = p->cubic ? seamless_texel(t, m, at[0], at[1], at[2])
				     : read_texel(t, m, at[0], at[1], at[2]);
	}
	if (p->cubic)
		close_corner(corner, outside);
}

static texel
weigh(const texture *t, const texel *corner, const int *w, int n)
{
	float scale = fraction_scale(t);
	texel r;

	for (int c = 0; c < 4; c++) {
		long whole = 128;
		float sum = 0;

		for (int q = 0; q < n; q++) {
			whole += w[q] * lrintf(corner[q].f[c] * scale);
			sum += (float)w[q] * 0x1p-8f * corner[q].f[c];
		}
		r.f[c] = scale != 0 ? (float)(whole >> 8) / scale : sum;
	}
	return r;
}

static texel
mix(const texel *a, const texel *b, int weight)
{
	float w = (float)weight / 256.0f;
	texel r;

	for (int c = 0; c < 4; c++)
		r.f[c] = (1.0f - w) * a->f[c] + w * b->f[c];
	return r;
}

static texel
filter(const texture *t, const image *m, const struct place *p)
{
	const int size[3] = {m->width, m->height, m->depth};
	int cell[3] = {0, 0, 0}, w[8];
	texel corner[8];

	for (int d = 0; d < p->dims; d++)
		cell[d] = hd_tex_between(p->at[d], size[d],
					 p->cubic ? CUBE_EDGE : t->address[d]);
	read_cell(t, m, p, cell, corner);
	hd_tex_weights(p->dims, cell[0] & 255, cell[1] & 255, cell[2] & 255, w);
	return weigh(t, corner, w, 1 << p->dims);
}

static struct place
place_of(const texture *t, const image *m, const fetch *f)
{
	struct place p = {{f->x, f->y, f->z}, f->kind & __hd_fetch_dims, 0, false};
	bool cube = f->kind & __hd_fetch_cube;

	if (f->kind & __hd_fetch_layered) {
		int layers = m->depth / (cube ? 6 : 1);

		p.plane = (unsigned)f->layer < (unsigned)layers ? f->layer : layers - 1;
	}
	if (cube) {
		p.plane = p.plane * 6 + cube_face(p.at, &p.at[0], &p.at[1]);
		p.dims = 2;
		p.cubic = t->seamless;
	}
	return p;
}

static texel
sample_level(const texture *t, const image *m, const fetch *f)
{
	struct place p = place_of(t, m, f);

	return t->linear && is_float(t) ? filter(t, m, &p) : nearest(t, m, &p);
}

/* ---- levels ------------------------------------------------------------------- */

/* How many texels of level 0 a step covers, as a power of two. */
static float
level_of_gradient(const texture *t, const fetch *f)
{
	const int size[3] = {t->image.width, t->image.height, t->image.depth};
	int dims = f->kind & __hd_fetch_dims;
	float x = 0, y = 0;

	for (int i = 0; i < dims; i++) {
		float n = t->address[i] & HD_NORMALIZED ? (float)size[i] : 1.0f;

		x += f->dx[i] * f->dx[i] * n * n;
		y += f->dy[i] * f->dy[i] * n * n;
	}
	return floorf(128.0f * log2f(x > y ? x : y) + 0.5f) / 256.0f;
}

/* Without a level and without a step there is no bias either. */
static float
level_of(const texture *t, const fetch *f)
{
	float level = 0;

	if (f->kind & __hd_fetch_level)
		level = (f->level == f->level ? f->level : 0) + t->bias;
	else if (f->kind & __hd_fetch_grad)
		level = level_of_gradient(t, f) + t->bias;
	level = level > t->min_level ? level : t->min_level;
	level = level < t->max_level ? level : t->max_level;
	level = level > 0 ? level : 0;
	return level < (float)(t->level_count - 1) ? level
						   : (float)(t->level_count - 1);
}

static texel
sample(const texture *t, const fetch *f)
{
	if (f->kind == __hd_fetch_index)
		return read_texel(t, &t->image, f->layer, 0, 0);
	if (!t->levels)
		return sample_level(t, &t->image, f);
	int level = (int)(level_of(t, f) * 256.0f), first = level >> 8;

	if (!t->mip_linear || !is_float(t))
		return sample_level(t, &t->levels[(level + 128) >> 8], f);
	texel low = sample_level(t, &t->levels[first], f);

	if (!(level & 255))
		return low;
	texel high = sample_level(t, &t->levels[first + 1], f);

	return mix(&low, &high, level & 255);
}

/* One channel of four texels, counterclockwise from the lower left. */
static texel
gather(const texture *t, const fetch *f)
{
	static const int order[4] = {2, 3, 1, 0};
	struct place p = {{f->x, f->y, 0}, 2, 0, false};
	int a = hd_tex_between(f->x, t->image.width, t->address[0]);
	int b = hd_tex_between(f->y, t->image.height, t->address[1]);
	texel quad[8], r;

	read_cell(t, &t->image, &p, (int[3]){a, b, 0}, quad);
	for (int c = 0; c < 4; c++)
		r.u[c] = quad[order[c]].u[f->layer & 3];
	return r;
}

void
hd_texture_read(const texture *t, const fetch *f, void *out)
{
	texel r = {{0, 0, 0, 0}};

	if (t && t->bound)
		r = f->kind & __hd_fetch_gather ? gather(t, f) : sample(t, f);
	memcpy(out, &r, sizeof r);
}
