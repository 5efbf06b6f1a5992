/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of streams: remembered, since nothing here depends on them but the
 * priority. */
#include "api.h"

#include <string.h>

static int
find(cudaStream_t handle, hd_stream **s)
{
	int error = hd_api_begin();

	return error ? error : hd_api_stream(handle, s);
}

cudaError_t
cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr,
		       cudaLaunchAttributeValue *value)
{
	hd_stream *s;
	int error = value ? find(stream, &s) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	memset(value, 0, sizeof *value);
	switch (attr) {
	case cudaLaunchAttributePriority:
		value->priority = s->priority;
		HD_RETURN(HD_OK);
	case cudaLaunchAttributeSynchronizationPolicy:
		value->syncPolicy =
			s->sync_policy ? (enum cudaSynchronizationPolicy)s->sync_policy
				       : cudaSyncPolicyAuto;
		HD_RETURN(HD_OK);
	case cudaLaunchAttributeAccessPolicyWindow:
	case cudaLaunchAttributeMemSyncDomain:
		HD_RETURN(HD_OK);
	case cudaLaunchAttributeMemSyncDomainMap:
		value->memSyncDomainMap.remote = 1;
		HD_RETURN(HD_OK);
	default:
		HD_RETURN(HD_ERR_VALUE);
	}
}

cudaError_t
cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr,
		       const cudaLaunchAttributeValue *value)
{
	hd_stream *s;
	int error = value ? find(stream, &s) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	switch (attr) {
	case cudaLaunchAttributeSynchronizationPolicy:
		if (value->syncPolicy < cudaSyncPolicyAuto ||
		    value->syncPolicy > cudaSyncPolicyBlockingSync)
			HD_RETURN(HD_ERR_VALUE);
		s->sync_policy = (int)value->syncPolicy;
		HD_RETURN(HD_OK);
	case cudaLaunchAttributePriority:
		s->priority = value->priority;
		HD_RETURN(HD_OK);
	case cudaLaunchAttributeAccessPolicyWindow:
	case cudaLaunchAttributeMemSyncDomain:
	case cudaLaunchAttributeMemSyncDomainMap:
		HD_RETURN(HD_OK);
	default:
		HD_RETURN(HD_ERR_VALUE);
	}
}

cudaError_t
cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src)
{
	hd_stream *to, *from;
	int error = find(dst, &to);

	if (!error)
		error = find(src, &from);
	if (!error)
		to->sync_policy = from->sync_policy;
	HD_RETURN(error);
}
