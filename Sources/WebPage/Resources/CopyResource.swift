import Encodings

extension Route {
    static let copy = [
        Route("POST", "/api/copy", limit: Limit.webCopy) { call in
            let (session, text) = (call.session, call.request.body)
            guard let clipboard = session.settings.clipboard,
                let copied = try await session.workers.run({ clipboard.copy(text) })
            else {
                throw Problem(409, "no-clipboard", "the program has no clipboard here", .text("copy it in the browser"))
            }
            // Locked meanwhile: the clipboard was cleared before this.
            guard await !session.isLocked else {
                try await session.workers.run { clipboard.clear() }
                throw Problem.locked
            }
            guard case .cleared(let seconds) = copied else { return .done }
            return .json(.object(["seconds": .integer(seconds)]))
        }
    ]
}
