import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// A format is recognized by its own columns, and reports the columns that it does not read.
@Suite("Columns and fields that are not read")
struct OwnColumnsTests {
    private static let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"

    @Test(
        "A table with only some columns of an app is not its export",
        arguments: [
            "Title,TOTP,Digits", "Group,Title,TOTP,Issuer", "title,username,password,otpSecret,digits",
            "Title,OTPAuth,Archived,Issuer", "name,login_totp,digits", "issuer,login_totp",
        ])
    func others(header: String) throws {
        let row = header.split(separator: ",").map {
            ["TOTP", "OTPAuth", "otpSecret", "login_totp"].contains($0) ? Self.link : "6"
        }
        let document = try read("\(header)\n\(row.joined(separator: ","))\n")
        #expect(document.format == "csv" && document.items.map(\.label) == ["Acorn: alice"])
    }

    @Test(
        "A column that is neither read nor known is named",
        arguments: [
            ("url,extra,grouping,name,totp,issuer", "lastpass-vault"),
            ("type,name,totp,createTime,modifyTime,issuer", "proton-pass"),
            ("name,RfFieldsV2,issuer", "roboform"), ("password name,secretdata,totp,issuer", "zoho-vault"),
            ("name,login_password,login_totp,issuer", "bitwarden"),
            ("serial number,secret key,issuer", "oath-token-csv"),
        ] as [(String, FormatID)])
    func unread(header: String, format: FormatID) throws {
        let columns = header.split(separator: ",")
        func row(_ issuer: String) -> String {
            columns.map { $0 == "issuer" ? issuer : "" }.joined(separator: ",") + "\n"
        }
        let document = try read("\(header)\nx\(row("Acorn"))x\(row("Birch"))")
        #expect(document.format == format)
        let warning = "\"issuer\" is not read (2 accounts); compare the codes with the app"
        #expect(document.warnings.map(\.message).filter { $0 == warning }.count == 1)
        #expect(try read("\(header)\nx\(row(""))").unread.isEmpty)
    }

    @Test("Fields of KeePass that are not read are named, but not those that every login may have")
    func keePass() throws {
        func entry(_ fields: [(String, String)]) -> String {
            "<Entry>\(fields.map { "<String><Key>\($0.0)</Key><Value>\($0.1)</Value></String>" }.joined())</Entry>"
        }
        func read(_ entries: String...) throws -> [String] {
            let text = "<KeePassFile><Root><Group>\(entries.joined())</Group></Root></KeePassFile>"
            return try ImportersTests.read(text).warnings.map(\.message)
        }
        let account = [("Title", "Acorn"), ("otp", Self.link)]
        #expect(try read(entry(account + [("Email", "x"), ("Key", "x"), ("TOTP Settings", "30;6")])) == [])
        #expect(
            try read(entry(account + [("Period", "60"), ("Issuer", "x")]), entry(account + [("PERIOD", "60")])) == [
                "\"Issuer\" is not read (1 account); compare the codes with the app",
                "\"Period\" is not read (1 account); compare the codes with the app",
                "\"PERIOD\" is not read (1 account); compare the codes with the app",
            ])
        // Without an account, only a name that means a one-time password.
        #expect(try read(entry([("Title", "x"), ("Period", "60")])).filter { $0.contains("is not read") } == [])
        #expect(
            try read(entry([("Title", "x"), ("2FA secret", "x")])).filter { $0.contains("\"2FA secret\"") }.count == 1)
    }

    /// Files that have a part of an account which is not read, and is named for that.
    private static let places = [
        // Backup codes that look like secrets.
        "csv/2fa.csv": "\"2FA Backup Codes\"", "csv-weak-header.csv": "\"2FA Backup Codes\"",
        // A cell has a link of Steam.
        "csv/tabs.tsv": "\"Field 1\"",
        // A line that somebody wrote.
        "authme/fields.authme": "\"Note\"",
        // A text and a number in the place of a list of texts.
        "gnome-authenticator/tags.json": "\"tags\"",
        // Bytes in the place of a number.
        "stratum/database-rejected.db": "\"type\"",
        // The type of a credential that no version has.
        "cxf/account.json": "\"type\"", "cxf/draft.json": "\"type\"", "cxf/header.json": "\"type\"",
        "cxf-account.json": "\"type\"", "cxf-header.json": "\"type\"",
        // Parameters that look like entities of HTML.
        "stratum/entities.html": "s\" in its link",
    ]

    @Test("No member, column or element of a good file is named as one that is not read, except where it is meant")
    func goodFiles() {
        var named: [String] = []
        let corpora = (ExportSample.corpus + ExportSample.corpus2 + ExportSample.corpus3).filter {
            $0.expected.error == nil
        }
        for sample in ExportSample.goodFixtures + corpora where !sample.url.lastPathComponent.hasPrefix("newer") {
            let messages = (try? sample.reading.get())?.warnings.map(\.message) ?? []
            let unread = messages.filter { message in
                // A serial number that a spreadsheet changed is no unknown column.
                message.contains("is not read") && !message.contains("a spreadsheet changed")
                    && !RenamedMemberTests.strangers.contains { message.hasPrefix("\"\($0)\" ") }
            }
            if let name = Self.places[sample.place] {
                #expect(!unread.isEmpty && unread.allSatisfy { $0.contains(name) }, "\(sample.place)")
            } else {
                named += unread.map { "\(sample.place): \($0)" }
            }
        }
        #expect(named == [])
    }

    @Test("Elements and attributes of a PSKC file that are not read are named")
    func pskc() throws {
        func read(_ extra: String, attribute: String = "") throws -> [String] {
            try ImportersTests.read(
                """
                <KeyContainer Version="1.0"><KeyPackage><DeviceInfo><SerialNo>1</SerialNo></DeviceInfo>
                <Key Id="1" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:totp"\(attribute)><Issuer>Acorn</Issuer>
                <AlgorithmParameters><ResponseFormat Length="6" Encoding="DECIMAL"/></AlgorithmParameters>
                <Data><Secret><PlainValue>MTIzNA==</PlainValue></Secret>\(extra)</Data></Key></KeyPackage></KeyContainer>
                """
            ).warnings.map(\.message)
        }
        #expect(try read("<Time><PlainValue>0</PlainValue></Time>", attribute: " OTP=\"true\"") == [])
        #expect(
            try read("<Digits>8</Digits><Digits>8</Digits>", attribute: " Hash=\"x\"") == [
                "\"Hash\" is not read (1 account); compare the codes with the app",
                "\"Digits\" is not read (1 account); compare the codes with the app",
            ])
    }
}
