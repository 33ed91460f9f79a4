import Links
import TOTPDomain
import Testing

/// `formats/otpauth.md`, “Issuer and name”.
struct KeyURINamesTests {
    @Test(
        "Issuer and name follow the three rules of the page",
        arguments: [
            // 1. The label begins with the issuer parameter and a colon.
            ("Acme:alice", "Acme", "Acme", "alice"),
            ("A%3AB:c", "A%3AB", "A:B", "c"),
            ("A:B:c", "A:B", "A:B", "c"),
            ("A:B:c", "A", "A", "B:c"),
            ("Acme:%20alice%20", "Acme", "Acme", "alice"),
            ("Acme:", "Acme", "Acme", ""),
            ("Acme::x", "Acme", "Acme", ":x"),
            (":x", ":", ":", "x"),
            // 2. The label has a colon: split at the first.
            ("AWS:root@acct:123", nil, "AWS", "root@acct:123"),
            ("AWS%3Aroot", nil, "AWS", "root"),
            ("%20AWS%20:%20root%20", nil, "AWS", "root"),
            ("Prefix:n", "Other", "Prefix", "n"),
            ("acme:n", "Acme", "acme", "n"),
            ("Acme :n", "Acme", "Acme", "n"),
            ("Acme:n", "Acm", "Acme", "n"),
            (":lonely", nil, "", "lonely"),
            (":lonely", "Acme", "Acme", "lonely"),
            ("%20:lonely", "Acme", "Acme", "lonely"),
            ("Air+Canada:ben", "Air+Canada", "Air Canada", "ben"),
            ("Air+Canada:ben", "Air%20Canada", "Air Canada", "ben"),
            ("Air+Canada:ben", "Air%2BCanada", "Air+Canada", "ben"),
            ("Air+Canada:ben", nil, "Air+Canada", "ben"),
            ("Acme:", nil, "Acme", ""),
            // The issuer once more.
            ("Acme:Acme%3Aalice", "Acme", "Acme", "alice"),
            ("Acme:Acme:%20alice", nil, "Acme", "alice"),
            ("Acme:Acmes:x", "Acme", "Acme", "Acmes:x"),
            ("Acme:Acme", "Acme", "Acme", "Acme"),
            // 3. No colon.
            ("alice", "Acme", "Acme", "alice"),
            ("alice", nil, "", "alice"),
            ("%20alice%20", "%20Acme%20", "Acme", "alice"),
            ("%C2%A0alice%C2%A0", "%C2%A0Acme%C2%A0", "Acme", "alice"),
            ("", "Acme", "Acme", ""),
            ("Acme", "Acme", "Acme", "Acme"),
            // An empty parameter does not count, and neither does `null`.
            ("alice", "", "", "alice"),
            ("alice", "null", "", "alice"),
            ("alice", "%20", "", "alice"),
            ("Acme:alice", "null", "Acme", "alice"),
        ] as [(label: String, parameter: String?, issuer: String, name: String)])
    func followsTheThreeRules(label: String, parameter: String?, issuer: String, name: String) throws {
        let item = try KeyURI.totp(label, parameter.map { "&issuer=\($0)" } ?? "")
        #expect(item.issuer == issuer)
        #expect(item.name == name)
    }

    @Test(
        "A rejected link is shown with its issuer and name",
        arguments: [
            ("otpauth://totp/Acme:alice?secret=ABC1", "Acme: alice"),
            ("otpauth://totp/alice?issuer=Acme", "Acme: alice"),
            ("QR-Code:otpauth://push/Acme:alice?secret=ABCDEFGH", "Acme: alice"),
            ("motp://VPN:carol?secret=xyz", "VPN: carol"),
            ("otpauth://totp/Ac%0Ame:alice?secret=ABC1", "Ac\u{FFFD}me: alice"),
            ("otpauth://totp/?secret=ABC1", ""),
            ("otpauth://totp", ""),
            ("steam://ABC1", ""),
            ("otpauth-migration://offline?data=CgoKCGZvbw", ""),
            ("this line is no link", ""),
        ])
    func namesALinkThatIsNoAccount(line: String, label: String) {
        #expect(shownLabel(line) == label)
    }

    /// Links with a mistake before the `?`: the part that looks like a name contains the secret.
    @Test(arguments: [
        "otpauth://totp/Acme:alice&secret=JBSWY3DPEHPK3PXP&issuer=Acme",
        "otpauth://totp/Acme:alice%3Fsecret%3DJBSWY3DPEHPK3PXP",
        "otpauth://totp/Acme:alice%3FSECRET=JBSWY3DPEHPK3PXP?issuer=Acme",
        "otpauth://totp/secret=JBSWY3DPEHPK3PXP",
        "otpauth://totp/a?issuer=Acme%26secret%3DJBSWY3DPEHPK3PXP",
        "otpauth://totp%2FAcme%3Fsecret%3DJBSWY3DPEHPK3PXP",
        "otpauth://totp&secret=JBSWY3DPEHPK3PXP",
        "otpauth://JBSWY3DPEHPK3PXP",
        "motp://VPN:carol&secret=JBSWY3DPEHPK3PXP",
    ])
    func neverShowsASecretInALabelOrAReason(line: String) {
        let problem = #expect(throws: EntryError.self) { try KeyURI.item(line) }
        let shown = shownLabel(line) + (problem?.reason ?? "")
        #expect(!shown.uppercased().contains("JBSW"))
    }

    private func shownLabel(_ line: String) -> String { KeyURI.label(of: Array(line.utf8).span) }
}
