import CArgon2
import COpenSSL
import CSodium
import CTwofish

/// The versions of the libraries behind this module, as they are at run time.
package enum CryptoLibraries {
    package static var openSSL: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }

    package static var sodium: String { String(cString: sodium_version_string()) }

    /// Nil if libgcrypt does not start.
    package static var gcrypt: String? { ctwofish_library_version().map { String(cString: $0) } }

    /// The version of the algorithm: the library has no version of its own.
    package static var argon2: String {
        let version = ARGON2_VERSION_NUMBER.rawValue
        return "Argon2 \(version >> 4).\(version & 15)"
    }
}
