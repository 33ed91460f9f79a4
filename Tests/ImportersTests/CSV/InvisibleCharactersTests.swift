import Testing

@testable import Importers

@Suite("Secrets with characters that nobody sees")
struct InvisibleCharactersTests {
    @Test("Invisible characters in the cells of a table are ignored")
    func table() throws {
        let document = try read(
            """
            issuer,name,secret
            D,d,N7RLETXF\u{200B}E74A5EAETY6WKA2NEI65Q7WO
            E,e,RAXK\u{A0}NWHG\u{A0}OMMD\u{A0}UTWL\u{A0}5EF4\u{A0}4AMD\u{A0}G2US\u{A0}W55L

            """)
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp D|d N7RLETXFE74A5EAETY6WKA2NEI65Q7WO SHA1 6 30",
                "totp E|e RAXKNWHGOMMDUTWL5EF44AMDG2USW55L SHA1 6 30",
            ])
    }

    @Test("Invisible characters in a link are ignored")
    func link() throws {
        let document = try read("otpauth://totp/A:a?secret=EENIMX6N%E2%80%8BNZHGWZMI6HN6RMH2INDJ75KR&issuer=A")
        #expect(document.items.map(\.fieldsLine) == ["totp A|a EENIMX6NNZHGWZMI6HN6RMH2INDJ75KR SHA1 6 30"])
    }
}
