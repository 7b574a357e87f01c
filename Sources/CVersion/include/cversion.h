// The commit the program was built from, which only C can receive on the compiler's command line.
#ifndef CVERSION_H
#define CVERSION_H

/// The short hash of the commit, with a plus sign if the tree had uncommitted changes; empty if not set at build time.
const char *cversion_commit(void);

#endif
