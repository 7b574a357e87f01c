// zlib is loaded when it is first needed, as libcurl is, which loads it, too. The functions in use are defined here under
// their own names, and each call is forwarded. If the library is missing, they return what zlib returns when it is out of
// memory.
#include "czlib.h"

#include <dlfcn.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library;

static void load(void) { library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL); }

static void *find(const char *name) {
    pthread_once(&once, load);
    return library ? dlsym(library, name) : NULL;
}

int czlib_start(z_stream *stream, int windowBits) {
    int (*start)(z_stream *, int, const char *, int) = find("inflateInit2_");
    return start ? start(stream, windowBits, ZLIB_VERSION, (int)sizeof(z_stream)) : Z_MEM_ERROR;
}

int czlib_restart(z_stream *stream, int windowBits) {
    int (*restart)(z_stream *, int) = find("inflateReset2");
    return restart ? restart(stream, windowBits) : Z_MEM_ERROR;
}

int inflate(z_stream *stream, int flush) {
    int (*function)(z_stream *, int) = find("inflate");
    return function ? function(stream, flush) : Z_MEM_ERROR;
}

int inflateEnd(z_stream *stream) {
    int (*function)(z_stream *) = find("inflateEnd");
    return function ? function(stream) : Z_MEM_ERROR;
}
