// libcurl, loaded on first use, and wrappers for its variadic functions, which Swift cannot call.
#ifndef CCURL_H
#define CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <sys/eventfd.h>

CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value);

/// libcurl keeps a copy of the text.
CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *text);

/// The caller owns the list, which must exist as long as the handle uses it.
CURLcode ccurl_set_fields(CURL *handle, struct curl_slist *fields);

/// The caller owns the buffer of CURL_ERROR_SIZE bytes.
CURLcode ccurl_set_error_buffer(CURL *handle, char *buffer);

/// Sets the callbacks for header lines and for pieces of the content; both receive the same data.
CURLcode ccurl_set_receivers(CURL *handle, curl_write_callback header, curl_write_callback content, void *data);

/// Makes a transfer to this port fail if the host resolves to this machine.
CURLcode ccurl_refuse_loopback(CURL *handle, long port);

/// A number that libcurl recorded about the last transfer; 0 if there is none.
long ccurl_number(CURL *handle, CURLINFO name);

#endif
