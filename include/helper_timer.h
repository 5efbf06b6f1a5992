/* SPDX-License-Identifier: Apache-2.0 */
/* Stop watches, under the names that NVIDIA's samples use. Times are in milliseconds. */
#ifndef COMMON_HELPER_TIMER_H_
#define COMMON_HELPER_TIMER_H_

#include <time.h>

class StopWatchInterface {
public:
	StopWatchInterface() { }
	virtual ~StopWatchInterface() { }
	virtual void start() = 0;
	virtual void stop() = 0;
	virtual void reset() = 0;
	virtual float getTime() = 0;        /* of all sessions, the running one included */
	virtual float getAverageTime() = 0; /* of the sessions that were stopped */
};

class StopWatchLinux : public StopWatchInterface {
public:
	void
	start()
	{
		begin = now();
		running = true;
	}
	void
	stop()
	{
		total += now() - begin;
		running = false;
		sessions++;
	}
	void
	reset()
	{
		total = 0;
		sessions = 0;
		if (running)
			begin = now();
	}
	float
	getTime()
	{
		return (float)(running ? total + now() - begin : total);
	}
	float
	getAverageTime()
	{
		return sessions > 0 ? (float)(total / sessions) : 0.0f;
	}

private:
	double begin = 0, total = 0;
	int sessions = 0;
	bool running = false;

	static double
	now()
	{
		struct timespec t;

		clock_gettime(CLOCK_MONOTONIC, &t);
		return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
	}
};

inline bool
sdkCreateTimer(StopWatchInterface **timer)
{
	*timer = new StopWatchLinux();
	return true;
}

inline bool
sdkDeleteTimer(StopWatchInterface **timer)
{
	delete *timer;
	*timer = NULL;
	return true;
}

#define __hd_timer(name, call) \
	inline bool name(StopWatchInterface **timer) \
	{ \
		if (*timer) \
			(*timer)->call(); \
		return true; \
	}
__hd_timer(sdkStartTimer, start)
__hd_timer(sdkStopTimer, stop)
__hd_timer(sdkResetTimer, reset)
#undef __hd_timer

inline float
sdkGetTimerValue(StopWatchInterface **timer)
{
	return *timer ? (*timer)->getTime() : -1.0f;
}

inline float
sdkGetAverageTimerValue(StopWatchInterface **timer)
{
	return *timer ? (*timer)->getAverageTime() : 0.0f;
}

#endif
