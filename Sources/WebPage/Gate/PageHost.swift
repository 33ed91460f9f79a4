import CryptoPrimitives
import Platform

/// The part between `http://` and the port in the address of a run. A page that was open on this computer before, or is
/// open on another port, may have left cookies, stored data or a service worker there: so each run has a host that had
/// no page.
package struct PageHost: Sendable, Hashable {
    package let name: String
    /// Where the server listens: all of them that this computer has.
    package let addresses: [String]
    /// Whether a browser may know another port: behind `ssh -L`, which may forward any.
    package let hasOtherPorts: Bool

    /// A random address of this computer, where every address from 127.0.0.0 to 127.255.255.255 is its own: on Linux.
    package static func address() throws(CryptoError) -> PageHost {
        let random = try RandomBytes.make(3)
        // The first and the last addresses belong to other programs (127.0.0.53), or are unused.
        let name = "127.\(1 + Int(random[0]) % 254).\(random[1]).\(1 + Int(random[2]) % 254)"
        return PageHost(name: name, addresses: [name], hasOtherPorts: false)
    }

    /// A random name of this computer, for browsers on another computer, or on the host of this guest system.
    package static func randomName() throws(CryptoError) -> PageHost {
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
        let label = String(try RandomBytes.make(26).map { letters[Int($0 & 31)] })
        return PageHost(name: "\(label).localhost", addresses: both, hasOtherPorts: true)
    }

    /// The address that all pages of this computer share, if nothing else works.
    package static let shared = PageHost(name: "127.0.0.1", addresses: both, hasOtherPorts: false)

    /// Both, as a browser may try either: a program at the other address would be taken for this program.
    private static let both = ["127.0.0.1", "::1"]

    /// Whether programs of this computer, such as browsers, can resolve the name.
    package var isFound: Bool {
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, nil, &found) == 0 else { return false }
        freeaddrinfo(found)
        return true
    }
}
