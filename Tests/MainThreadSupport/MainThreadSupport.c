// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "MainThreadSupport.h"

#include <CShim.h>
#include <dlfcn.h>
#include <glib-unix.h>
#include <unistd.h>

static gboolean serve(gint handle, GIOCondition condition, gpointer data) {
  guint64 signals;
  if (read(handle, &signals, sizeof signals) < 0) return G_SOURCE_CONTINUE;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

// Stands in for the Swift runtime's own draining of the main queue, which leaves the main thread to the queue alone.
static __attribute__((swiftcall)) void drain(void *original, void *compatibility) {
  g_unix_fd_add(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, serve, NULL);
  _dispatch_main_queue_callback_4CF(NULL);
  for (;;) g_main_context_iteration(NULL, TRUE);
}

static __attribute__((constructor)) void install(void) {
  void **hook = dlsym(RTLD_DEFAULT, "swift_task_asyncMainDrainQueue_hook");
  if (hook != NULL) *hook = (void *)drain;
}
