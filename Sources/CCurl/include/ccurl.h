// libcurl, loaded when it is first asked for, and functions for what Swift cannot call: its variadic ones.
#ifndef CCURL_H
#define CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <sys/eventfd.h>

CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value);

/// libcurl keeps a copy of the text.
CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *text);

/// The list stays the caller's, and must live as long as the handle uses it.
CURLcode ccurl_set_fields(CURL *handle, struct curl_slist *fields);

/// The buffer of CURL_ERROR_SIZE bytes stays the caller's.
CURLcode ccurl_set_error_buffer(CURL *handle, char *buffer);

/// Sets what takes the lines of the header and the pieces of the content; both get the same data.
CURLcode ccurl_set_receivers(CURL *handle, curl_write_callback header, curl_write_callback content, void *data);

/// Makes a transfer fail if the host turns out to be this machine.
CURLcode ccurl_refuse_loopback(CURL *handle);

/// The system's error number of the last failed call for a connection; 0 if there is none.
long ccurl_system_error(CURL *handle);

#endif
