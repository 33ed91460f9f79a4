import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Containers

/// Parts that are too large, too many or nested too deeply.
extension MailReaderTests {
    /// Reads all names; the error of the last member, if it has one.
    private static func names(_ text: String) throws -> (names: [String], failure: SourceError?) {
        let reader = try MailReader(ByteArrayStream(Array(text.utf8)))
        var names: [String] = []
        var failure: SourceError?
        while let member = try reader.next() {
            names.append(member.name)
            do throws(SourceError) { _ = try reader.content(limit: 1 << 20) } catch { failure = error }
        }
        return (names, failure)
    }

    private static func refusal(_ message: String) -> SourceError {
        SourceError(.limitExceeded, message, .text("save its attachments and name them"))
    }

    @Test(
        "Messages that are nested deeper than the limit are not read, and an error says so",
        arguments: [
            (surplus: 0, isCut: false),
            (surplus: 1, isCut: true),
            (surplus: 68, isCut: true),
        ])
    func deepPartsAreCut(surplus: Int, isCut: Bool) throws {
        let limit = Limit.mailDepth
        var text = "\nx"
        for _ in 0..<(limit + surplus) { text = "Content-Type: message/rfc822\n\n\(text)" }
        let (names, failure) = try Self.names(Self.field + text)
        #expect(names == (isCut ? ["more parts"] : [String(repeating: "message 1/", count: limit) + "text"]))
        #expect(failure == (isCut ? Self.refusal(LimitMessage.mailDepth(limit)) : nil))
    }

    @Test(
        "Parts over the limit are not read, and an error says so",
        arguments: [
            (surplus: 0, isCut: false),
            (surplus: 1, isCut: true),
            (surplus: 5, isCut: true),
        ])
    func manyPartsAreCut(surplus: Int, isCut: Bool) throws {
        let limit = Limit.mailParts
        let text = Self.multipart(String(repeating: "--b\n\nx\n", count: limit + surplus))
        let (names, failure) = try Self.names(text)
        #expect(names == (1...limit).map { "part \($0)" } + (isCut ? ["more parts"] : []))
        #expect(failure == (isCut ? Self.refusal(LimitMessage.mailParts(limit)) : nil))
    }

    @Test("Messages after one that is too large are read, up to a limit of skipped bytes")
    func endlessMessages() throws {
        let limit = 1 << 17, most = limit * Limit.mailSkipped
        let line = "From alice@example.com Mon Jan  1 00:00:00 2024\nSubject: x\nDate: today\nFrom: alice\n\n"
        for (count, isRead) in [(most / 2, true), (most + limit * 2 + (1 << 16), false)] {
            let box = line + String(repeating: "a line of 16 char\n", count: count / 18) + "\n\(line)the last\n"
            let reader = try MailReader(ByteArrayStream(Array(box.utf8)), limit: limit)
            var names: [String] = []
            var failure: SourceError?
            do throws(SourceError) { while let member = try reader.next() { names.append(member.name) } } catch {
                failure = error
            }
            #expect(names.count == (isRead ? 2 : 0), "\(names)")
            #expect(failure?.message.hasPrefix(LimitMessage.mailSkipped(most >> 20)) == (isRead ? nil : true))
        }
    }

