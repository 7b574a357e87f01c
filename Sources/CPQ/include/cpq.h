// libpq, loaded when it is first asked for.
#ifndef CPQ_H
#define CPQ_H

#include <postgresql/libpq-fe.h>

/// Whether the library can be loaded.
int cpq_is_there(void);

/// Keeps the notices of a server from standard error.
void cpq_silence(PGconn *connection);

#endif
