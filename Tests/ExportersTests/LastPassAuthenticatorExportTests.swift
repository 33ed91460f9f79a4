import TOTPDomain
import Testing

@testable import AppFormats

@Suite("LastPass Authenticator, written")
struct LastPassAuthenticatorExportTests {
    @Test("The document is that of LastPass Authenticator")
    func document() throws {
        let text = try LastPassAuthenticatorExport().text(
            SampleAccounts.item(algorithm: .sha256, digits: 8, period: 60, isFavorite: true))
        #expect(
            text == """
                {"version":3,"deviceId":"","deviceSecret":"","localDeviceId":"\(CountingBytes.uuid)",\
                "deviceName":"totp-import","accounts":[{"accountID":"\(CountingBytes.uuid)","lmiUserId":"",\
                "issuerName":"Acorn","originalIssuerName":"Acorn","userName":"alice","originalUserName":"alice",\
                "pushNotification":false,"secret":"JBSWY3DPEHPK3PXP","timeStep":60,"digits":8,\
                "creationTimestamp":1795253400000,"isFavorite":true,"algorithm":"SHA256",\
                "folderData":{"folderId":0,"position":0}}],\
                "folders":[{"id":1,"name":"Favorites","isOpened":true},\
                {"id":0,"name":"Other accounts","isOpened":true}]}
                """)
    }

    @Test("Only time-based accounts are written; notes and tags are lost")
    func limits() throws {
        let items = try OTPKind.allCases.map { try SampleAccounts.item($0, note: "a note", tags: ["Work"]) }
        let export = try LastPassAuthenticatorExport().write(.plain(items))
        #expect(export.leftOut.map { items[$0.index].parameters.kind } == [.hotp, .steam, .motp, .yandex])
        #expect(export.lostDetails == ["0 note", "0 tags"])
    }

    @Test("Every id is new for every export")
    func freshness() throws {
        let request = ExportRequest.encrypted([try SampleAccounts.item()]).withoutPassphrase
        let texts = try (0..<2).map { _ in try LastPassAuthenticatorExport().write(request).text }
        let ids = texts.flatMap { $0.split(separator: "\"").filter { $0.utf8.count == 36 } }
        #expect(ids.count == 4 && Set(ids).count == 4)
    }
}
