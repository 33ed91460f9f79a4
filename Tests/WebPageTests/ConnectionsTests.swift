#if Web
    import Encodings
    import NIOCore
    import NIOEmbedded
    import NIOHTTP1
    import Synchronization
    import Testing

    @testable import WebPage

    /// Which connections give way to others, without a network.
    struct ConnectionsTests {
        private let connections = Connections()

        /// A new connection that is open.
        private func channel(in connections: Connections? = nil) throws -> EmbeddedChannel {
            let channel = EmbeddedChannel()
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/page")).wait()
            (connections ?? self.connections).add(channel)
            return channel
        }

        private func areOpen(_ channels: [EmbeddedChannel]) -> Bool { channels.allSatisfy(\.isActive) }

        /// As many connections as there may be, which named the address.
        private func full(areTrusted: Bool) throws -> [EmbeddedChannel] {
            let channels = try (0..<Limit.webConnections).map { _ in try channel() }
            for channel in channels { connections.begin(channel, isTrusted: areTrusted) }
            #expect(areOpen(channels))
            return channels
        }

        @Test("Strangers in their first moment do not count against those after it")
        func firstMoment() throws {
            let settled = try (0..<Limit.webStrangers).map { _ in try channel() }
            let new = try channel()
            for stranger in settled { connections.settle(stranger) }
            #expect(areOpen(settled) && new.isActive)
            connections.settle(new)
            #expect(settled.map(\.isActive) == [false] + settled.dropFirst().map { _ in true })
            #expect(new.isActive)
        }

        @Test("Strangers do not give way because the user's connections are many")
        func userDoesNotCount() throws {
            let strangers = try (0..<Limit.webStrangers).map { _ in try channel() }
            let trusted = try (0..<Limit.webStrangers).map { _ in try channel() }
            for channel in trusted { connections.begin(channel, isTrusted: true) }
            for channel in trusted + strangers { connections.settle(channel) }
            #expect(areOpen(strangers + trusted))
        }

        @Test("If too many named the address, the oldest gives way, although it is being answered")
        func named() throws {
            let named = try full(areTrusted: false), person = try channel()
            connections.begin(person, isTrusted: true)
            #expect(named.map(\.isActive) == [false] + named.dropFirst().map { _ in true })
            #expect(person.isActive)
        }

        @Test("Of connections with the token, the one that rested longest gives way, and none that is being answered")
        func trusted() throws {
            let trusted = try full(areTrusted: true), person = try channel()
            connections.rest(trusted[5])
            connections.rest(trusted[3])
            connections.begin(person, isTrusted: true)
            #expect(trusted.indices.filter { !trusted[$0].isActive } == [5])
            #expect(person.isActive)
            let other = try channel()
            connections.begin(other, isTrusted: false)
            #expect(trusted.indices.filter { !trusted[$0].isActive } == [3, 5])
            #expect(other.isActive && person.isActive)
        }

        @Test("A connection without the token gives way before one with it that rests")
        func namedFirst() throws {
            let trusted = try (1..<Limit.webConnections).map { _ in try channel() }
            for channel in trusted {
                connections.begin(channel, isTrusted: true)
                connections.rest(channel)
            }
            let named = try channel(), person = try channel()
            connections.begin(named, isTrusted: false)
            connections.begin(person, isTrusted: true)
            #expect(!named.isActive)
            #expect(areOpen(trusted) && person.isActive)
        }

        @Test("If all are being answered for the user, a new connection is closed")
        func busy() throws {
            let trusted = try full(areTrusted: true), person = try channel()
            connections.begin(person, isTrusted: true)
            #expect(areOpen(trusted))
            #expect(!person.isActive)
        }

        @Test("When the page is locked, connections end that rest; others once they are answered, or are closed")
        func lock() throws {
            let calls = Mutex(0)
            let connections = Connections(onEnd: { calls.withLock { $0 += 1 } })
            let channels = try (0..<4).map { _ in try channel(in: connections) }
            for channel in channels.dropFirst() { connections.begin(channel, isTrusted: true) }
            connections.rest(channels[1])
            connections.closeAll()
            #expect(channels.map(\.isActive) == [false, false, true, true])
            for channel in channels.prefix(2) { connections.remove(channel) }
            #expect(calls.withLock { $0 } == 1)
            connections.rest(channels[2])
            #expect(channels.map(\.isActive) == [false, false, false, true])
            for channel in channels.dropFirst(2) { connections.remove(channel) }
            #expect(calls.withLock { $0 } == 3)
            // A later one is not concerned.
            let later = try channel(in: connections)
            connections.begin(later, isTrusted: true)
            connections.rest(later)
            #expect(later.isActive)
        }

        /// A connection on which the head of a request has arrived.
        private func connection(_ page: TestPage, _ request: Request) throws -> EmbeddedChannel {
            let channel = EmbeddedChannel()
            try channel.pipeline.syncOperations.addHandler(Connection(page.handler, connections, after: { _ in }))
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/page")).wait()
            let headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
            let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: request.target, headers: headers)
            try channel.writeInbound(HTTPServerRequestPart.head(head))
            channel.embeddedEventLoop.run()
            return channel
        }

        private func receive(_ bytes: ByteBuffer, _ channel: EmbeddedChannel) throws {
            try channel.writeInbound(HTTPServerRequestPart.body(bytes))
            channel.embeddedEventLoop.run()
        }

        private func readAnswer(_ channel: EmbeddedChannel, _ page: TestPage, _ counter: UInt64) throws -> Response {
            var body: [UInt8] = []
            while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
                if case .body(.byteBuffer(let bytes)) = part { body += bytes.readableBytesView }
            }
            return try page.caller.open(body, counter)
        }

        @Test("A body for which there is no space is refused, and the connection ends when all of it has come")
        func tooMuchAtOnce() throws {
            let page = try TestPage(), counter = page.caller.next()
            let request = try page.caller.outer(
                Request("POST", "/api/inputs", body: Array("a text".utf8)), host: TestPage.host, counter: counter)
            #expect(connections.reserve(Limit.webArriving))
            let channel = try connection(page, request)
            try receive(ByteBuffer(bytes: request.body.prefix(9)), channel)
            let answer = try readAnswer(channel, page, counter)
            #expect(answer.status == 503)
            #expect(String(decoding: answer.body, as: UTF8.self).contains("too many files arrive at once"))
            #expect(channel.isActive)
            try receive(ByteBuffer(bytes: request.body.dropFirst(9).dropLast()), channel)
            #expect(channel.isActive)
            try receive(ByteBuffer(bytes: request.body.suffix(1)), channel)
            #expect(!channel.isActive)
            // Nothing of the body that was refused is counted.
            connections.release(Limit.webArriving)
            #expect(connections.reserve(Limit.webArriving))
        }

        @Test("Of a body that is too large, no more is dropped than the largest has")
        func droppingHasAnEnd() throws {
            let page = try TestPage(), counter = page.caller.next(), length = 4 * Caller.limit
            var request = Request("POST", "/api")
            request.headers = [
                ("host", TestPage.host), ("origin", "http://\(TestPage.host)"), ("content-length", "\(length)"),
                ("authorization", try page.caller.authorization(counter, length: "\(length)")),
            ]
            let channel = try connection(page, request)
            #expect(try readAnswer(channel, page, counter).status == 413)
            let piece = ByteBuffer(repeating: 0, count: 1 << 20)
            var count = 0
            while channel.isActive, count < length {
                try receive(piece, channel)
                count += piece.readableBytes
            }
            #expect(Caller.limit...Caller.limit + piece.readableBytes ~= count)
        }
    }
#endif
