#include "CSQLite.h"

// Steps between two calls of the progress handler.
enum { STEPS = 10000, SCHEMA_STEPS = 100 };

static int count_down(void *database) { return --((csqlite_database *)database)->calls_left < 0; }

int csqlite_open(csqlite_database *database, uint8_t *bytes, size_t count) {
    database->calls_left = CSQLITE_SCHEMA_STEPS / SCHEMA_STEPS;
    database->has_schema = false;
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
        {SQLITE_LIMIT_LENGTH, CSQLITE_VALUE_BYTES}, {SQLITE_LIMIT_SQL_LENGTH, CSQLITE_SCHEMA_BYTES},
        {SQLITE_LIMIT_COLUMN, CSQLITE_COLUMNS},     {SQLITE_LIMIT_EXPR_DEPTH, 32},
        {SQLITE_LIMIT_COMPOUND_SELECT, 3},          {SQLITE_LIMIT_VDBE_OP, 25000},
        {SQLITE_LIMIT_FUNCTION_ARG, 8},             {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        sqlite3_limit(db, limits[i].limit, limits[i].value);
    }
    sqlite3_progress_handler(db, SCHEMA_STEPS, count_down, database);
    // The data may come from an encrypted file, so it must not reach the disk.
    status = sqlite3_exec(db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
    if (status != SQLITE_OK) return status;
    return sqlite3_deserialize(db, "main", bytes, (sqlite3_int64)count, (sqlite3_int64)count,
                               SQLITE_DESERIALIZE_READONLY);
}

int csqlite_prepare(csqlite_database *database, const char *sql, sqlite3_stmt **statement) {
    int status = sqlite3_prepare_v2(database->connection, sql, -1, statement, NULL);
    if (status == SQLITE_OK && !database->has_schema) {
        database->has_schema = true;
        database->calls_left = CSQLITE_QUERY_STEPS / STEPS;
        sqlite3_progress_handler(database->connection, STEPS, count_down, database);
    }
    return status;
}

void csqlite_close(csqlite_database *database) {
    sqlite3_close_v2(database->connection);
    database->connection = NULL;
}
