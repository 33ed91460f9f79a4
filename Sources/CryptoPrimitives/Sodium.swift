import CSodium

/// libsodium, which must be initialized before anything else of it is called.
enum Sodium {
    /// Does nothing after the first call.
    static func initialize() throws(CryptoError) {
        guard sodium_init() >= 0 else { throw .operationFailed("libsodium's initialization") }
    }
}
