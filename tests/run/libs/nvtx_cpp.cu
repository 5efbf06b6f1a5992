// nvtx_cpp: the same in C++: ranges of scopes and functions, domains, categories.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <nvtx3/nvtx3.hpp>

#ifndef NVTX3_CPP_DEFINITIONS_V1_0 /* CCCL asks before it uses the first version */
#error no first version
#endif

#include "../test.h"

struct our_domain {
	static constexpr const char *name = "ours";
};
struct our_category {
	static constexpr const char *name = "copies";
	static constexpr uint32_t id = 42;
};
struct our_message {
	static constexpr const char *message = "kernel";
};

__global__ void
twice(int *p)
{
	*p *= 2;
}

static void
launch(int *p)
{
	NVTX3_FUNC_RANGE();
	twice<<<1, 1>>>(p);
}

static void
launch_in(int *p, bool visible)
{
	NVTX3_FUNC_RANGE_IF_IN(our_domain, visible);
	twice<<<1, 1>>>(p);
}

int
main()
{
	NVTX3_FUNC_RANGE_IN(our_domain);
	int *p = to_device(std::vector<int>(1, 5));
	std::string name = "outer";
	nvtx3::scoped_range outer{name};
	nvtx3::scoped_range_in<our_domain> inner{"inner", nvtx3::rgb{127, 255, 0},
						 nvtx3::payload{42}};
	const auto &category = nvtx3::named_category_in<our_domain>::get<our_category>();
	const auto &message = nvtx3::registered_string_in<our_domain>::get<our_message>();
	nvtx3::event_attributes e{message, category, nvtx3::argb{1, 2, 3, 4}, nvtx3::payload{2.5}};
	{
		nvtx3::unique_range_in<our_domain> a{e}, b = std::move(a);
		launch(p);
		a = std::move(b);
	}
	nvtx3::range_handle r = nvtx3::start_range("started", nvtx3::color{0xff00ff00});
	launch_in(p, true);
	launch_in(p, false);
	nvtx3::mark("launched");
	nvtx3::mark_in<our_domain>(e);
	nvtx3::end_range(r);
	SYNC();
	printf("%d: %u %08x %g\n", to_host(p, 1)[0], e.get()->category, e.get()->color,
	       e.get()->payload.dValue);
	return 0;
}
