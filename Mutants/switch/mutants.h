#ifndef MUTANTS_H
#define MUTANTS_H

#include <stdbool.h>

// The number in the environment variable MUTANT; -1 without it.
extern int mutants_chosen;
// 1 for each number that the program came to.
extern unsigned char mutants_reached[];

static inline bool mutants_is(int number) {
    mutants_reached[number] = 1;
    return mutants_chosen == number;
}

#endif
