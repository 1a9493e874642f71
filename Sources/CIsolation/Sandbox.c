// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CIsolation.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

bool aloft_read_only_below(const char *const *folders, size_t count) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  // All that this version can refuse: version 1 knows 13 rights, and 2, 3 and 5 brought one each.
  int rights = 13 + (version >= 2) + (version >= 3) + (version >= 5);
  struct landlock_ruleset_attr attributes = {.handled_access_fs = (UINT64_C(1) << rights) - 1};
  int rules = syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  if (rules < 0) return false;
  for (size_t index = 0; index < count; index++) {
    struct landlock_path_beneath_attr rule = {
        LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR, open(folders[index], O_PATH | O_CLOEXEC)};
    if (rule.parent_fd < 0) continue;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
  }
  bool holds = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return holds;
}

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#define OF_THIS_MACHINE , SYS_access, SYS_lstat, SYS_poll, SYS_readlink, SYS_stat, SYS_time
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#define OF_THIS_MACHINE
#endif

#define STEP(code, value) (struct sock_filter) BPF_STMT(code, (uint32_t)(value))
#define LOAD_AT(offset) STEP(BPF_LD | BPF_W | BPF_ABS, offset)
#define LOAD(field) LOAD_AT(offsetof(struct seccomp_data, field))
// The lower half of an argument comes first on these machines.
#define LOAD_ARGUMENT(index) LOAD(args[index])
#define LOAD_UPPER_HALF(index) LOAD_AT(offsetof(struct seccomp_data, args[index]) + 4)
#define SKIP(test, value, if_true, if_false) \
  (struct sock_filter) BPF_JUMP(BPF_JMP | test | BPF_K, (uint32_t)(value), if_true, if_false)
#define ALLOW STEP(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(error) STEP(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))

bool aloft_refuse_system_calls(bool may_open_to_read) {
#ifdef MACHINE
  static const int harmless[] = {
      // What is open, and what can be seen of folders.
      SYS_read, SYS_readv, SYS_pread64, SYS_write, SYS_writev, SYS_pwrite64, SYS_lseek, SYS_close, SYS_dup, SYS_fstat,
      SYS_newfstatat, SYS_statx, SYS_fstatfs, SYS_statfs, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_getcwd,
      SYS_getdents64, SYS_fadvise64, SYS_sendmsg, SYS_recvmsg, SYS_ppoll, SYS_eventfd2, SYS_pipe2,
      // Memory, threads, time, itself.
      SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_futex, SYS_membarrier, SYS_rseq,
      SYS_set_robust_list, SYS_sched_yield, SYS_sched_getaffinity, SYS_exit, SYS_exit_group, SYS_rt_sigaction,
      SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall, SYS_nanosleep, SYS_clock_nanosleep,
      SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_getrandom, SYS_getpid, SYS_gettid, SYS_getuid,
      SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getrusage, SYS_getcpu, SYS_uname, SYS_sysinfo OF_THIS_MACHINE};
  const struct sock_filter begin[] = {
      LOAD(arch), SKIP(BPF_JEQ, MACHINE, 1, 0), STEP(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS), LOAD(nr)};
  const struct sock_filter end[] = {
      // No file may be made, changed or, without Landlock, opened.
      SKIP(BPF_JEQ, SYS_openat, 0, 4), LOAD_ARGUMENT(2),
      SKIP(BPF_JSET, O_ACCMODE | O_CREAT | O_TRUNC, 0, may_open_to_read ? 1 : 0), REFUSE(EACCES), ALLOW,
      // Threads, but no processes.
      SKIP(BPF_JEQ, SYS_clone, 0, 4), LOAD_ARGUMENT(0), SKIP(BPF_JSET, CLONE_THREAD, 0, 1), ALLOW, REFUSE(EPERM),
      // Signals and priorities, but nobody else's; limits may be read.
      SKIP(BPF_JEQ, SYS_tgkill, 0, 4), LOAD_ARGUMENT(0), SKIP(BPF_JEQ, getpid(), 0, 1), ALLOW, REFUSE(EPERM),
      SKIP(BPF_JEQ, SYS_setpriority, 0, 4), LOAD_ARGUMENT(1), SKIP(BPF_JEQ, 0, 0, 1), ALLOW, REFUSE(EPERM),
      SKIP(BPF_JEQ, SYS_prlimit64, 0, 6), LOAD_ARGUMENT(2), SKIP(BPF_JEQ, 0, 0, 3), LOAD_UPPER_HALF(2),
      SKIP(BPF_JEQ, 0, 0, 1), ALLOW, REFUSE(EPERM),
      // Flags of descriptors, but not whom to signal.
      SKIP(BPF_JEQ, SYS_fcntl, 0, 4), LOAD_ARGUMENT(1), SKIP(BPF_JGT, F_SETFL, 0, 1), REFUSE(EPERM), ALLOW,
      // What the C library knows how to do without, on a kernel that does not have it.
      REFUSE(ENOSYS)};
  enum { harmless_count = sizeof harmless / sizeof *harmless, begin_count = sizeof begin / sizeof *begin };
  struct sock_filter steps[begin_count + 2 * harmless_count + sizeof end / sizeof *end], *step = steps;
  for (size_t index = 0; index < begin_count; index++) *step++ = begin[index];
  for (size_t index = 0; index < harmless_count; index++) {
    *step++ = SKIP(BPF_JEQ, harmless[index], 0, 1);
    *step++ = ALLOW;
  }
  for (size_t index = 0; index < sizeof end / sizeof *end; index++) *step++ = end[index];
  struct sock_fprog program = {step - steps, steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
#else
  return false;
#endif
}
