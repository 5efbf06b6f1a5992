/* SPDX-License-Identifier: Apache-2.0 */
/* Runtime API: arrays, textures, surfaces. Included by cuda_runtime_api.h. */
cudaError_t cudaMallocArray(cudaArray_t *array,
                            const struct cudaChannelFormatDesc *desc, size_t width,
                            size_t height __hd_default(0),
                            unsigned int flags __hd_default(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array,
                              const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent,
                              unsigned int flags __hd_default(0));
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array,
                                     const struct cudaChannelFormatDesc *desc,
                                     struct cudaExtent extent, unsigned int levels,
                                     unsigned int flags __hd_default(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level_array,
                                       cudaMipmappedArray_const_t array,
                                       unsigned int level);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc,
                             struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array);
cudaError_t cudaArrayGetPlane(cudaArray_t *plane, cudaArray_t array,
                              unsigned int index);
cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *req,
                                           cudaArray_t array, int device);
cudaError_t cudaMipmappedArrayGetMemoryRequirements(
	struct cudaArrayMemoryRequirements *req, cudaMipmappedArray_t array, int device);
cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties *prop,
                                         cudaArray_t array);
cudaError_t cudaMipmappedArrayGetSparseProperties(
	struct cudaArraySparseProperties *prop, cudaMipmappedArray_t array);

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y, const void *src,
                                size_t spitch, size_t width, size_t height,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y,
                                     const void *src, size_t spitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind,
                                     cudaStream_t stream __hd_default(0));
cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t src,
                                  size_t x, size_t y, size_t width, size_t height,
                                  enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src,
                                       size_t x, size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind,
                                       cudaStream_t stream __hd_default(0));
cudaError_t cudaMemcpy2DArrayToArray(
	cudaArray_t dst, size_t dst_x, size_t dst_y, cudaArray_const_t src, size_t src_x,
	size_t src_y, size_t width, size_t height,
	enum cudaMemcpyKind kind __hd_default(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y, const void *src,
                              size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src,
                                   size_t count, enum cudaMemcpyKind kind,
                                   cudaStream_t stream __hd_default(0));
cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t x, size_t y,
                                size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t x,
                                     size_t y, size_t count, enum cudaMemcpyKind kind,
                                     cudaStream_t stream __hd_default(0));
cudaError_t cudaMemcpyArrayToArray(
	cudaArray_t dst, size_t dst_x, size_t dst_y, cudaArray_const_t src, size_t src_x,
	size_t src_y, size_t count,
	enum cudaMemcpyKind kind __hd_default(cudaMemcpyDeviceToDevice));

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc,
                               cudaArray_const_t array);
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *desc,
                                             cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc,
                                            cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *desc,
                                                 cudaTextureObject_t object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *desc,
                                             cudaSurfaceObject_t object);

/* Texture and surface references, which CUDA 12 no longer has. */
cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *ref,
                            const void *ptr, const struct cudaChannelFormatDesc *desc,
                            size_t size __hd_default(UINT_MAX));
cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *ref,
                              const void *ptr, const struct cudaChannelFormatDesc *desc,
                              size_t width, size_t height, size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference *ref,
                                   cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *desc);
cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *ref,
                                            cudaMipmappedArray_const_t array,
                                            const struct cudaChannelFormatDesc *desc);
cudaError_t cudaUnbindTexture(const struct textureReference *ref);
cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                          const struct textureReference *ref);
cudaError_t cudaGetTextureReference(const struct textureReference **ref,
                                    const void *symbol);
cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *ref,
                                   cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *desc);
cudaError_t cudaGetSurfaceReference(const struct surfaceReference **ref,
                                    const void *symbol);
