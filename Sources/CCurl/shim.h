// libcurl, and one-line functions for what Swift cannot call: its variadic functions.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}

/// libcurl keeps a copy of the text.
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *text) {
    return (curl_easy_setopt)(handle, option, text);
}

/// The list stays the caller's, and must live as long as the handle uses it.
static inline CURLcode ccurl_set_fields(CURL *handle, struct curl_slist *fields) {
    return (curl_easy_setopt)(handle, CURLOPT_HTTPHEADER, fields);
}

/// The buffer of CURL_ERROR_SIZE bytes stays the caller's.
static inline CURLcode ccurl_set_error_buffer(CURL *handle, char *buffer) {
    return (curl_easy_setopt)(handle, CURLOPT_ERRORBUFFER, buffer);
}

/// Sets what takes the lines of the header and the pieces of the content; both get the same data.
static inline CURLcode ccurl_set_receivers(
    CURL *handle, curl_write_callback header, curl_write_callback content, void *data) {
    CURLcode result = (curl_easy_setopt)(handle, CURLOPT_HEADERFUNCTION, header);
    if (result == CURLE_OK) result = (curl_easy_setopt)(handle, CURLOPT_HEADERDATA, data);
    if (result == CURLE_OK) result = (curl_easy_setopt)(handle, CURLOPT_WRITEFUNCTION, content);
    if (result == CURLE_OK) result = (curl_easy_setopt)(handle, CURLOPT_WRITEDATA, data);
    return result;
}

#endif
