import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats

/// Each further key costs a derivation.
@Suite("The number of keys that a file may need")
struct KeyCountTests {
    private func made(_ form: String, _ text: String, by passphrase: [UInt8] = CaseForms.passphrase) throws -> String {
        let bytes = try CaseForms.make(form, Array(text.utf8), passphrase: passphrase)
        return String(decoding: try #require(bytes), as: UTF8.self)
    }

    /// As many keys as the limit are derived, and one more is refused.
    private func check(_ limit: Int, _ refusal: String, _ text: (_ count: Int) -> String) throws {
        let passphrase = String(decoding: CaseForms.passphrase, as: UTF8.self)
        #expect(try read(text(limit), passphrase: passphrase).entries.count == limit)
        #expect(throws: SourceError(.limitExceeded, refusal)) { try read(text(limit + 1), passphrase: passphrase) }
    }

    @Test("Authy: salts of tokens")
    func authy() throws {
        let seed = try made("authy", "gezdgnbv")
        func token(_ salt: String) -> String {
            #"{"name":"a","salt":"\#(salt)","encrypted_seed":"\#(seed)","key_derivation_iterations":3}"#
        }
        try check(Limit.authySalts, LimitMessage.authySalts(Limit.authySalts)) { count in
            let tokens = [token("s0")] + (1..<count).map { token("x\($0)") }
            return "{\"authenticator_tokens\":[\(tokens.joined(separator: ","))]}"
        }
    }

    @Test("Authenticator: keys of accounts")
    func authenticatorExtension() throws {
        // What the key's salt makes of the passphrase.
        let own = "Of6gH2nZFKSE/iV0XfnMqZ58Nx7gacuiBnvWM/amLig"
        let hash = "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$rGsnhzMMVwS6uKLi9E18l8KTuefIuvVooKJf6eEMwho"
        let key = #"{"dataType":"Key","salt":"00112233445566778899aabbccddeeff","hash":"\#(hash)"}"#
        let data = try made("salted", #"{"type":"totp","secret":"GEZDGNBV"}"#, by: Array(own.utf8))
        let limit = Limit.extensionKeys
        try check(limit, "it has \(limit + 1) " + LimitMessage.extensionKeys(limit)) { count in
            let members = (1...count).map {
                #""k\#($0)":\#(key),"a\#($0)":{"dataType":"EncOTPStorage","keyId":"k\#($0)","data":"\#(data)"}"#
            }
            return "{\(members.joined(separator: ","))}"
        }
    }

    @Test("Open Authenticator: salts of accounts, also where no key opens one")
    func openAuthenticator() throws {
        let box = try made("open-authenticator", "GEZDGNBV", by: Array("another".utf8))
        let head = """
            "passwordSignature":"3SdPTEF2n1E2opYDhfCUz2di0U4WZWTu0BLrDIqh/ic=",\
            "salt":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
            """
        try check(Limit.openAuthenticatorSalts, LimitMessage.openAuthenticatorSalts(Limit.openAuthenticatorSalts)) {
            let entries = (1...$0).map {
                #"{"secret":\#(box),"label":\#(box),"issuer":\#(box),"encryptionSalt":[1,2,3,4,5,6,7,\#($0)]}"#
            }
            return "{\(head),\"totps\":[\(entries.joined(separator: ","))]}"
        }
    }
}
