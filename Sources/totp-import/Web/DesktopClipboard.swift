#if Web
    import Platform
    import SecureMemory
    import Synchronization
    import WebPage

    /// The clipboard of the desktop for the page, through the tools that `codes --copy` uses.
    final class DesktopClipboard: PageClipboard {
        private struct Copied: Sendable {
            let tool: ClipboardTool
            let text: LockedBytes
            /// The process that will clear it.
            let clearing: Int32?

            /// The clipboard has something else by now, or is cleared at once.
            func stop() { if let clearing { ClipboardClearing.stop(clearing) } }
        }

        private let tools: [ClipboardTool]
        private let copied = Mutex<Copied?>(nil)

        /// Nil if no clipboard exists, or if the browser is on another computer.
        init?(_ variable: (String) -> String? = Console.environment) {
            tools = ClipboardTool.found(variable)
            guard !tools.isEmpty, variable("SSH_CONNECTION") == nil else { return nil }
        }

        func copy(_ text: [UInt8]) -> CopiedText? {
            guard let tool = tools.first(where: { $0.copy(text) }) else { return nil }
            let clearing = ClipboardClearing.start(tool, text)
            let new = Copied(tool: tool, text: LockedBytes(copying: text), clearing: clearing)
            let old = copied.withLock { copied in
                defer { copied = new }
                return copied
            }
            old?.stop()
            return clearing == nil ? .stays : .cleared(after: ClipboardClearing.delay)
        }

        func clear() {
            guard let copied = copied.withLock({ $0.take() }) else { return }
            copied.stop()
            var text = Array(copied.text)
            copied.tool.clear(text)
            text.wipe()
        }
    }
#endif
