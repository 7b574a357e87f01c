#include <fcntl.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/// Makes the heap larger by a number of bytes, and maps its new pages in one call instead of by a page fault for each.
/// Linux before 5.14 cannot do the latter, and ignores it.
static inline void cprocess_grow_heap(size_t size) {
    // After freeing a larger block, malloc takes blocks of this size from the heap and keeps them when they are freed.
    char *volatile larger = malloc(size + size / 8);
    free(larger);
    char *block = malloc(size);
    if (!block) return;
    uintptr_t start = (uintptr_t)block & ~(uintptr_t)4095;
    (void)madvise((void *)start, size, MADV_POPULATE_WRITE);
    free(block);
}

extern char __bss_start[], _end[];

/// Maps the first pages of the variables in one call, too: a search uses nearly all of them.
static inline void cprocess_map_variables(size_t size) {
    uintptr_t start = (uintptr_t)__bss_start & ~(uintptr_t)4095;
    if (size > (uintptr_t)_end - start) size = (uintptr_t)_end - start;
    (void)madvise((void *)start, size, MADV_POPULATE_WRITE);
}

extern int pipe2(int ends[2], int flags);

/// Opens a pipe that no program inherits, not even one that another thread starts at this moment; returns 0 or -1.
static inline int cprocess_open_pipe(int *_Nonnull ends) { return pipe2(ends, O_CLOEXEC); }

extern char **environ;

/// The environment variables of the process, each `NAME=VALUE`, with NULL at the end.
static inline char *_Nullable *_Nonnull cprocess_environment(void) { return environ; }
