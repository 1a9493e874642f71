// SPDX-License-Identifier: MIT
// What Swift cannot import from the C libraries: private entry points without a header, and macros.
#pragma once
#include <adwaita.h>

// libdispatch's main queue, to be served from another event loop. Exported for CoreFoundation, which does the same.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);

gboolean aloft_is_main_thread(void);
