// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CShim.h"

#include <unistd.h>

// On Linux the main thread's id is that of the process.
gboolean aloft_is_main_thread(void) { return gettid() == getpid(); }
