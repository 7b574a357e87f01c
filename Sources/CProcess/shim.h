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

extern char **environ;

/// The environment variables of the process, each `NAME=VALUE`, with NULL at the end.
static inline char *_Nullable *_Nonnull cprocess_environment(void) { return environ; }
