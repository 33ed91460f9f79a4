import Testing

@testable import Importers

@Suite("The host of a login's address")
struct SiteAddressTests {
    @Test(
        "Lower case, without user, port and www.",
        arguments: [
            ("https://Example.com/login", "example.com"), ("http://www.example.com", "example.com"),
            (" HTTPS://user:pass@WWW.Example.com:8443/x?y#z ", "example.com"),
            ("https://a@b@example.org", "example.org"),
            ("https://example.com?x=/y", "example.com"), ("https://example.com\\x", "example.com"),
            ("https://[2001:db8::1]:8080/", "[2001:db8::1]"), ("https://bücher.example/", "bücher.example"),
            ("http://", ""), ("https:///x", ""), ("", ""), ("example.com", ""), ("ftp://example.com", ""),
            ("android://hash@com.example.app", ""), ("httpsx://example.com", ""),
        ])
    func host(address: String, expected: String) { #expect(SiteAddress.host(of: address) == expected) }
}
