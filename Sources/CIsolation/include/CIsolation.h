// SPDX-License-Identifier: MIT
// What Swift cannot import of processes that talk and of those that may do little: macros, variadic calls, kernel headers.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// How many descriptors a message may bring.
#define ALOFT_GREATEST_DESCRIPTOR_COUNT 2

// As sendmsg and recvmsg. What is received closes itself on exec; the count tells how much room there is, and then how
// many came.
ssize_t aloft_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count);
ssize_t aloft_receive(int socket, void *bytes, size_t room, int *descriptors, size_t *descriptor_count, bool waits);

// A file in memory of that size for good, or -1.
int aloft_make_memory_file(size_t size);

// Closes all descriptors from that on.
void aloft_close_from(int first);

// The path of the library that a function is in; NULL where it isn't known.
const char *aloft_library_of(const void *function);

// By Landlock: from now on, this thread and those it starts find no file but those below these folders, to read. False
// where the kernel doesn't have it.
bool aloft_read_only_below(const char *const *folders, size_t count);

// By seccomp: from now on, this process may calculate, use what is open, and start threads. False where the kernel
// doesn't have it.
bool aloft_refuse_system_calls(bool may_open_to_read);
