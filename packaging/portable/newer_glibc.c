#define _GNU_SOURCE
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

char __libc_single_threaded = 0;

struct object {
    unsigned long long flags;
    void *start, *end;
    struct link_map *map;
    void *eh_frame;
};

struct search {
    uintptr_t address;
    struct object *found;
};

static int holds(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    struct search *search = data;
    uintptr_t start = UINTPTR_MAX, end = 0, eh_frame = 0;
    int is_here = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + part->p_vaddr, to = from + part->p_memsz;
        if (part->p_type == PT_GNU_EH_FRAME) eh_frame = from;
        if (part->p_type != PT_LOAD) continue;
        if (from < start) start = from;
        if (to > end) end = to;
        is_here |= search->address >= from && search->address < to;
    }
    if (!is_here || eh_frame == 0) return 0;
    *search->found = (struct object){0, (void *)start, (void *)end, NULL, (void *)eh_frame};
    return 1;
}

int _dl_find_object(void *address, struct object *found) {
    struct search search = {(uintptr_t)address, found};
    return dl_iterate_phdr(holds, &search) ? 0 : -1;
}

unsigned int arc4random(void) {
    unsigned int value;
    if (getentropy(&value, sizeof value) != 0) abort();
    return value;
}
