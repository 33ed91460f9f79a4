#include "CTwofish.h"

#include <gcrypt.h>
#include <pthread.h>

static bool is_ready;

static void initialize(void) {
    // The host program may have set up libgcrypt in its own way.
    is_ready = gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P) != 0;
    if (is_ready || gcry_check_version(NULL) == NULL) return;
    // Locked memory would need a separate pool; keys are wiped by their owner.
    if (gcry_control(GCRYCTL_DISABLE_SECMEM, 0) != 0) return;
    is_ready = gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0) == 0;
}

bool ctwofish_cbc_decrypt(const uint8_t key[32], const uint8_t iv[16], const uint8_t *in, uint8_t *out,
                          size_t count) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (pthread_once(&once, initialize) != 0 || !is_ready) return false;
    gcry_cipher_hd_t cipher;
    if (gcry_cipher_open(&cipher, GCRY_CIPHER_TWOFISH, GCRY_CIPHER_MODE_CBC, 0) != 0) return false;
    const bool done = gcry_cipher_setkey(cipher, key, 32) == 0 && gcry_cipher_setiv(cipher, iv, 16) == 0 &&
                      gcry_cipher_decrypt(cipher, out, count, in, count) == 0;
    gcry_cipher_close(cipher);
    return done;
}

const char *ctwofish_library_version(void) { return gcry_check_version(NULL); }