    /// Each of them may contain the next one, and needs memory of its own.
    @Test func encodedMessagesAreLimitedTogether() throws {
        var message = "\(Self.field)\nx", count = 0
        for _ in 0..<3 {
            let body = Base64.encode(Array(message.utf8))
            count += body.utf8.count
            message = "\(Self.field)Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\(body)"
        }
        let bytes = Array(message.utf8)
        let whole = MailMessage(bytes, maximumEncoded: count)
        #expect(whole.excess == nil && whole.parts.map(\.path) == ["message 1/message 1/message 1/text"])
        let cut = MailMessage(bytes, maximumEncoded: count - 1)
        #expect(cut.excess == .encoded(limit: count - 1) && cut.parts.map(\.path) == ["message 1/message 1/text"])
        let limit = Limit.mailEncoded
        #expect(
            MailMessage.Excess.encoded(limit: limit).problem == LimitMessage.mailEncoded(limit >> 20))
    }

    @Test func furtherParametersAreIgnored() throws {
        let limit = Limit.mailParameters
        for (count, name) in [(limit - 1, "a.png"), (limit, "text")] {
            let others = (0..<count).map { "; x\($0)=y" }.joined()
            let text = "\(Self.field)Content-Type: image/png\(others); name=a.png\n\nx"
            #expect(try Self.texts(text) == ["\(name): x"])
        }
    }

    @Test(arguments: [(0, "a.png"), (1, "a.pn")])
    func theRestOfALongFieldIsIgnored(surplus: Int, name: String) throws {
        let limit = Limit.mailField
        let (type, parameter) = (" image/png; x=", "; name=a.png")
        let filling = String(repeating: "y", count: limit - type.utf8.count - parameter.utf8.count + surplus)
        let text = "\(Self.field)Content-Type:\(type)\(filling)\(parameter)\n\nx"
        #expect(try Self.texts(text) == ["\(name): x"])
    }

    /// The message before it is exactly as large as the limit.
    @Test(arguments: [
        (length: Limit.mailLine, isFound: true),
        (length: 4 * Limit.mailLine, isFound: false),
    ])
    func aLongLineMayHideTheStartOfAMessage(length: Int, isFound: Bool) throws {
        let limit = 1 << 20, header = "\(Self.start)\(Self.field)\n"
        let first = header + String(repeating: "x", count: limit - header.utf8.count - 2) + "\n\n"
        let second = "\(Self.start)X: \(String(repeating: "y", count: length - 4))\n\(Self.field)\nz"
        let reader = try MailReader(ByteArrayStream(Array((first + second).utf8)), limit: limit)
        _ = try #require(try reader.next())
        #expect(((try? reader.content(limit: limit)) != nil) == isFound)
    }

    @Test(arguments: [
        (surplus: 0, isDecoded: true),
        (surplus: 1, isDecoded: false),
    ])
    func aLongWordStaysEncoded(surplus: Int, isDecoded: Bool) {
        // The limit is for the text between the first `=?` and the last `=`.
        let content = String(repeating: "a", count: Limit.mailWord - "utf-8?Q??".utf8.count + surplus)
        let word = "=?utf-8?Q?\(content)?="
        #expect(MailWords.decoded(Array(word.utf8)) == (isDecoded ? content : word))
    }

    @Test(
        "A message as large as the limit is read; a larger one is an error",
        arguments: [(1 << 20, nil), (1 << 20 - 1, tooLarge)] as [(Int, SourceError?)])
    func aLargeMessageIsAnError(limit: Int, failure: SourceError?) throws {
        let filling = String(repeating: "long line\n", count: 200_000)
        let message = "\(Self.field)\n\(filling)".prefix(1 << 20)
        let reader = try MailReader(ByteArrayStream(Array(message.utf8)), limit: limit)
        #expect(try reader.next()?.name == (failure == nil ? "text" : "message 1"))
        if let failure {
            #expect(throws: failure) { try reader.content(limit: 1 << 20) }
        } else {
            #expect(try reader.content(limit: 1 << 20).count == message.utf8.count - Self.field.utf8.count - 1)
        }
        #expect(try reader.next() == nil)
    }

    private static let tooLarge = SourceError(.tooLarge, LimitMessage.mailMessage((1 << 20 - 1) >> 20))

    /// However many bytes of the next message were read already.
    @Test(
        "Of a mailbox, messages as large as the limit are read, and larger ones are not",
        arguments: [100_000, 131_072, 200_000], [Int.max, 5000])
    func aMessageOfABoxIsAsLargeAsTheLimit(limit: Int, portion: Int) throws {
        let header = "\(Self.start)\(Self.field)\n"
        func message(_ count: Int) -> String {
            header + String(repeating: "x", count: count - header.utf8.count - 2) + "\n\n"
        }
        let text = message(limit) + message(limit + 1) + message(500) + message(limit)
        var box = try Mailbox(Drip(bytes: Array(text.utf8)[...], portion: portion), limit: limit)
        var sizes: [Int] = []
        while let message = try box.next() {
            if case .whole(let bytes) = message { sizes.append(bytes.count) } else { sizes.append(0) }
        }
        #expect(sizes == [limit, 0, 500, limit])
    }
}
