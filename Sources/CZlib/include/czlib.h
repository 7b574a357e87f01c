#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

/// Prepares a stream for data with a window of the given size (see inflateInit2 in zlib.h).
int czlib_start(z_stream *_Nonnull stream, int windowBits);

/// Starts over with other data.
int czlib_restart(z_stream *_Nonnull stream, int windowBits);

#endif
