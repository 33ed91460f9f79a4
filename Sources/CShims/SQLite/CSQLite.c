#include "CSQLite.h"

// Calls of the progress handler, each after so many steps of SQLite's machine: some seconds of work. To read a table
// takes a few steps a row.
enum { STEPS = 10000, CALLS = 100000 };

// Bytes that SQLite may have in all, the files aside: a hostile table has more to sort than any memory holds.
enum { MEMORY = 128 << 20 };

static int count_down(void *database) { return --((csqlite_database *)database)->calls_left < 0; }

int csqlite_open(csqlite_database *database, uint8_t *bytes, size_t count) {
    database->calls_left = CALLS;
    int status =
        sqlite3_open_v2(":memory:", &database->connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (status != SQLITE_OK) return status;
    sqlite3 *db = database->connection;
    const struct { int option, value; } options[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        status = sqlite3_db_config(db, options[i].option, options[i].value, (int *)NULL);
        if (status != SQLITE_OK) return status;
    }
    const struct { int limit, value; } limits[] = {
        {SQLITE_LIMIT_LENGTH, 1 << 20},      {SQLITE_LIMIT_SQL_LENGTH, 1 << 16}, {SQLITE_LIMIT_COLUMN, 256},
        {SQLITE_LIMIT_EXPR_DEPTH, 32},       {SQLITE_LIMIT_COMPOUND_SELECT, 3},  {SQLITE_LIMIT_VDBE_OP, 25000},
        {SQLITE_LIMIT_FUNCTION_ARG, 8},      {SQLITE_LIMIT_ATTACHED, 0},         {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        sqlite3_limit(db, limits[i].limit, limits[i].value);
    }
    sqlite3_progress_handler(db, STEPS, count_down, database);
    sqlite3_hard_heap_limit64(MEMORY);
    // What is sorted must not reach the disk: it may have come out of an encrypted file.
    status = sqlite3_exec(db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
    if (status != SQLITE_OK) return status;
    return sqlite3_deserialize(db, "main", bytes, (sqlite3_int64)count, (sqlite3_int64)count,
                               SQLITE_DESERIALIZE_READONLY);
}

void csqlite_close(csqlite_database *database) {
    sqlite3_close_v2(database->connection);
    database->connection = NULL;
}
