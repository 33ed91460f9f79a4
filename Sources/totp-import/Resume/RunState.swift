import CryptoPrimitives
import Encodings
import ImportPipeline
import SafeFile
import Synchronization
import TOTPDomain

/// The file of `--resume`: the results of scanned images, so that another run does not scan them again.
///
/// An image is recognized by its bytes. Its results are encrypted with a key that is derived from its bytes: the file
/// is useless without the image, and the image itself contains the results. So the file needs no passphrase, and an
/// image that was changed is another image. `Docs/scale.md` describes the file.
final class RunState: ImageMemory {
    private let file: RecordFile
    /// New for each file, so that two files cannot be compared.
    private let salt: [UInt8]
    private let places: Mutex<[UInt128: RecordFile.Place]>
    /// Called with the first failure to write. The run goes on without remembering more.
    private let failed: @Sendable (FileError) -> Void
    private let hasFailed = Atomic(false)

    /// Whether the file was written by another version of the program, which may read images differently. It was
    /// emptied.
    let wasOutdated: Bool

    private static let signature = Array("totp-import run 1\n".utf8)
    private static let saltCount = 32, idCount = 16

    /// Images that can be found in the file.
    var count: Int { places.withLock { $0.count } }

    /// - Parameter program: the version that reads images: results of other versions are not used.
    init(_ path: String, program: String, failed: @escaping @Sendable (FileError) -> Void) throws {
        file = try RecordFile(path, signature: Self.signature)
        self.failed = failed
        var header: [UInt8]?
        var found: [UInt128: RecordFile.Place] = [:]
        try file.forEach { place, record in
            if header == nil {
                header = Array(record)
            } else if record.count > Self.idCount {
                found[Self.number(record.prefix(Self.idCount))] = place
            }
        }
        let isCurrent =
            header.map { $0.count >= Self.saltCount && $0.dropFirst(Self.saltCount).elementsEqual(program.utf8) }
            ?? false
        wasOutdated = header != nil && !isCurrent
        if isCurrent, let header {
            salt = Array(header.prefix(Self.saltCount))
        } else {
            found = [:]
            salt = try RandomBytes.make(Self.saltCount)
            try file.removeAll()
            _ = try file.append(salt + Array(program.utf8))
        }
        places = Mutex(found)
    }

    func key(of bytes: [UInt8]) -> ImageKey? {
        guard let digest = try? Digest.sha256.hash(bytes),
            let id = try? Digest.sha256.hmac(key: salt, Array("image".utf8) + digest),
            let secret = try? Digest.sha256.hmac(key: salt, Array("result".utf8) + digest)
        else { return nil }
        return ImageKey(id: Array(id.prefix(Self.idCount)), secret: secret)
    }

    func content(for key: ImageKey) -> [UInt8]? {
        guard let place = places.withLock({ $0[Self.number(key.id)] }), let record = try? file.content(at: place),
            record.count >= Self.idCount + AESGCM.nonceCount
        else { return nil }
        let nonce = Array(record[Self.idCount..<(Self.idCount + AESGCM.nonceCount)])
        do throws(CryptoError) {
            let opened = try AESGCM.open(
                Array(record.dropFirst(Self.idCount + AESGCM.nonceCount)), key: SecureBytes(copying: key.secret),
                nonce: nonce, associatedData: key.id)
            return opened.withBytes { Array($0) }
        } catch {
            return nil
        }
    }

    /// A name as a number, which takes less memory.
    private static func number(_ id: some Sequence<UInt8>) -> UInt128 { id.reduce(0) { $0 << 8 | UInt128($1) } }

    func keep(_ content: [UInt8], for key: ImageKey) {
        guard !hasFailed.load(ordering: .relaxed), let nonce = try? RandomBytes.make(AESGCM.nonceCount),
            let sealed = try? AESGCM.seal(
                SecureBytes(copying: content), key: SecureBytes(copying: key.secret), nonce: nonce,
                associatedData: key.id)
        else { return }
        let record = key.id + nonce + sealed
        guard record.count <= Limit.imageRecord else { return }
        do throws(FileError) {
            let place = try file.append(record)
            places.withLock { $0[Self.number(key.id)] = place }
        } catch {
            if !hasFailed.exchange(true, ordering: .relaxed) { failed(error) }
        }
    }
}
