// The body of unfilter_eight.c: eight rows at once, each one pixel behind the row above it.
//
// A predictor needs the pixel on the left, so each pixel of a row waits for the one before it. In eight rows that are
// each one pixel behind the row above, eight such chains run at once: one vector has a pixel of each row, row k in lane
// k. The pixel above is the one that the lane before it computed in the last step.
//
// Included once per kind of processor, with EIGHT(name) naming its types and functions.

typedef uint8_t EIGHT(bytes) __attribute__((vector_size(32)));
typedef uint32_t EIGHT(words) __attribute__((vector_size(32)));
typedef uint8_t EIGHT(half) __attribute__((vector_size(16)));

#define bytes EIGHT(bytes)
#define words EIGHT(words)
#define half EIGHT(half)
#define wave EIGHT(wave)

typedef struct {
    // The first of the eight rows, the row above it, and the distance from row to row.
    uint8_t *first;
    const uint8_t *above;
    size_t stride;
    // The inputs of each row's filter: all bits of its lane or none.
    bytes uses_left, uses_above, uses_corner, uses_average;
    bool has_average;
    // The pixel of the first row that is next; the others follow, each one pixel behind the row above.
    size_t next;
    // The pixels computed last, and the ones above them.
    bytes left, corner;
} wave;

ALWAYS_INLINE bytes EIGHT(select)(bytes mask, bytes a, bytes b) { return (mask & a) | (~mask & b); }

// One pixel of each row: filtered plus, of left, above and corner, the nearest to left + above - corner. If the corner
// is between the other two, that is the lower one if the corner is at least twice as far from the lower one as from the
// higher one, and the other way round, else the corner; outside of them, it is the one farther away from the corner.
//
// None, Sub and Up are the same with zeros for the inputs that they ignore; Average is added to it.
ALWAYS_INLINE bytes EIGHT(step)(wave *w, bytes filtered, bytes above, bool has_average) {
    if (has_average) filtered += ((w->left & above) + (((w->left ^ above) >> 1) & 127)) & w->uses_average;
    bytes left = w->left & w->uses_left, up = above & w->uses_above, corner = w->corner & w->uses_corner;
    bytes low = __builtin_elementwise_min(left, up), high = __builtin_elementwise_max(left, up);
    bytes to_low = __builtin_elementwise_sub_sat(corner, low), to_high = __builtin_elementwise_sub_sat(high, corner);
    bytes is_low = (bytes)(__builtin_elementwise_sub_sat(__builtin_elementwise_add_sat(to_high, to_high), to_low) == 0);
    bytes is_high = (bytes)(__builtin_elementwise_sub_sat(__builtin_elementwise_add_sat(to_low, to_low), to_high) == 0);
    w->corner = above;
    w->left = EIGHT(select)(is_low, filtered + low, EIGHT(select)(is_high, filtered + high, filtered + corner));
    return w->left;
}

