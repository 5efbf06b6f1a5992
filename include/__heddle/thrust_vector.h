/* SPDX-License-Identifier: Apache-2.0 */
/* A vector of Thrust 1.x, as Thrust 2 has it: it can be made of a list. Included for each kind
 * of vector by thrust/NAME.h, which defines __hd_vector and __hd_vector_allocator. */

#include <thrust/detail/config.h>
#include <thrust/detail/vector_base.h>
#include <initializer_list>
#include <utility>

THRUST_NAMESPACE_BEGIN

template <typename T, typename Alloc = __hd_vector_allocator<T>>
class __hd_vector : public detail::vector_base<T, Alloc> {
	typedef detail::vector_base<T, Alloc> Parent;

public:
	typedef typename Parent::size_type size_type;
	typedef typename Parent::value_type value_type;

	using Parent::Parent;
	using Parent::operator=;
	using Parent::assign;
	using Parent::insert;
	__hd_vector() = default;
	__hd_vector(const __hd_vector &) = default;
	__hd_vector(__hd_vector &&) = default;
	__hd_vector(const __hd_vector &v, const Alloc &alloc) : Parent(v, alloc) { }
	__hd_vector(__hd_vector &&v, const Alloc &alloc) : Parent(alloc)
	{
		Parent::operator=(std::move(v));
	}
	__hd_vector(std::initializer_list<T> list) : Parent(list.begin(), list.end()) { }
	__hd_vector(std::initializer_list<T> list, const Alloc &alloc)
		: Parent(list.begin(), list.end(), alloc)
	{
	}
	__hd_vector &operator=(const __hd_vector &) = default;
	__hd_vector &operator=(__hd_vector &&) = default;
	__hd_vector &
	operator=(std::initializer_list<T> list)
	{
		Parent::assign(list.begin(), list.end());
		return *this;
	}
	void assign(std::initializer_list<T> list) { Parent::assign(list.begin(), list.end()); }
	void
	insert(typename Parent::iterator at, std::initializer_list<T> list)
	{
		Parent::insert(at, list.begin(), list.end());
	}
};

template <typename T, typename Alloc>
void
swap(__hd_vector<T, Alloc> &a, __hd_vector<T, Alloc> &b)
{
	a.swap(b);
}

THRUST_NAMESPACE_END
