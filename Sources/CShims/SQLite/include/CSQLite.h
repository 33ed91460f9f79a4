#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

/// A database that nobody trusts, in memory.
typedef struct {
    sqlite3 *connection;
    int calls_left; ///< Of the progress handler, before a query is ended.
} csqlite_database;

/// Opens a database from its bytes: read-only, without views, triggers, extensions or functions of its schema, with
/// narrow limits, and with an end to every query.
///
/// `database` and `bytes` must stay where they are until `csqlite_close`, which is to be called in any case. Returns an
/// SQLite result code.
int csqlite_open(csqlite_database *database, uint8_t *bytes, size_t count);

void csqlite_close(csqlite_database *database);

#endif
