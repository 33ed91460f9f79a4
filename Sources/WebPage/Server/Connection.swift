#if Web
    import Encodings
    import NIOCore
    import NIOHTTP1

    /// One connection: collects a request within the limits and the times, has it answered, and sends the answer.
    final class Connection: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private enum State {
            case idle
            /// A body is arriving: what has arrived, and how large it may be.
            case receiving(Request, limit: Int)
            /// A request is being answered, and what arrives meanwhile is ignored.
            case answering
            /// An answer that ends the connection was sent.
            case ended
        }

        private let handler: PageHandler
        private let connections: Connections
        private let after: @Sendable (Response.Aftermath) -> Void
        private var state = State.idle
        private var reserved = 0
        private var timer: Scheduled<Void>?

        /// - Parameter after: does what an answer asks for, beyond this connection.
        init(
            _ handler: PageHandler, _ connections: Connections,
            after: @escaping @Sendable (Response.Aftermath) -> Void
        ) {
            (self.handler, self.connections, self.after) = (handler, connections, after)
        }

        func channelActive(context: ChannelHandlerContext) {
            connections.add(context.channel)
            wait(Limit.webHeaderTime, context)
            context.fireChannelActive()
        }

        func channelInactive(context: ChannelHandlerContext) {
            timer?.cancel()
            forgetBody()
            state = .ended
            connections.remove(context.channel)
            context.fireChannelInactive()
        }

        // MARK: - Requests

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): begin(head, context)
            case .body(let buffer): receive(buffer, context)
            case .end: finish(context)
            }
        }

        private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
            guard case .idle = state else { return }
            let request = Request(
                head.method.rawValue, head.uri, headers: head.headers.map { ($0.name, $0.value) })
            do throws(Problem) {
                let limit = try handler.bodyLimit(of: request)
                connections.note(
                    context.channel, isTrusted: Gate.needsToken(request.path), isWorking: true)
                try Self.checkLength(request, limit)
                state = .receiving(request, limit: limit)
                wait(Limit.webSilence, context)
            } catch { send(error.response, then: .close, context) }
        }

        /// Only a length that is stated once, and that fits: two readers of a request could disagree about others.
        private static func checkLength(_ request: Request, _ limit: Int) throws(Problem) {
            guard !request.has("transfer-encoding") else {
                throw Problem(
                    411, "length-required", "the length of the body is not stated", .text("load the page again"))
            }
            guard request.has("content-length") else { return }
            guard let length = request.header("content-length").flatMap({ Int($0) }), length >= 0 else {
                throw Problem.malformed("the length of its body is not a number")
            }
            guard length <= limit else { throw Problem.tooLarge(limit) }
        }

        private func receive(_ buffer: ByteBuffer, _ context: ChannelHandlerContext) {
            guard case .receiving(var request, let limit) = state else { return }
            state = .idle
            let count = buffer.readableBytes
            guard request.body.count + count <= limit else {
                return send(Problem.tooLarge(limit).response, then: .close, context)
            }
            guard connections.reserve(count) else {
                let problem = Problem(503, "busy", "too many files arrive at once", .text("send it again"))
                return send(problem.response, then: .close, context)
            }
            reserved += count
            if request.body.capacity < request.body.count + count {
                let length = request.header("content-length").flatMap { Int($0) } ?? limit
                request.body.reserveCapacity(min(length, max(Self.firstCapacity, 2 * request.body.capacity)))
            }
            buffer.withUnsafeReadableBytes { request.body.append(contentsOf: $0) }
            state = .receiving(request, limit: limit)
            wait(Limit.webSilence, context)
        }

        /// What a client claims is believed only so far, and as far again as it has kept its word.
        private static let firstCapacity = Limit.webBody

        private func finish(_ context: ChannelHandlerContext) {
            guard case .receiving(let request, _) = state else { return }
            state = .answering
            timer?.cancel()
            let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            let loop = context.eventLoop
            let handler = handler
            Task {
                let response = await handler.answer(request)
                loop.execute {
                    let (connection, context) = connection.value
                    connection.send(response, then: response.then, context)
                }
            }
        }

        private func forgetBody() {
            connections.release(reserved)
            reserved = 0
        }

        // MARK: - Answers

        private func send(_ response: Response, then: Response.Aftermath, _ context: ChannelHandlerContext) {
            if case .ended = state { return }
            forgetBody()
            var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status))
            for (name, value) in SecurityHeaders.all + response.headers { head.headers.add(name: name, value: value) }
            if response.status != 204 { head.headers.add(name: "Content-Length", value: "\(response.body.count)") }
            if then != .nothing { head.headers.add(name: "Connection", value: "close") }
            state = then == .nothing ? .idle : .ended
            wait(Limit.webSilence, context)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if !response.body.isEmpty {
                let buffer = context.channel.allocator.buffer(bytes: response.body)
                context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
            }
            let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
                let (own, context) = connection.value
                own.didSend(then, context)
            }
        }

        private func didSend(_ then: Response.Aftermath, _ context: ChannelHandlerContext) {
            connections.note(context.channel, isTrusted: false, isWorking: false)
            if then != .nothing { context.close(promise: nil) }
            after(then)
        }

        // MARK: - Time and errors

        /// From now on, the connection ends after so many seconds, unless this is called again.
        private func wait(_ seconds: Int, _ context: ChannelHandlerContext) {
            timer?.cancel()
            let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            timer = context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) {
                let (own, context) = connection.value
                own.timeOut(context)
            }
        }

        private func timeOut(_ context: ChannelHandlerContext) {
            guard case .receiving = state else { return context.close(promise: nil) }
            let problem = Problem(408, "too-slow", "the request did not arrive in time", .text("send it again"))
            send(problem.response, then: .close, context)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            switch (state, error as? HTTPParserError) {
            case (.idle, .headerOverflow?), (.receiving, .headerOverflow?):
                let problem = Problem(
                    431, "headers-too-large", "the headers are larger than \(Limit.webHeaders >> 10) KiB",
                    .text("load the page again"))
                send(problem.response, then: .close, context)
            case (.idle, _?), (.receiving, _?):
                send(Problem.malformed("it is not HTTP").response, then: .close, context)
            default: context.close(promise: nil)
            }
        }
    }
#endif
