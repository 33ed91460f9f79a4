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
            let token: AccessToken

            init() async throws {
                let page = try TestPage(), token = page.token
                (self.page, self.token) = (page, token)
                server = try await Server(port: nil) { port in
                    PageHandler(gate: Gate(token, port: port), session: page.session, notice: { _ in })
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

            func head(_ method: String = "GET", _ target: String = "/api/state", _ more: String = "") -> String {
                """
                \(method) \(target) HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                Authorization: Bearer \(token.text)\r
                Origin: http://127.0.0.1:\(server.port)\r
                \(more)\r

                """
            }

            func client() throws -> RawClient { try RawClient(port: server.port) }
        }

        @Test func itAnswersOnThisComputerAlone() async throws {
            try await Running().during { running in
                let client = try running.client()
                let answers = await client.answers(to: running.head(), running.head())
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
            try await Running().during { running in
                let port = running.server.port
                await #expect(throws: ServerError.portInUse(port)) {
                    try await Server(port: port) { _ in running.page.handler }
                }
            }
            #expect(ServerError.portInUse(80).message == "port 80 is in use; name another one with --port, or omit it")
        }

        /// What is not a request gets an answer and no second chance.
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
                    client.send(running.head("POST", "/api/awake", more) + "0\r\n\r\nGET /api/state HTTP/1.1\r\n\r\n")
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
                    client.send(running.head("GET", "/api/state", "X: \(String(repeating: "x", count: count))\r\n"))
                    let answer = await client.answer()
                    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(count) \(answer.prefix(100))")
                }
                let message = LimitMessage.webHeaders(most >> 10)
                #expect(message == "the headers are larger than 16 KiB; load the page again")
            }
        }

        /// A body is refused from its head alone: nobody waits for the end of what is too large or foreign.
        @Test func aBodyIsRefusedBeforeItArrives() async throws {
            try await Running().during { running in
                let large = try running.client()
                large.send(
                    running.head("POST", "/api/inputs", "Content-Length: \(Limit.input + 1)\r\n"))
                #expect(await large.answer().hasPrefix("HTTP/1.1 413 "))
                let foreign = try running.client()
                foreign.send(
                    "POST /api/inputs HTTP/1.1\r\nHost: 127.0.0.1:\(running.server.port)\r\nContent-Length: 100000\r\n\r\n"
                )
                #expect(await foreign.answer().hasPrefix("HTTP/1.1 403 "))
            }
        }

        /// A body that is cut off changes nothing.
        @Test func bodiesThatAreCutOffChangeNothing() async throws {
            try await Running().during { running in
                let body = "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQ&issuer=Acme"
                for count in 0..<body.utf8.count {
                    let client = try running.client()
                    client.send(
                        running.head("POST", "/api/inputs", "Content-Length: \(body.utf8.count)\r\n")
                            + body.prefix(count))
                    client.close()
                }
                let whole = try running.client()
                whole.send(running.head("POST", "/api/inputs", "Content-Length: \(body.utf8.count)\r\n") + body)
                #expect(await whole.answer().hasPrefix("HTTP/1.1 201 "))
                #expect(await running.page.session.inputs.count == 1)
            }
        }

        /// A head that does not end, and a body that stops, end the connection. The test passes after the longer time.
        @Test func slowClientsAreNotWaitedFor() async throws {
            try await Running().during { running in
                let head = try running.client(), body = try running.client()
                head.send("GET / HT")
                body.send(running.head("POST", "/api/inputs", "Content-Length: 100\r\n") + "otpauth")
                let clock = ContinuousClock(), start = clock.now
                let headEnds = Duration.seconds(Limit.webHeaderTime)
                let bodyEnds = Duration.seconds(Limit.webSilence)
                #expect(await head.waitUntilClosed(atMost: headEnds + .seconds(60)))
                #expect(clock.now - start >= headEnds - .seconds(1))
                #expect(await body.answer(within: bodyEnds + .seconds(60)).hasPrefix("HTTP/1.1 408 "))
                #expect(clock.now - start >= bodyEnds - .seconds(1))
            }
        }

        /// What arrives at once is counted, and given back.
        @Test func whatArrivesAtOnceHasALimit() {
            let connections = Connections(), most = Limit.webArriving
            #expect(connections.reserve(most))
            #expect(!connections.reserve(1))
            connections.release(most)
            #expect(connections.reserve(1))
            #expect(LimitMessage.webArriving() == "too many files arrive at once; send it again")
        }

        /// Clients that say nothing do not keep a person out: there are more than `Limit.webConnections`.
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
                person.send(running.head())
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
            client.send(running.head("POST", "/api/quit", "Content-Length: 0\r\n"))
            #expect(await client.answer().hasPrefix("HTTP/1.1 202 "))
            try await ended
            #expect(!RawClient.connects(to: "127.0.0.1", port: running.server.port))
        }
    }
#endif
