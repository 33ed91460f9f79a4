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

static bool start(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    return pthread_once(&once, initialize) == 0 && is_ready;
}

bool ctwofish_cbc_decrypt(const uint8_t key[32], const uint8_t iv[16], const uint8_t *in, uint8_t *out,
                          size_t count) {
    if (!start()) return false;
    gcry_cipher_hd_t cipher;
    if (gcry_cipher_open(&cipher, GCRY_CIPHER_TWOFISH, GCRY_CIPHER_MODE_CBC, 0) != 0) return false;
    const bool done = gcry_cipher_setkey(cipher, key, 32) == 0 && gcry_cipher_setiv(cipher, iv, 16) == 0 &&
                      gcry_cipher_decrypt(cipher, out, count, in, count) == 0;
    gcry_cipher_close(cipher);
    return done;
}

bool ctwofish_blowfish_ecb_decrypt(const uint8_t key[72], const uint8_t *in, uint8_t *out, size_t count) {
    if (!start()) return false;
    gcry_cipher_hd_t cipher;
    if (gcry_cipher_open(&cipher, GCRY_CIPHER_BLOWFISH, GCRY_CIPHER_MODE_ECB, 0) != 0) return false;
#if GCRYPT_VERSION_NUMBER >= 0x010a00
    // One key in 33,000 has equal words in a table, and is refused otherwise.
    gcry_cipher_ctl(cipher, GCRYCTL_SET_ALLOW_WEAK_KEY, NULL, 1);
#endif
    const gpg_error_t result = gcry_cipher_setkey(cipher, key, 72);
    const bool done = (result == 0 || gpg_err_code(result) == GPG_ERR_WEAK_KEY) &&
                      gcry_cipher_decrypt(cipher, out, count, in, count) == 0;
    gcry_cipher_close(cipher);
    return done;
}

const char *ctwofish_library_version(void) { return gcry_check_version(NULL); }
