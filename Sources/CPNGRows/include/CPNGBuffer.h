// Room for the raw pixels of a picture, which goes from one to the next: fresh memory would cost a tenth of the time
// that decoding takes, as the kernel clears each page of it.
#ifndef CPNGBUFFER_H
#define CPNGBUFFER_H

#include <stddef.h>
#include <stdint.h>

/// Room for `count` bytes at least, with whatever was in it before; NULL where there is no memory. From any thread.
uint8_t *cpngbuffer_take(size_t count);

/// Hands back what was taken. A few buffers are kept for the next pictures; others, and large ones, go to the system.
void cpngbuffer_give_back(uint8_t *bytes);

/// Gives what is kept to the system.
void cpngbuffer_release(void);

#endif
