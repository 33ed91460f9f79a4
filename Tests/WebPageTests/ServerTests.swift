#if Web
    import Encodings
    import FixtureSupport
    import Platform
    import Testing

    @testable import WebPage

    /// The server on its sockets, as raw clients see it.
    @Suite(.serialized) struct ServerTests {
        /// A server that ends with the test.
        private struct Running {
            let page: TestPage
            let server: Server
            let caller: TestCaller

            init() async throws {
                let page = try TestPage(), token = page.token
                (self.page, caller) = (page, page.caller)
                server = try await Server(.shared, port: nil) { port in
                    PageHandler(
                        gate: Gate(token, host: .shared, port: port), session: page.session, notice: { _ in })
                }
            }

            /// Does something with the server, and then ends it.
            func during<Value>(_ work: (Running) async throws -> Value) async throws -> Value {
                async let ended: Void = server.run()
                do {
                    let value = try await work(self)
                    server.stop()
                    try await ended
                    return value
                } catch {
                    server.stop()
                    try await ended
                    throw error
                }
            }

            /// A whole request for a resource, as the page sends it.
            func request(
                _ method: String = "GET", _ target: String = "/api/state", _ body: String = "", more: String = ""
            ) throws -> [UInt8] {
                let counter = caller.next()
                let body = try caller.seal(Request(method, target, body: Array(body.utf8)), counter)
                return Array(try head("Content-Length: \(body.count)\r\n\(more)", body.count, counter).utf8) + body
            }

            /// The head of a request with a body of a length.
            func head(_ more: String, _ length: Int, _ counter: UInt64? = nil) throws -> String {
                """
                POST /api HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                Authorization: \(try caller.authorization(counter ?? caller.next(), length: "\(length)"))\r
                Origin: http://127.0.0.1:\(server.port)\r
                \(more)\r

                """
            }

            func client() throws -> RawClient { try RawClient(port: server.port) }
        }

        @Test func itAnswersOnThisComputerAlone() async throws {
            try await Running().during { running in
                let client = try running.client()
                let answers = await client.answers(to: try running.request(), try running.request())
                let answer = answers[0]
                #expect(answer.hasPrefix("HTTP/1.1 200 "))
                for (name, value) in SecurityHeaders.all {
                    #expect(answer.contains("\(name): \(value)\r\n"), "\(name)")
                }
                #expect(answers[1].hasPrefix("HTTP/1.1 200 "))
                // No other address of this computer.
                #expect(RawClient.ownAddresses.allSatisfy { !RawClient.connects(to: $0, port: running.server.port) })
            }
        }

        @Test func aPortThatIsInUseIsNamed() async throws {
            let page = try TestPage()
            try await Running().during { running in
                let port = running.server.port
                await #expect(throws: ServerError.portInUse(port)) {
                    try await Server(.shared, port: port) { _ in running.page.handler }
                }
            }
            await #expect(throws: ServerError.noAddress("x")) {
                let nowhere = PageHost(name: "x", addresses: ["192.0.2.1"], hasOtherPorts: false)
                _ = try await Server(nowhere, port: nil) { _ in page.handler }
            }
            #expect(!ServerError.noPort.message.contains("port 0"))
            #expect(ServerError.portInUse(80).message == "port 80 is in use; name another one with --port, or omit it")
        }

        /// A text that is not a request gets an answer and no second chance.
        @Test(arguments: [
            "GET / HTTP/9.9\r\n\r\n", "nonsense\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\nBad Header\r\n\r\n",
            "\u{16}\u{03}\u{01}", "POST / HTTP/1.1\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd",
            "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        ])
        func whatIsNoRequestEndsTheConnection(_ bytes: String) async throws {
            try await Running().during { running in
                let client = try running.client()
                client.send(bytes)
                let answer = await client.answer()
                #expect(answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(100))")
                #expect(answer.lowercased().contains("connection: close"))
                let isClosed = await client.isClosed()
                #expect(isClosed)
            }
        }

        /// Two readers could disagree about where such a request ends.
        @Test func lengthsThatDisagreeAreRefused() async throws {
            try await Running().during { running in
                for more in [
                    "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\n",
                    "Content-Length: 4\r\nContent-Length: 4\r\n",
                ] {
                    let client = try running.client()
                    client.send(try running.head(more, 4) + "0\r\n\r\nGET / HTTP/1.1\r\n\r\n")
                    let answer = await client.answer()
                    #expect(answer.hasPrefix("HTTP/1.1 4"), "\(more) \(answer.prefix(100))")
                    let isClosed = await client.isClosed()
                    #expect(isClosed)
                }
            }
        }

        @Test func headersHaveALimit() async throws {
            try await Running().during { running in
                let most = Limit.webHeaders
                for (count, status) in [(most - 1000, "200"), (most + 1, "431")] {
                    let client = try running.client()
                    client.send(try running.request(more: "X: \(String(repeating: "x", count: count))\r\n"))
                    let answer = await client.answer()
                    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(count) \(answer.prefix(100))")
                }
                let message = LimitMessage.webHeaders(most >> 10)
                #expect(message == "the headers are larger than 16 KiB; load the page again")
            }
        }

        /// A body is refused from its head alone: the client need not send a body that is too large or foreign.
        @Test func aBodyIsRefusedBeforeItArrives() async throws {
            try await Running().during { running in
                let large = try running.client()
                let length = Caller.limit + 1, counter = running.caller.next()
                large.send(try running.head("Content-Length: \(length)\r\n", length, counter))
                let refused = try #require(await large.answerBody())
                #expect(try running.caller.open(refused, counter).status == 413)
                let foreign = try running.client()
                foreign.send(
                    "POST /api HTTP/1.1\r\nHost: 127.0.0.1:\(running.server.port)\r\nContent-Length: 100000\r\n\r\n"
                )
                #expect(await foreign.answer().hasPrefix("HTTP/1.1 403 "))
            }
        }

        /// A body that is cut off changes nothing.
        @Test func bodiesThatAreCutOffChangeNothing() async throws {
            try await Running().during { running in
                let link = "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQ&issuer=Acme"
                for count in 0..<200 {
                    let client = try running.client()
                    client.send(Array(try running.request("POST", "/api/inputs", link).dropLast(count + 1)))
                    client.close()
                }
                let whole = try running.client()
                whole.send(try running.request("POST", "/api/inputs", link))
                #expect(await whole.answer().hasPrefix("HTTP/1.1 200 "))
                #expect(await running.page.session.inputs.count == 1)
            }
        }

        /// A head that does not end, and a body that stops, end the connection. The test passes after the longer time.
        @Test func slowClientsAreNotWaitedFor() async throws {
            try await Running().during { running in
                let head = try running.client(), body = try running.client()
                head.send("GET / HT")
                let counter = running.caller.next()
                body.send(try running.head("Content-Length: 100\r\n", 100, counter) + "otpauth")
                let clock = ContinuousClock(), start = clock.now
                let headEnds = Duration.seconds(Limit.webHeaderTime)
                let bodyEnds = Duration.seconds(Limit.webSilence)
                #expect(await head.waitUntilClosed(atMost: headEnds + .seconds(60)))
                #expect(clock.now - start >= headEnds - .seconds(1))
                let slow = try #require(await body.answerBody(within: bodyEnds + .seconds(60)))
                #expect(try running.caller.open(slow, counter).status == 408)
                #expect(clock.now - start >= bodyEnds - .seconds(1))
            }
        }

        /// Bodies that arrive at once are counted, and given back.
        @Test func whatArrivesAtOnceHasALimit() {
            let connections = Connections(), most = Limit.webArriving
            #expect(connections.reserve(most))
            #expect(!connections.reserve(1))
            connections.release(most)
            #expect(connections.reserve(1))
            #expect(LimitMessage.webArriving() == "too many files arrive at once; send it again")
        }

        /// Of the connections that do not name the address, the newest few stay; each has its first moment.
        @Test func strangersAreFew() async throws {
            try await Running().during { running in
                var silent: [RawClient] = []
                for _ in 0..<(Limit.webStrangers + 4) { silent.append(try running.client()) }
                for client in silent.prefix(4) {
                    let isClosed = await client.waitUntilClosed(atMost: .seconds(Limit.webHeaderTime / 2))
                    #expect(isClosed)
                }
                // The user's connections stay while they are silent, and more come.
                let person = try running.client()
                person.send(try running.request())
                #expect(await person.answer().hasPrefix("HTTP/1.1 200 "))
                for _ in 0..<(2 * Limit.webStrangers) { silent.append(try running.client()) }
                try await Task.sleep(for: .milliseconds(4 * Limit.webArrival))
                person.send(try running.request())
                #expect(await person.answer().hasPrefix("HTTP/1.1 200 "))
            }
        }

        /// Connections wait to be let in if too many have their first moment at once, and the user behind them comes
        /// soon.
        @Test func arrivalsAreLetInOneAfterTheOther() async throws {
            try await Running().during { running in
                var silent: [RawClient] = []
                for _ in 0..<(4 * Limit.webArrivals) { silent.append(try running.client()) }
                let clock = ContinuousClock(), start = clock.now
                let person = try running.client()
                person.send(try running.request())
                #expect(await person.answer().hasPrefix("HTTP/1.1 200 "))
                #expect(clock.now - start > .milliseconds(2 * Limit.webArrival))
            }
        }

        /// A second request before the answer to the first is not kept for later: the connection ends.
        @Test func requestsInARowAreNotCollected() async throws {
            try await Running().during { running in
                let client = try running.client()
                let request = try running.request()
                client.send(Array(repeatElement(request, count: 20_000).joined()))
                let answer = await client.answer()
                #expect(answer.hasPrefix("HTTP/1.1 200 ") || answer.isEmpty, "\(answer.prefix(100))")
                let isClosed = await client.isClosed()
                #expect(isClosed)
                let person = try running.client()
                person.send(try running.request())
                #expect(await person.answer().hasPrefix("HTTP/1.1 200 "))
            }
        }

        /// Connections that named the address and do not read cannot keep out a user with the token.
        @Test func whoDoesNotReadGivesWay() async throws {
            try await Running().during { running in
                var deaf: [RawClient] = []
                let request = "GET /main.js HTTP/1.1\r\nHost: 127.0.0.1:\(running.server.port)\r\n\r\n"
                for _ in 0..<(2 * Limit.webConnections) {
                    let client = try running.client()
                    client.send(String(repeating: request, count: 400))
                    deaf.append(client)
                }
                let person = try running.client()
                for _ in 0..<3 {
                    person.send(try running.request())
                    #expect(await person.answer().hasPrefix("HTTP/1.1 200 "))
                }
            }
        }

        /// Clients that say nothing do not keep the user out: there are more than `Limit.webConnections`.
        @Test func aThousandSilentConnectionsKeepNobodyOut() async throws {
            try await Running().during { running in
                var silent: [RawClient] = []
                for number in 0..<(30 * Limit.webConnections) {
                    let client = try running.client()
                    if number.isMultiple(of: 2) { client.send("GET / HTTP/1.1\r\nHo") }
                    silent.append(client)
                    if silent.count > 200 { silent.removeFirst().close() }
                }
                let person = try running.client()
                person.send(try running.request())
                #expect(await person.answer().hasPrefix("HTTP/1.1 200 "))
                var ended = 0
                for client in silent.prefix(100) where await client.isClosed() { ended += 1 }
                #expect(ended == 100)
            }
        }

        @Test func quittingEndsTheServer() async throws {
            let running = try await Running()
            async let ended: Void = running.server.run()
            let client = try running.client()
            client.send(try running.request("POST", "/api/quit"))
            #expect(await client.answer().hasPrefix("HTTP/1.1 200 "))
            try await ended
            #expect(!RawClient.connects(to: "127.0.0.1", port: running.server.port))
        }
    }
#endif
