#include "mutants.h"

#include <stdio.h>
#include <stdlib.h>

int mutants_chosen = -1;
unsigned char mutants_reached[MUTANTS_COUNT];

__attribute__((constructor)) static void choose(void) {
    const char *number = getenv("MUTANT");
    if (number) mutants_chosen = atoi(number);
}

// Writes what was reached to the file that MUTANTS_REACHED names.
__attribute__((destructor)) static void report(void) {
    const char *path = getenv("MUTANTS_REACHED");
    FILE *file = path ? fopen(path, "wb") : NULL;
    if (!file) return;
    fwrite(mutants_reached, 1, sizeof mutants_reached, file);
    fclose(file);
}
