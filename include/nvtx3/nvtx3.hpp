/* SPDX-License-Identifier: Apache-2.0 */
/* NVTX for C++: ranges that end with their scope, with what is known of them. */
#ifndef __HEDDLE_NVTX3_HPP__
#define __HEDDLE_NVTX3_HPP__

#include "nvToolsExt.h"
#include <string>
#include <type_traits>
#include <utility>

#define NVTX3_CPP_VERSION_MAJOR 1
#define NVTX3_CPP_VERSION_MINOR 0
#define NVTX3_CPP_DEFINITIONS_V1_0 /* CCCL asks for it */

namespace nvtx3 {
inline namespace v1 {

/* A type with a member "name" stands for a domain. */
class domain {
public:
	struct global { };

	template <class Domain = global> static const domain &
	get()
	{
		static const domain d{static_cast<Domain *>(nullptr)};
		return d;
	}
	domain(const domain &) = delete;
	domain &operator=(const domain &) = delete;
	operator nvtxDomainHandle_t() const noexcept { return handle; }

private:
	static nvtxDomainHandle_t create(const char *s) { return nvtxDomainCreateA(s); }
	static nvtxDomainHandle_t create(const wchar_t *s) { return nvtxDomainCreateW(s); }
	explicit domain(global *) { }
	template <class Domain> explicit domain(Domain *) : handle(create(Domain::name)) { }

	nvtxDomainHandle_t handle = nullptr;
};

struct rgb {
	using component_type = uint8_t;

	constexpr rgb(component_type r, component_type g, component_type b) noexcept
	: red(r), green(g), blue(b)
	{
	}
	component_type red, green, blue;
};
struct argb : rgb {
	constexpr argb(component_type a, component_type r, component_type g,
	               component_type b) noexcept
	: rgb(r, g, b), alpha(a)
	{
	}
	component_type alpha;
};

class color {
public:
	using value_type = uint32_t;

	constexpr explicit color(value_type hex) noexcept : value(hex) { }
	constexpr color(argb c) noexcept : value(join(c.alpha, c)) { }
	constexpr color(rgb c) noexcept : value(join(255, c)) { }
	constexpr value_type get_value() const noexcept { return value; }
	constexpr nvtxColorType_t get_type() const noexcept { return NVTX_COLOR_ARGB; }

private:
	static constexpr value_type
	join(value_type alpha, rgb c)
	{
		return alpha << 24 | value_type(c.red) << 16 | value_type(c.green) << 8 |
		       c.blue;
	}

	value_type value;
};

class category {
public:
	using id_type = uint32_t;

	constexpr explicit category(id_type number) noexcept : id(number) { }
	constexpr id_type get_id() const noexcept { return id; }

private:
	id_type id;
};

/* A type with members "name" and "id" stands for a category of a domain. */
template <class Domain = domain::global> class named_category_in : public category {
public:
	template <class Category> static const named_category_in &
	get()
	{
		static const named_category_in c(Category::id, Category::name);
		return c;
	}
	named_category_in(id_type id, const char *name) noexcept : category(id)
	{
		nvtxDomainNameCategoryA(domain::get<Domain>(), id, name);
	}
	named_category_in(id_type id, const wchar_t *name) noexcept : category(id)
	{
		nvtxDomainNameCategoryW(domain::get<Domain>(), id, name);
	}
};
using named_category = named_category_in<domain::global>;

/* A type with a member "message" stands for a text of a domain. */
template <class Domain = domain::global> class registered_string_in {
public:
	template <class Message> static const registered_string_in &
	get()
	{
		static const registered_string_in s(Message::message);
		return s;
	}
	explicit registered_string_in(const char *s) noexcept
	: handle(nvtxDomainRegisterStringA(domain::get<Domain>(), s))
	{
	}
	explicit registered_string_in(const wchar_t *s) noexcept
	: handle(nvtxDomainRegisterStringW(domain::get<Domain>(), s))
	{
	}
	explicit registered_string_in(const std::string &s) noexcept
	: registered_string_in(s.c_str())
	{
	}
	explicit registered_string_in(const std::wstring &s) noexcept
	: registered_string_in(s.c_str())
	{
	}
	registered_string_in(const registered_string_in &) = delete;
	registered_string_in &operator=(const registered_string_in &) = delete;
	nvtxStringHandle_t get_handle() const noexcept { return handle; }

private:
	nvtxStringHandle_t handle;
};
using registered_string = registered_string_in<domain::global>;

/* Points at a text that lives as long as it. */
class message {
public:
	using value_type = nvtxMessageValue_t;

	message(const char *s) noexcept : type(NVTX_MESSAGE_TYPE_ASCII) { value.ascii = s; }
	message(const std::string &s) noexcept : message(s.c_str()) { }
	message(std::string &&) = delete;
	message(const wchar_t *s) noexcept : type(NVTX_MESSAGE_TYPE_UNICODE)
	{
		value.unicode = s;
	}
	message(const std::wstring &s) noexcept : message(s.c_str()) { }
	message(std::wstring &&) = delete;
	message(nvtxStringHandle_t s) noexcept : type(NVTX_MESSAGE_TYPE_REGISTERED)
	{
		value.registered = s;
	}
	template <class Domain> message(const registered_string_in<Domain> &s) noexcept
	: message(s.get_handle())
	{
	}
	constexpr message(nvtxMessageType_t t, const value_type &v) noexcept : type(t), value(v)
	{
	}
	constexpr value_type get_value() const noexcept { return value; }
	constexpr nvtxMessageType_t get_type() const noexcept { return type; }

private:
	nvtxMessageType_t type;
	value_type value;
};

class payload {
public:
	using value_type = decltype(nvtxEventAttributes_t::payload);

#define __hd_payload(ctype, kind, member) \
	explicit payload(ctype v) noexcept : type(NVTX_PAYLOAD_TYPE_##kind) \
	{ \
		value.member = v; \
	}
	__hd_payload(int64_t, INT64, llValue)
	__hd_payload(int32_t, INT32, iValue)
	__hd_payload(uint64_t, UNSIGNED_INT64, ullValue)
	__hd_payload(uint32_t, UNSIGNED_INT32, uiValue)
	__hd_payload(float, FLOAT, fValue)
	__hd_payload(double, DOUBLE, dValue)
#undef __hd_payload
	constexpr payload(nvtxPayloadType_t t, const value_type &v) noexcept : type(t), value(v)
	{
	}
	constexpr value_type get_value() const noexcept { return value; }
	constexpr nvtxPayloadType_t get_type() const noexcept { return type; }

private:
	nvtxPayloadType_t type;
	value_type value;
};

/* All that is said of an event, in any order; of two of a kind the first one counts. */
class event_attributes {
public:
	using value_type = nvtxEventAttributes_t;

	event_attributes() noexcept : all()
	{
		all.version = NVTX_VERSION;
		all.size = sizeof all;
	}
	template <class... Args>
	explicit event_attributes(const category &c, const Args &...args) noexcept
	: event_attributes(args...)
	{
		all.category = c.get_id();
	}
	template <class... Args>
	explicit event_attributes(const color &c, const Args &...args) noexcept
	: event_attributes(args...)
	{
		all.color = c.get_value();
		all.colorType = c.get_type();
	}
	template <class... Args>
	explicit event_attributes(const payload &p, const Args &...args) noexcept
	: event_attributes(args...)
	{
		all.payload = p.get_value();
		all.payloadType = p.get_type();
	}
	template <class... Args>
	explicit event_attributes(const message &m, const Args &...args) noexcept
	: event_attributes(args...)
	{
		all.message = m.get_value();
		all.messageType = m.get_type();
	}
	const value_type *get() const noexcept { return &all; }

private:
	value_type all;
};

namespace detail {

/* For a first argument that says something of an event: not all of it, not a range. */
template <class Self, class First> using if_not =
	typename std::enable_if<!std::is_same<Self, First>::value &&
	                        !std::is_same<event_attributes, First>::value>::type;

}

struct range_handle {
	using value_type = nvtxRangeId_t;

	constexpr range_handle() noexcept : value(0) { }
	constexpr explicit range_handle(value_type id) noexcept : value(id) { }
	constexpr explicit operator bool() const noexcept { return value != 0; }
	range_handle(std::nullptr_t) = delete;
	constexpr value_type get_value() const noexcept { return value; }
	friend constexpr bool
	operator==(range_handle a, range_handle b) noexcept
	{
		return a.value == b.value;
	}
	friend constexpr bool
	operator!=(range_handle a, range_handle b) noexcept
	{
		return a.value != b.value;
	}

private:
	value_type value;
};

template <class Domain = domain::global> range_handle
start_range_in(const event_attributes &e) noexcept
{
	return range_handle(nvtxDomainRangeStartEx(domain::get<Domain>(), e.get()));
}
template <class Domain = domain::global, class First, class... Args,
          class = detail::if_not<event_attributes, First>>
range_handle
start_range_in(const First &first, const Args &...args) noexcept
{
	return start_range_in<Domain>(event_attributes(first, args...));
}
template <class... Args> range_handle
start_range(const Args &...args) noexcept
{
	return start_range_in<domain::global>(args...);
}
template <class Domain = domain::global> void
end_range_in(range_handle r) noexcept
{
	nvtxDomainRangeEnd(domain::get<Domain>(), r.get_value());
}
inline void end_range(range_handle r) noexcept { end_range_in<domain::global>(r); }

/* From here to the end of the scope, on this thread. */
template <class Domain = domain::global> class scoped_range_in {
public:
	explicit scoped_range_in(const event_attributes &e) noexcept
	{
		nvtxDomainRangePushEx(domain::get<Domain>(), e.get());
	}
	template <class First, class... Args, class = detail::if_not<scoped_range_in, First>>
	explicit scoped_range_in(const First &first, const Args &...args) noexcept
	: scoped_range_in(event_attributes(first, args...))
	{
	}
	scoped_range_in() noexcept : scoped_range_in(event_attributes()) { }
	scoped_range_in(const scoped_range_in &) = delete;
	scoped_range_in &operator=(const scoped_range_in &) = delete;
	~scoped_range_in() noexcept { nvtxDomainRangePop(domain::get<Domain>()); }
};
using scoped_range = scoped_range_in<domain::global>;

/* A range that may be handed on, and end on another thread. */
template <class Domain = domain::global> class unique_range_in {
public:
	explicit unique_range_in(const event_attributes &e) noexcept
	: handle(start_range_in<Domain>(e)), open(true)
	{
	}
	template <class First, class... Args, class = detail::if_not<unique_range_in, First>>
	explicit unique_range_in(const First &first, const Args &...args) noexcept
	: unique_range_in(event_attributes(first, args...))
	{
	}
	unique_range_in() noexcept : unique_range_in(event_attributes()) { }
	unique_range_in(unique_range_in &&o) noexcept : handle(o.handle), open(o.open)
	{
		o.open = false;
	}
	unique_range_in &
	operator=(unique_range_in &&o) noexcept
	{
		std::swap(handle, o.handle);
		std::swap(open, o.open);
		return *this;
	}
	~unique_range_in() noexcept
	{
		if (open)
			end_range_in<Domain>(handle);
	}

private:
	range_handle handle;
	bool open;
};
using unique_range = unique_range_in<domain::global>;

template <class Domain = domain::global> void
mark_in(const event_attributes &e) noexcept
{
	nvtxDomainMarkEx(domain::get<Domain>(), e.get());
}
template <class Domain = domain::global, class First, class... Args,
          class = detail::if_not<event_attributes, First>>
void
mark_in(const First &first, const Args &...args) noexcept
{
	mark_in<Domain>(event_attributes(first, args...));
}
template <class... Args> void
mark(const Args &...args) noexcept
{
	mark_in<domain::global>(args...);
}

namespace detail {

/* A range that begins only if it is told to. */
template <class Domain> class optional_range {
public:
	explicit optional_range(bool begin, const char *name) noexcept : open(begin)
	{
		if (open)
			nvtxDomainRangePushEx(domain::get<Domain>(),
			                      event_attributes(name).get());
	}
	optional_range(const optional_range &) = delete;
	~optional_range() noexcept
	{
		if (open)
			nvtxDomainRangePop(domain::get<Domain>());
	}

private:
	bool open;
};

}

}
}

/* The rest of the function, under its name. */
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C) \
	::nvtx3::v1::detail::optional_range<D> const nvtx3_range__(static_cast<bool>(C), \
	                                                           __func__)
#define NVTX3_V1_FUNC_RANGE_IN(D) \
	::nvtx3::v1::scoped_range_in<D> const nvtx3_range__(&__func__[0])
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF(C) NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, C)
#define NVTX3_FUNC_RANGE_IF_IN(D, C) NVTX3_V1_FUNC_RANGE_IF_IN(D, C)
#define NVTX3_FUNC_RANGE_IN(D) NVTX3_V1_FUNC_RANGE_IN(D)
#define NVTX3_FUNC_RANGE() NVTX3_V1_FUNC_RANGE()
#define NVTX3_FUNC_RANGE_IF(C) NVTX3_V1_FUNC_RANGE_IF(C)

#endif
