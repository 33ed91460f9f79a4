#if Web
    import Encodings
    import NIOCore
    import NIOEmbedded
    import NIOHTTP1
    import Testing

    @testable import WebPage

    /// Which connections give way to others, without a network.
    struct ConnectionsTests {
        private let connections = Connections()

        /// A new connection that is open.
        private func channel() throws -> EmbeddedChannel {
            let channel = EmbeddedChannel()
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/page")).wait()
            connections.add(channel)
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

        @Test("A body for which there is no space is refused, and the connection ends")
        func tooMuchAtOnce() throws {
            let page = try TestPage(), counter = page.caller.next()
            let channel = EmbeddedChannel()
            try channel.pipeline.syncOperations.addHandler(Connection(page.handler, connections, after: { _ in }))
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/page")).wait()
            let request = try page.caller.outer(
                Request("POST", "/api/inputs", body: Array("a text".utf8)), host: TestPage.host, counter: counter)
            #expect(connections.reserve(Limit.webArriving))
            let headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
            let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: request.target, headers: headers)
            try channel.writeInbound(HTTPServerRequestPart.head(head))
            try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(bytes: request.body)))
            channel.embeddedEventLoop.run()
            var body: [UInt8] = []
            while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
                if case .body(.byteBuffer(let bytes)) = part { body += bytes.readableBytesView }
            }
            let answer = try page.caller.open(body, counter)
            #expect(answer.status == 503)
            #expect(String(decoding: answer.body, as: UTF8.self).contains("too many files arrive at once"))
            #expect(!channel.isActive)
            // Nothing of the body that was refused is counted.
            connections.release(Limit.webArriving)
            #expect(connections.reserve(Limit.webArriving))
        }
    }
#endif
