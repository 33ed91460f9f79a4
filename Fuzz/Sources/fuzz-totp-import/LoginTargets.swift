import Platform
import TOTPDomain

@testable import PasswordManagerFormats

/// Files into whose logins codes are put: what opens can be written, and only the codes are new.
enum LoginTargets {
    static func bitwarden(_ bytes: [UInt8]) { put(into: BitwardenExport(), request(bytes)) }

    static func cxf(_ bytes: [UInt8]) { put(into: CXFExport(), request(bytes)) }

    private static func request(_ bytes: [UInt8]) -> ImportRequest {
        let input = FuzzInput(bytes)
        return input.request(input.passphrase)
    }

    /// Inner header and XML, or XML alone, sealed here.
    static func keePass(_ bytes: [UInt8]) {
        let file = SealedTargets.sealedKDBX(bytes)
        put(
            into: KeePassExport(),
            ImportRequest(content: SourceContent(file), passphrase: KDBXSealing.passphrase))
    }

    private static func put(into target: some LoginTarget, _ request: ImportRequest) {
        ContainerTargets.refusing { () throws(SourceError) in
            let file = try target.open(request)
            let login = file.logins.firstIndex { $0.accounts.isEmpty }
            let placements = [LoginPlacement(account(1), login: login), LoginPlacement(account(2), login: nil)]
            let decisions = try LoginMatching(file.logins, accounts: file.document.accounts)
                .decisions(for: placements.map(\.account))
            require(decisions.count == placements.count, "there is a decision for each account")
            let export: Export
            do throws(ExportError) {
                export = try file.write(
                    placements, of: target.description,
                    ExportRequest(items: [], now: Date(timeIntervalSince1970: 0), random: Counting()))
            } catch { fatalError("broken promise: a file that was opened can be written") }
            var again = request.restarted
            again.content = SourceContent(export.files.first?.bytes ?? [])
            let written = try target.open(again)
            let isSame =
                file.change(
                    in: written, changed: Set([login].compactMap { $0 }), added: login == nil ? 2 : 1) == nil
            require(isSame, "only codes are new")
            require(
                written.document.accounts.count == file.document.accounts.count + 2, "every code is read back")
        }
    }

    private static func account(_ number: UInt8) -> Account {
        do throws(EntryError) {
            return Account(
                issuer: "Acorn", name: "alice", secret: try OTPSecret(bytes: [number, 0xF3, 0x77]),
                parameters: try OTPParameters(kind: .totp), createdAt: Date(timeIntervalSince1970: 0))
        } catch { fatalError("broken promise: the account is valid") }
    }

    private struct Counting: RandomSource {
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }
    }
}
