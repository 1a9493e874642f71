// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CIsolation.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define DESCRIPTOR_ROOM (ALOFT_GREATEST_DESCRIPTOR_COUNT * sizeof(int))

ssize_t aloft_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count) {
  char control[CMSG_SPACE(DESCRIPTOR_ROOM)] __attribute__((aligned(8))) = {0};
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor_count > 0 && descriptor_count <= ALOFT_GREATEST_DESCRIPTOR_COUNT) {
    struct cmsghdr *header = (struct cmsghdr *)control;
    *header = (struct cmsghdr){CMSG_LEN(descriptor_count * sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(header), descriptors, descriptor_count * sizeof(int));
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(descriptor_count * sizeof(int));
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t aloft_receive(int socket, void *bytes, size_t room, int *descriptors, size_t *descriptor_count, bool waits) {
  char control[CMSG_SPACE(DESCRIPTOR_ROOM)] __attribute__((aligned(8)));
  struct iovec part = {bytes, room};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  // Without room for them, the kernel closes what descriptors come.
  if (*descriptor_count >= ALOFT_GREATEST_DESCRIPTOR_COUNT) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
  }
  *descriptor_count = 0;
  ssize_t received;
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
  while (received < 0 && errno == EINTR);
  struct cmsghdr *header = received < 0 ? NULL : CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    *descriptor_count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(descriptors, CMSG_DATA(header), *descriptor_count * sizeof(int));
  }
  return received;
}

const char *aloft_library_of(const void *function) {
  Dl_info information;
  return dladdr(function, &information) ? information.dli_fname : NULL;
}

void aloft_close_from(int first) { closefrom(first); }

int aloft_make_memory_file(size_t size) {
  int file = memfd_create("pixels", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (ftruncate(file, size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW) == 0) return file;
  close(file);
  return -1;
}
