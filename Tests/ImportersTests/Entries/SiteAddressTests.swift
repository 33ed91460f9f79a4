import Testing

@testable import FormatEngine

@Suite("The host of a login's address")
struct SiteAddressTests {
    @Test(
        "A host is in lower case, without user, port and www.",
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

    @Test(
        "Addresses have a host as people type them; those of mail and other schemes have none",
        arguments: [
            ("example.com", "example.com"), (" Example.com:8443/x ", "example.com"), ("router:80", "router"),
            ("[::1]:8443", "[::1]"), ("example.com/@alice", "example.com"), ("example.com/a:b", "example.com"),
            ("https://alice@example.com/", "example.com"), ("mailto:alice@example.com", ""),
            ("MAILTO:alice@example.com?subject=x", ""), ("alice@example.com", ""), ("tel:5550100", ""),
            ("sms:5550100", ""), ("sip:example.com", ""), ("data:text/plain,x", ""), ("javascript:alert(1)", ""),
            ("mailto://example.com", ""), ("two words.example", ""),
        ])
    func typed(address: String, expected: String) { #expect(SiteAddress.host(ofLoose: address) == expected) }
}
