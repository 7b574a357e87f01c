// The commit the program was built from, which only C can be told on the compiler's command line.
#ifndef CVERSION_H
#define CVERSION_H

/// The commit in short, with a plus where the tree had changes besides; empty where nobody said.
const char *cversion_commit(void);

#endif