// Four pixels in a lane of four bytes each; bytes that a pixel does not have are undefined.
ALWAYS_INLINE half EIGHT(load)(const uint8_t *p, size_t pixel_bytes) {
    half b = {0};
    if (pixel_bytes == 1) {
        memcpy(&b, p, 4);
        return __builtin_shufflevector(b, b, 0, -1, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1, 3, -1, -1, -1);
    }
    if (pixel_bytes == 2) {
        memcpy(&b, p, 8);
        return __builtin_shufflevector(b, b, 0, 1, -1, -1, 2, 3, -1, -1, 4, 5, -1, -1, 6, 7, -1, -1);
    }
    memcpy(&b, p, 16);
    if (pixel_bytes == 4) return b;
    return __builtin_shufflevector(b, b, 0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
}

// The inverse. Writes no byte more: the processor would wait for it when it loads the next four pixels.
ALWAYS_INLINE void EIGHT(store)(uint8_t *p, half b, size_t pixel_bytes) {
    if (pixel_bytes == 1) {
        b = __builtin_shufflevector(b, b, 0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
        memcpy(p, &b, 4);
    } else if (pixel_bytes == 2) {
        b = __builtin_shufflevector(b, b, 0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1);
        memcpy(p, &b, 8);
    } else if (pixel_bytes == 3) {
        b = __builtin_shufflevector(b, b, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
        memcpy(p, &b, 8);
        memcpy(p + 8, (uint8_t *)&b + 8, 4);
    } else {
        memcpy(p, &b, 16);
    }
}

// Rows k and k + 4 in each vector to one pixel of every row in each, and back.
ALWAYS_INLINE void EIGHT(transpose)(words v[4]) {
    words a = __builtin_shufflevector(v[0], v[1], 0, 8, 1, 9, 4, 12, 5, 13);
    words b = __builtin_shufflevector(v[2], v[3], 0, 8, 1, 9, 4, 12, 5, 13);
    words c = __builtin_shufflevector(v[0], v[1], 2, 10, 3, 11, 6, 14, 7, 15);
    words d = __builtin_shufflevector(v[2], v[3], 2, 10, 3, 11, 6, 14, 7, 15);
    v[0] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
    v[1] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
    v[2] = __builtin_shufflevector(c, d, 0, 1, 8, 9, 4, 5, 12, 13);
    v[3] = __builtin_shufflevector(c, d, 2, 3, 10, 11, 6, 7, 14, 15);
}

// The pixel above each lane: the lane before it, and for the first one pixel number `i` of the row above. In two steps,
// which processors do faster than one shuffle across the whole vector.
#define ABOVE(left, top, i)                                                                                           \
    EIGHT(above)((words)(left), __builtin_shufflevector(top, top, -1, -1, -1, i, -1, -1, -1, -1))
ALWAYS_INLINE bytes EIGHT(above)(words left, words top) {
    words lower = __builtin_shufflevector(top, left, 0, 1, 2, 3, 8, 9, 10, 11);
    return (bytes)__builtin_shufflevector(lower, left, 3, 8, 9, 10, 7, 12, 13, 14);
}

// One pixel of each row, as far as it exists: at the left and right ends of the rows.
static void EIGHT(edge)(wave *w, size_t width, size_t pixel_bytes) {
    size_t next = w->next++, from = next < width ? 0 : next - width + 1, to = next < 7 ? next : 7;
    uint8_t lanes[32] = {0};
    words top = {0};
    bytes filtered;
    if (next < width) memcpy(&top, w->above + next * pixel_bytes, 4);
    for (size_t k = from; k <= to; k++) memcpy(lanes + 4 * k, w->first + k * w->stride + (next - k) * pixel_bytes, 4);
    memcpy(&filtered, lanes, 32);
    bytes pixels = EIGHT(step)(w, filtered, ABOVE(w->left, top, 0), true);
    memcpy(lanes, &pixels, 32);
    for (size_t k = from; k <= to; k++) {
        memcpy(w->first + k * w->stride + (next - k) * pixel_bytes, lanes + 4 * k, pixel_bytes);
    }
}

// Four pixels of each row; all of them exist.
ALWAYS_INLINE void EIGHT(four)(wave *w, size_t pixel_bytes, bool has_average) {
    uint8_t *rows[8];
    for (size_t k = 0; k < 8; k++) rows[k] = w->first + k * w->stride + (w->next - k) * pixel_bytes;
    words v[4];
    for (size_t k = 0; k < 4; k++) {
        half low = EIGHT(load)(rows[k], pixel_bytes), high = EIGHT(load)(rows[k + 4], pixel_bytes);
        v[k] = (words)__builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
                                              18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    }
    half four = EIGHT(load)(w->above + w->next * pixel_bytes, pixel_bytes);
    words top = (words)__builtin_shufflevector(four, four, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1,
                                               -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    EIGHT(transpose)(v);
    v[0] = (words)EIGHT(step)(w, (bytes)v[0], ABOVE(w->left, top, 0), has_average);
    v[1] = (words)EIGHT(step)(w, (bytes)v[1], ABOVE(w->left, top, 1), has_average);
    v[2] = (words)EIGHT(step)(w, (bytes)v[2], ABOVE(w->left, top, 2), has_average);
    v[3] = (words)EIGHT(step)(w, (bytes)v[3], ABOVE(w->left, top, 3), has_average);
    EIGHT(transpose)(v);
    for (size_t k = 0; k < 4; k++) {
        bytes b = (bytes)v[k];
        half low = __builtin_shufflevector(b, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        half high = __builtin_shufflevector(b, b, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
        EIGHT(store)(rows[k], low, pixel_bytes);
        EIGHT(store)(rows[k + 4], high, pixel_bytes);
    }
    w->next += 4;
}

// As many times four pixels, of one wave or of two: the processor works on both at once.
ALWAYS_INLINE void EIGHT(fours)(wave *w, wave *behind, size_t count, size_t pixel_bytes, bool has_average) {
    // Copies, so that the compiler knows that no pixel is stored into them.
    wave a = *w, b = *(behind == NULL ? w : behind);
    for (size_t i = 0; i < count; i++) {
        EIGHT(four)(&a, pixel_bytes, has_average);
        if (behind != NULL) EIGHT(four)(&b, pixel_bytes, has_average);
    }
    *w = a;
    if (behind != NULL) *behind = b;
}

static void EIGHT(advance)(wave *w, wave *behind, size_t count, size_t pixel_bytes) {
    bool has_average = w->has_average || (behind != NULL && behind->has_average);
    switch (pixel_bytes * 4 + (has_average ? 2 : 0) + (behind != NULL ? 1 : 0)) {
#define SIZE(size)                                                             \
    case size * 4: EIGHT(fours)(w, NULL, count, size, false); break;           \
    case size * 4 + 1: EIGHT(fours)(w, behind, count, size, false); break;     \
    case size * 4 + 2: EIGHT(fours)(w, NULL, count, size, true); break;        \
    case size * 4 + 3: EIGHT(fours)(w, behind, count, size, true); break;
        SIZE(1) SIZE(2) SIZE(3) SIZE(4)
#undef SIZE
    }
}

static wave EIGHT(start)(uint8_t *first, size_t stride, const uint8_t *above) {
    wave w = {.first = first, .above = above, .stride = stride};
    for (size_t k = 0; k < 8; k++) {
        uint8_t filter = first[(ptrdiff_t)(k * stride) - 1];
        for (size_t i = 4 * k; i < 4 * k + 4; i++) {
            w.uses_left[i] = filter == 1 || filter == 4 ? 255 : 0;
            w.uses_above[i] = filter == 2 || filter == 4 ? 255 : 0;
            w.uses_corner[i] = filter == 4 ? 255 : 0;
            w.uses_average[i] = filter == 3 ? 255 : 0;
        }
        if (filter == 3) w.has_average = true;
    }
    return w;
}

static void EIGHT(edges)(wave *w, size_t end, size_t width, size_t pixel_bytes) {
    while (w->next < end) EIGHT(edge)(w, width, pixel_bytes);
}

// Eight rows, or sixteen.
static void EIGHT(unfilter)(uint8_t *first, size_t stride, const uint8_t *above, size_t width, size_t pixel_bytes,
                            bool is_sixteen) {
    // The second wave is this many steps behind the first one, so that the row above it is computed.
    enum { FIRST = 7, LAG = 16 };
    size_t end = width + 7;
    size_t fours = width < FIRST + LAG ? 0 : (width - FIRST) / 4;
    wave a = EIGHT(start)(first, stride, above);
    EIGHT(edges)(&a, fours == 0 ? end : FIRST, width, pixel_bytes);
    if (!is_sixteen) {
        EIGHT(advance)(&a, NULL, fours, pixel_bytes);
        EIGHT(edges)(&a, end, width, pixel_bytes);
        return;
    }
    wave b = EIGHT(start)(first + 8 * stride, stride, first + 7 * stride);
    if (fours > 0) {
        EIGHT(advance)(&a, NULL, LAG / 4, pixel_bytes);
        EIGHT(edges)(&b, FIRST, width, pixel_bytes);
        EIGHT(advance)(&a, &b, fours - LAG / 4, pixel_bytes);
        EIGHT(edges)(&a, end, width, pixel_bytes);
        EIGHT(advance)(&b, NULL, LAG / 4, pixel_bytes);
    }
    EIGHT(edges)(&b, end, width, pixel_bytes);
}

#undef bytes
#undef words
#undef half
#undef wave
#undef ABOVE
