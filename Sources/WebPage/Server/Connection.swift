#if Web
    import Encodings
    import NIOCore
    import NIOHTTP1

    /// One connection: collects a request within the limits and the times, has it answered, and sends the answer.
    ///
    /// It reads nothing until the answer is on its way: neither requests nor answers pile up.
    final class Connection: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private enum State {
            case idle
            /// A body is arriving: the request so far, and its maximum size.
            case receiving(Request, limit: Int)
            /// A request is being answered. No browser sends another request meanwhile; further bytes are dropped, and
            /// the connection ends.
            case answering
            /// An answer ends the connection.
            case ended
            /// It was sent, and the rest of a body that was refused is dropped: a browser that cannot send all of a body
            /// loses the answer, and sends the request again.
            case dropping
        }

        private let handler: PageHandler
        private let connections: Connections
        private let after: @Sendable (Response.Aftermath) -> Void
        private var state = State.idle
        private var reserved = 0
        /// Whether something came after a request, before its answer.
        private var isCrowded = false
        /// Bytes of a refused body that may still come.
        private var refused = 0
        private var timer: Scheduled<Void>?

        /// - Parameter after: performs actions after an answer, beyond this connection.
        init(
            _ handler: PageHandler, _ connections: Connections,
            after: @escaping @Sendable (Response.Aftermath) -> Void
        ) {
            (self.handler, self.connections, self.after) = (handler, connections, after)
        }

        func channelActive(context: ChannelHandlerContext) {
            let (connections, channel) = (self.connections, context.channel)
            connections.add(channel)
            context.eventLoop.scheduleTask(in: .milliseconds(Int64(Limit.webArrival))) { connections.settle(channel) }
            wait(Limit.webHeaderTime, context)
            context.fireChannelActive()
            context.read()
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

        func channelReadComplete(context: ChannelHandlerContext) {
            switch state {
            case .idle, .receiving, .dropping: context.read()
            case .answering, .ended: break
            }
            context.fireChannelReadComplete()
        }

        private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
            guard case .idle = state else {
                isCrowded = true
                return
            }
            var request = Request(head.method.rawValue, head.uri, headers: head.headers.map { ($0.name, $0.value) })
            if handler.isAddressed(by: request) { connections.begin(context.channel, isTrusted: false) }
            do throws(Problem) {
                let limit = try handler.admit(&request)
                if request.caller != nil { connections.begin(context.channel, isTrusted: true) }
                try Self.checkLength(request, limit)
                state = .receiving(request, limit: limit)
                wait(Limit.webSilence, context)
            } catch { refuse(request, error, context) }
        }

        /// Answers without taking the rest of the body. Strangers may not send it, either.
        private func refuse(
            _ request: Request, _ problem: Problem, arrived: Int = 0, _ context: ChannelHandlerContext
        ) {
            if request.caller != nil, let length = request.length { refused = min(length - arrived, Caller.limit) }
            send(handler.response(problem, to: request), then: .close, context)
        }

        private func drop(_ count: Int, _ context: ChannelHandlerContext) {
            refused = max(0, refused - count)
            guard case .dropping = state else { return }
            if refused > 0 { wait(Limit.webSilence, context) } else { context.close(promise: nil) }
        }

        /// Only a length that is stated once, and that fits: two readers of a request could disagree about others.
        private static func checkLength(_ request: Request, _ limit: Int) throws(Problem) {
            guard !request.has("transfer-encoding") else {
                throw Problem(
                    411, "length-required", "the length of the body is not stated", .text("load the page again"))
            }
            guard request.has("content-length") else { return }
            guard let length = request.length, length >= 0 else {
                throw Problem.malformed("the length of its body is not a number")
            }
            guard length <= limit else { throw Problem.tooLarge(limit) }
        }

        private func receive(_ buffer: ByteBuffer, _ context: ChannelHandlerContext) {
            let count = buffer.readableBytes
            guard case .receiving(var request, let limit) = state else { return drop(count, context) }
            state = .idle
            let arrived = request.body.count + count
            guard arrived <= limit else { return refuse(request, .tooLarge(limit), arrived: arrived, context) }
            guard connections.reserve(count) else {
                let problem = Problem(503, "busy", "too many files arrive at once", .text("send it again"))
                return refuse(request, problem, arrived: arrived, context)
            }
            reserved += count
            if request.body.capacity < arrived {
                let length = request.length ?? limit
                request.body.reserveCapacity(min(length, max(Self.firstCapacity, 2 * request.body.capacity)))
            }
            buffer.withUnsafeReadableBytes { request.body.append(contentsOf: $0) }
            state = .receiving(request, limit: limit)
            wait(Limit.webSilence, context)
        }

        /// A claimed length is trusted only up to this size, and then up to the same number of bytes as have arrived.
        private static let firstCapacity = Limit.webBody

        private func finish(_ context: ChannelHandlerContext) {
            guard let arrived = takeArrived() else { return drop(refused, context) }
            timer?.cancel()
            let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            let loop = context.eventLoop
            let handler = handler
            Task {
                guard let request = arrived.take() else { return }
                let response = await handler.answer(request)
                loop.execute {
                    let (connection, context) = connection.value
                    connection.send(response, then: response.then, context)
                }
            }
        }

        /// The request on its way to be answered. Its body is decrypted in its place, so nothing else may keep it.
        private func takeArrived() -> TakenOnce<Request>? {
            guard case .receiving(let request, _) = state else { return nil }
            state = .answering
            return TakenOnce(request)
        }

        private func forgetBody() {
            connections.release(reserved)
            reserved = 0
        }

        // MARK: - Answers

        private func send(_ response: Response, then: Response.Aftermath, _ context: ChannelHandlerContext) {
            if case .ended = state { return }
            forgetBody()
            let then = isCrowded && then == .nothing ? .close : then
            var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status))
            for (name, value) in SecurityHeaders.all + response.headers { head.headers.add(name: name, value: value) }
            if response.status != 204 { head.headers.add(name: "Content-Length", value: "\(response.body.count)") }
            if then != .nothing { head.headers.add(name: "Connection", value: "close") }
            state = then == .nothing ? .answering : .ended
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            send(response.body[...], then: then, context)
        }

        /// Bytes that are handed to the system at once. Each piece that it takes shows that the client still reads.
        private static let piece = 64 << 10

        private func send(_ rest: ArraySlice<UInt8>, then: Response.Aftermath, _ context: ChannelHandlerContext) {
            wait(Limit.webSilence, context)
            let (piece, later) = (rest.prefix(Self.piece), rest.dropFirst(Self.piece))
            let loop = context.eventLoop
            let sent = loop.makePromise(of: Void.self)
            if !piece.isEmpty {
                let buffer = context.channel.allocator.buffer(bytes: piece)
                context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: later.isEmpty ? nil : sent)
            }
            if later.isEmpty { context.write(wrapOutboundOut(.end(nil)), promise: sent) }
            let connection = NIOLoopBound((self, context), eventLoop: loop)
            sent.futureResult.whenComplete { result in
                loop.execute {
                    let (own, context) = connection.value
                    if case .success = result, !later.isEmpty { return own.send(later, then: then, context) }
                    own.didSend(then, context)
                }
            }
            context.flush()
        }

        private func didSend(_ then: Response.Aftermath, _ context: ChannelHandlerContext) {
            connections.rest(context.channel)
            if case .answering = state, !isCrowded {
                state = .idle
                wait(Limit.webSilence, context)
                context.read()
            } else if refused > 0 {
                state = .dropping
                wait(Limit.webSilence, context)
                context.read()
            } else {
                context.close(promise: nil)
            }
            after(then)
        }

        // MARK: - Time and errors

        /// Ends the connection after this many seconds, unless this is called again.
        private func wait(_ seconds: Int, _ context: ChannelHandlerContext) {
            timer?.cancel()
            let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            timer = context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) {
                let (own, context) = connection.value
                own.timeOut(context)
            }
        }

        private func timeOut(_ context: ChannelHandlerContext) {
            guard case .receiving(let request, _) = state else { return context.close(promise: nil) }
            let problem = Problem(408, "too-slow", "the request did not arrive in time", .text("send it again"))
            send(handler.response(problem, to: request), then: .close, context)
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
            case (.answering, _?): isCrowded = true
            default: context.close(promise: nil)
            }
        }
    }

    extension Request {
        /// The length of its body, as it states it once.
        fileprivate var length: Int? { header("content-length").flatMap { Int($0) } }
    }
#endif
