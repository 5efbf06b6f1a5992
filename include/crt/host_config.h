/* SPDX-License-Identifier: Apache-2.0 */
#ifndef __HOST_CONFIG_H__
#define __HOST_CONFIG_H__

#include "crt/host_defines.h"

#ifndef _CRTIMP
#define _CRTIMP
#endif
#ifndef __THROW
#include <features.h>
#endif

#endif
