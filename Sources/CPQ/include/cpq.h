// libpq, loaded on first use.
#ifndef CPQ_H
#define CPQ_H

#include <postgresql/libpq-fe.h>

/// Whether the library can be loaded.
int cpq_is_there(void);

/// Stops libpq from writing the server's notices to standard error.
void cpq_silence(PGconn *connection);

#endif
