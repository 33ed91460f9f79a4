import Encodings
import TOTPDomain

/// Reads the parts of e-mail files like the files of an archive.
final class MailReader: ArchiveMembers {
    private var box: Mailbox
    private var parts: ArraySlice<MailMessage.Part> = []
    private var part: MailMessage.Part?
    /// The error of the member that ``next()`` returned last, in place of its content.
    private var failure: SourceError?
    /// Messages so far.
    private var count = 0
    /// A message that is to be reported with an error.
    private var pending: (name: String, failure: SourceError)?
    private(set) var isBroken = false

    private let limit: Int

    /// - Parameter limit: the most bytes of a message; the default is large enough for any that a server accepts.
    init(_ stream: any ByteStream, limit: Int = Limit.mailMessage) throws(SourceError) {
        self.limit = limit
        box = try Mailbox(stream, limit: limit)
    }

    func next() throws(SourceError) -> ArchiveMember? {
        (part, failure) = (nil, nil)
        while !isBroken {
            if let next = parts.popFirst() {
                part = next
                return ArchiveMember(name: next.path, kind: .file)
            }
            if let pending {
                self.pending = nil
                failure = pending.failure
                return ArchiveMember(name: pending.name, kind: .file)
            }
            let message: Mailbox.Message?
            do throws(SourceError) { message = try box.next() } catch {
                isBroken = true
                throw error
            }
            guard let message else { return nil }
            count += 1
            // The messages of a box are folders.
            let name = "message \(count)"
            switch message {
            case .tooLarge: pending = (name, .tooLarge(limit))
            case .whole(let bytes):
                let message = MailMessage(bytes, folder: box.isBox ? "\(name)/" : "")
                parts = message.parts[...]
                if let excess = message.excess {
                    pending = (
                        box.isBox ? name : "more parts",
                        SourceError(.limitExceeded, excess.problem, "save its attachments and name them")
                    )
                }
            }
        }
        return nil
    }

    func content(limit: Int) throws(SourceError) -> [UInt8] {
        if let failure { throw failure }
        guard let part else { return [] }
        // No encoding makes content larger.
        guard let content = part.content else { throw Self.unknownEncoding }
        guard content.count <= limit else { throw .tooLarge(limit) }
        return content
    }

    private static let unknownEncoding = SourceError(
        .unsupportedVersion, "encoded in a way that this program cannot read", "save the attachment and name it")
}
