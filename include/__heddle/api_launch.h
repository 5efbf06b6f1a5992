/* SPDX-License-Identifier: Apache-2.0 */
/* Runtime API: kernels and occupancy. Included by cuda_runtime_api.h. */
cudaError_t cudaLaunchKernel(const void *func, dim3 grid, dim3 block, void **args,
                             size_t shared, cudaStream_t stream) __hd_launch_name;
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func,
                                void **args);
cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 grid, dim3 block,
                                        void **args, size_t shared,
                                        cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernelMultiDevice(
	struct cudaLaunchParams *list, unsigned int devices,
	unsigned int flags __hd_default(0));
cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void *func,
                                       enum cudaSharedMemConfig config);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func);
cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr,
                                 int value);
cudaError_t cudaFuncGetName(const char **name, const void *func);
cudaError_t cudaFuncGetParamInfo(const void *func, size_t index, size_t *offset,
                                 size_t *size);
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol);
cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *entry);
cudaError_t cudaSetDoubleForDevice(double *d);
cudaError_t cudaSetDoubleForHost(double *d);

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
	int *blocks, const void *func, int block_size, size_t dynamic_shared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *blocks, const void *func, int block_size, size_t dynamic_shared,
	unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(
	size_t *dynamic_shared, const void *func, int blocks, int block_size);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *func,
                                                 const cudaLaunchConfig_t *config);
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *func,
                                           const cudaLaunchConfig_t *config);

#ifdef __cplusplus
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **func,
                                    unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *status = 0);
cudaError_t cudaGetDriverEntryPointByVersion(
	const char *symbol, void **func, unsigned int version, unsigned long long flags,
	enum cudaDriverEntryPointQueryResult *status = 0);
#else
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **func,
                                    unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *status);
cudaError_t cudaGetDriverEntryPointByVersion(
	const char *symbol, void **func, unsigned int version, unsigned long long flags,
	enum cudaDriverEntryPointQueryResult *status);
#endif
