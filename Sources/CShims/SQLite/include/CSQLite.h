#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /// The most bytes of a value, and of a row.
    CSQLITE_VALUE_BYTES = 1 << 20,
    /// The most columns of a table.
    CSQLITE_COLUMNS = 256,
    /// The most bytes of the SQL of a table, an index, a view or a trigger. All of them stay in memory, at up to fifty
    /// times this length.
    CSQLITE_SCHEMA_BYTES = 8 << 10,
    /// The most steps of SQLite's machine until the schema is loaded, which takes seven per table, index, view or
    /// trigger: 400 of 8 KiB take at most 170 MB.
    CSQLITE_SCHEMA_STEPS = 2800,
    /// The most steps of the queries after it: a few seconds of work. Reading a table takes a few steps per row.
    CSQLITE_QUERY_STEPS = 1000000000,
};

/// An untrusted database in memory.
typedef struct {
    sqlite3 *connection;
    int calls_left;   ///< Of the progress handler, before a query is ended.
    bool has_schema;  ///< Whether a statement was prepared, which loads the schema.
} csqlite_database;

/// Opens a database from its bytes: read-only, without views, triggers, extensions or functions of its schema, with
/// narrow limits, and with an end to every query. Changes no setting of the process, which may also use SQLite.
///
/// `database` and `bytes` must not move until `csqlite_close`, which must always be called. Returns an SQLite result
/// code.
int csqlite_open(csqlite_database *database, uint8_t *bytes, size_t count);

/// Prepares a statement. The first one loads the schema, which fails with SQLITE_INTERRUPT if it is too large. Queries
/// must not sort: SQLite would keep all rows in memory, and rows may share their pages.
int csqlite_prepare(csqlite_database *database, const char *sql, sqlite3_stmt **statement);

void csqlite_close(csqlite_database *database);

#endif
