// libcurl depends on forty libraries, which take longer to load than a search takes, so it is not linked. The functions in
// use are defined here under their own names; the first call loads the library, and each call is forwarded to it. If the
// library is missing, they return what libcurl returns when it is out of memory.
#include "ccurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library;

static void load(void) { library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL); }

static void *find(const char *name) {
    pthread_once(&once, load);
    return library ? dlsym(library, name) : NULL;
}

/// Defines a function that forwards its arguments.
#define FORWARD(result, name, parameters, arguments, missing)   \
    result name parameters {                                    \
        result(*function) parameters = find(#name);             \
        return function ? function arguments : missing;         \
    }
#define FORWARD_VOID(name, parameters, arguments)               \
    void name parameters {                                      \
        void(*function) parameters = find(#name);               \
        if (function) function arguments;                       \
    }

FORWARD(CURLcode, curl_global_init, (long flags), (flags), CURLE_FAILED_INIT)
FORWARD(char *, curl_version, (void), (), NULL)
FORWARD(CURL *, curl_easy_init, (void), (), NULL)
FORWARD_VOID(curl_easy_cleanup, (CURL * handle), (handle))
FORWARD(const char *, curl_easy_strerror, (CURLcode code), (code), "cannot load libcurl.so.4")
FORWARD(struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *text), (list, text), NULL)
FORWARD_VOID(curl_slist_free_all, (struct curl_slist * list), (list))
FORWARD_VOID(curl_free, (void *memory), (memory))

FORWARD(CURLM *, curl_multi_init, (void), (), NULL)
FORWARD(CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL *easy), (multi, easy), CURLM_INTERNAL_ERROR)
FORWARD(CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL *easy), (multi, easy), CURLM_INTERNAL_ERROR)
FORWARD(CURLMcode, curl_multi_perform, (CURLM * multi, int *running), (multi, running), CURLM_INTERNAL_ERROR)
FORWARD(
    CURLMcode, curl_multi_poll,
    (CURLM * multi, struct curl_waitfd *extra, unsigned int count, int timeout, int *ready),
    (multi, extra, count, timeout, ready), CURLM_INTERNAL_ERROR)
FORWARD(CURLMsg *, curl_multi_info_read, (CURLM * multi, int *left), (multi, left), NULL)
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi), CURLM_INTERNAL_ERROR)

FORWARD(CURLU *, curl_url, (void), (), NULL)
FORWARD_VOID(curl_url_cleanup, (CURLU * url), (url))
#if LIBCURL_VERSION_NUM >= 0x080000
typedef const CURLU ReadURL;
#else
typedef CURLU ReadURL;
#endif
FORWARD(
    CURLUcode, curl_url_get, (ReadURL *url, CURLUPart part, char **text, unsigned int flags),
    (url, part, text, flags), CURLUE_OUT_OF_MEMORY)
FORWARD(
    CURLUcode, curl_url_set, (CURLU * url, CURLUPart part, const char *text, unsigned int flags),
    (url, part, text, flags), CURLUE_OUT_OF_MEMORY)

/// The type of curl_easy_setopt, for values of any type.
typedef CURLcode (*Setter)(CURL *handle, CURLoption option, ...);

#define SET(handle, option, value)                              \
    Setter set = (Setter)find("curl_easy_setopt");              \
    return set ? set(handle, option, value) : CURLE_FAILED_INIT

long ccurl_number(CURL *handle, CURLINFO name) {
    CURLcode (*get)(CURL *, CURLINFO, ...) = (CURLcode(*)(CURL *, CURLINFO, ...))find("curl_easy_getinfo");
    long number = 0;
    return get && get(handle, name, &number) == CURLE_OK ? number : 0;
}

CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) { SET(handle, option, value); }

CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *text) { SET(handle, option, text); }

CURLcode ccurl_set_fields(CURL *handle, struct curl_slist *fields) { SET(handle, CURLOPT_HTTPHEADER, fields); }

CURLcode ccurl_set_error_buffer(CURL *handle, char *buffer) { SET(handle, CURLOPT_ERRORBUFFER, buffer); }

// A connection to another port than the URL's is one to a proxy, which may well be on this machine.
static int refuse_loopback(void *data, char *address, char *local_address, int port, int local_port) {
    if (port != (int)(intptr_t)data) return CURL_PREREQFUNC_OK;
    const char *const starts[] = {"127.", "0.", "::ffff:127.", NULL};
    for (int index = 0; starts[index]; index++)
        if (strncmp(address, starts[index], strlen(starts[index])) == 0) return CURL_PREREQFUNC_ABORT;
    return strcmp(address, "::1") == 0 || strcmp(address, "::") == 0 ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

static CURLcode set_callback(CURL *handle, curl_prereq_callback callback) {
    SET(handle, CURLOPT_PREREQFUNCTION, callback);
}

CURLcode ccurl_refuse_loopback(CURL *handle, long port) {
    CURLcode result = set_callback(handle, refuse_loopback);
    if (result != CURLE_OK) return result;
    SET(handle, CURLOPT_PREREQDATA, (void *)(intptr_t)port);
}

CURLcode ccurl_set_receivers(
    CURL *handle, curl_write_callback header, curl_write_callback content, void *data) {
    Setter set = (Setter)find("curl_easy_setopt");
    if (!set) return CURLE_FAILED_INIT;
    CURLcode result = set(handle, CURLOPT_HEADERFUNCTION, header);
    if (result == CURLE_OK) result = set(handle, CURLOPT_HEADERDATA, data);
    if (result == CURLE_OK) result = set(handle, CURLOPT_WRITEFUNCTION, content);
    if (result == CURLE_OK) result = set(handle, CURLOPT_WRITEDATA, data);
    return result;
}
