/* SPDX-License-Identifier: Apache-2.0 */
/* Device variables: a symbol is the variable itself, or in old programs its name. */
#include "api.h"

static int
find(const void *symbol, hd_variable *v)
{
	int error = hd_api_begin();

	if (!error && !hd_variable_find(symbol, v))
		error = HD_ERR_SYMBOL;
	return error;
}

/* The part of a variable that a copy touches. */
static int
part(const void *symbol, size_t count, size_t offset, char **out)
{
	hd_variable v;
	int error = find(symbol, &v);

	if (!error && (offset > v.size || count > v.size - offset))
		error = HD_ERR_VALUE;
	if (!error)
		*out = v.address + offset;
	return error;
}

/* Copying to a variable from the host, or from it to the host, are the wrong ways. */
static int
check_kind(enum cudaMemcpyKind kind, enum cudaMemcpyKind natural)
{
	return kind == natural || kind == cudaMemcpyDeviceToDevice ||
			       kind == cudaMemcpyDefault
		       ? HD_OK
		       : HD_ERR_DIRECTION;
}

static int
to_symbol(const void *symbol, const void *src, size_t count, size_t offset,
	  enum cudaMemcpyKind kind, hd_copy *c)
{
	char *p;
	int error = check_kind(kind, cudaMemcpyHostToDevice);

	if (!error)
		error = part(symbol, count, offset, &p);
	if (!error)
		*c = hd_flat_copy(p, src, count);
	return error;
}

static int
from_symbol(void *dst, const void *symbol, size_t count, size_t offset,
	    enum cudaMemcpyKind kind, hd_copy *c)
{
	char *p;
	int error = check_kind(kind, cudaMemcpyDeviceToHost);

	if (!error)
		error = part(symbol, count, offset, &p);
	if (!error)
		*c = hd_flat_copy(dst, p, count);
	return error;
}

cudaError_t
cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
		   enum cudaMemcpyKind kind)
{
	hd_copy c;
	int error = to_symbol(symbol, src, count, offset, kind, &c);

	HD_RETURN(error ? error : hd_api_copy(&c, kind));
}

cudaError_t
cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
		     enum cudaMemcpyKind kind)
{
	hd_copy c;
	int error = from_symbol(dst, symbol, count, offset, kind, &c);

	HD_RETURN(error ? error : hd_api_copy(&c, kind));
}

/* The variable is not among the allocations, so cudaMemcpyDefault would take it for
 * pageable memory of the host. */
static int
async(const hd_copy *c, enum cudaMemcpyKind kind, enum cudaMemcpyKind natural,
      cudaStream_t stream)
{
	hd_stream *s;
	int error = hd_api_stream(stream, &s);

	if (kind == cudaMemcpyDefault)
		kind = natural;
	return error ? error : hd_api_copy_async(c, kind, s);
}

cudaError_t
cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count,
			size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	hd_copy c;
	int error = to_symbol(symbol, src, count, offset, kind, &c);

	HD_RETURN(error ? error : async(&c, kind, cudaMemcpyHostToDevice, stream));
}

cudaError_t
cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
			  enum cudaMemcpyKind kind, cudaStream_t stream)
{
	hd_copy c;
	int error = from_symbol(dst, symbol, count, offset, kind, &c);

	HD_RETURN(error ? error : async(&c, kind, cudaMemcpyDeviceToHost, stream));
}

cudaError_t
cudaGetSymbolAddress(void **ptr, const void *symbol)
{
	hd_variable v;
	int error = ptr ? find(symbol, &v) : HD_ERR_VALUE;

	if (!error)
		*ptr = v.address;
	HD_RETURN(error);
}

cudaError_t
cudaGetSymbolSize(size_t *size, const void *symbol)
{
	hd_variable v;
	int error = size ? find(symbol, &v) : HD_ERR_VALUE;

	if (!error)
		*size = v.size;
	HD_RETURN(error);
}
