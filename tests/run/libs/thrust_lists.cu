// thrust_lists: vectors that are made of lists, of each other and of nothing.
// needs: /usr/include/thrust/device_vector.h
// flags: --heddle-quick
// out: by hand
#include "../test.h"

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>

template <class T>
static void
show(const thrust::device_vector<T> &d)
{
	thrust::host_vector<T> h = d;
	for (size_t i = 0; i < h.size(); i++)
		printf("%g ", (double)h[i]);
	printf("\n");
}

struct item {
	thrust::device_vector<int> numbers;
	thrust::host_vector<float> weights{0.5f, 1.5f};
};

int
main()
{
	thrust::device_vector<int> a{3, 1, 2}, b = {5, 4}, c(2), e(4, 7), f{9};
	thrust::host_vector<int> h{6, 8};
	std::vector<int> s{1, 2, 3};
	item one{a}, two = one;

	show(a), show(b), show(c), show(e), show(f);
	thrust::sequence(a.begin(), a.end(), 1);
	show(a);
	a = h;
	show(a);
	a = s;
	show(a);
	a = {4, 4, 4, 4};
	show(a);
	a.insert(a.begin() + 1, {1, 2});
	show(a);
	a.assign({7});
	show(a);
	b = std::move(e);
	show(b);
	swap(a, b);
	show(a);
	thrust::device_vector<double> wide(h.begin(), h.end()), same(wide), other = h;
	show(wide), show(same), show(other);
	one.numbers.push_back(10);
	printf("%d %d %g\n", (int)one.numbers[3], (int)two.numbers.size(), two.weights[1]);
	return 0;
}
