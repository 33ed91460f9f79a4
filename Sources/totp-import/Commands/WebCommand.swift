#if Web
    import ArgumentParser
    import CProcess
    import CWiping
    import Encodings
    import ImageDecode
    import ImportPipeline
    import Platform
    import SafeFile
    import TOTPDomain
    import WebPage

    struct WebCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "web",
            abstract: "Open a page in the browser that does all of this.",
            discussion: """
                The page is served to this computer alone, and ends with Ctrl-C or its button Quit. Without --vault, \
                nothing is written: files come and go through the browser.
                """
        )

        @Argument(help: "Files, folders and archives to read at once.", completion: .file())
        var inputs: [String] = []

        @Option(
            .writing, "The vault to open, and to save changes to.", value: "file",
            manual: "Without it, nothing is written: files come and go through the browser.")
        var vault: String?

        @OptionGroup var passphrase: PassphraseOptions

        @Option(.serving, "The port (default: a random one).", value: "n")
        var port: Int?

        @Flag(.serving, "Do not open a browser.")
        var noOpen = false

        @Option(.serving, "Minutes without an action until it locks or ends.", value: "minutes", manual: "2 to 1440.")
        var idle = 30

        @Flag(.serving, "Show the page with invented accounts; nothing is written.")
        var demo = false

        @OptionGroup var backups: BackupOptions
        @OptionGroup var messages: OutputOptions

        func validate() throws {
            if let port, !(1...65_535 ~= port) { throw ValidationError("--port must be 1 to 65535") }
            guard 2...1440 ~= idle else { throw ValidationError("--idle must be 2 to 1440 minutes") }
            if passphrase.file != nil, vault == nil {
                throw ValidationError("--passphrase-file can be used only with --vault")
            }
            guard !demo || inputs.isEmpty && vault == nil else {
                throw ValidationError("--demo has accounts of its own: leave out the files and --vault")
            }
            try PassphraseOptions.checkStandardInput([passphrase.file] + inputs)
        }

        func run() async throws {
            try await messages.reporter.reporting(place: vault) { reporter in
                // The page may stay open for hours.
                cwiping_start()
                let place = try vault.map { vault in
                    try VaultDamage.naming(versionsOf: vault) { try VaultPlace(path: vault, backups: backups.policy) }
                }
                if let vault, place?.exists == false { try VaultDamage.checkNew(vault) }
                let ownFiles = try vault.map { try OverwriteGuard.files(ofVault: $0) } ?? []
                // The vault may be in a folder that is read.
                let found =
                    demo ? try Demonstration.files() : try .named(inputs).without(ownFiles)
                let collected = try vault.map { try VaultCopies.without(of: $0, found, reporter) } ?? found
                reporter.warnAboutLinks(among: collected)
                let clipboard = DesktopClipboard()
                let session = Session(
                    settings: Session.Settings(idle: idle * 60, clipboard: clipboard, isDemonstration: demo),
                    vault: place)
                if let vault, let place {
                    let known = try place.exists ? passphrase.given.known() : [passphrase.given.new()].compactMap { $0 }
                    let given = known.dropLast().first { VaultKey.passphrases([$0]).opens(vault) } ?? known.last
                    if let given { try await session.start(with: given) }
                }
                PassphrasePrompt.end()
                let token = try AccessToken(), proof = try OpeningProof()
                let opening = BrowserOpening()
                let (server, host) = try await serve(reporter) { host, port in
                    PageHandler(
                        gate: Gate(token, host: host, port: port, proof: proof), session: session,
                        notice: { reporter.warning($0) }, firstUse: { opening.forget() })
                }
                cprocess_exit_quietly_on_interrupt()
                // Files may have been changed by saves.
                Interruption.note("The page has ended; what was not saved is lost.")
                let origin = "http://\(host.name):\(server.port)"
                let address = "\(origin)/#\(token.text)"
                try reporter.output("\(address)\n")
                let start = Task { [isStarted = open(address, origin, server.port, opening, proof, reporter)] in
                    guard isStarted, await opening.failed(within: .seconds(20)) else { return }
                    reporter.note("No browser has loaded the page yet: open the address above in one.")
                }
                if demo { reporter.note("A demonstration: all accounts are invented, and nothing is written.") }
                reporter.note("Keep this window open: Ctrl-C, or Quit in the page, ends the program.")
                let work = Task { await Self.read(collected, session, reporter) }
                let clock = Task { await Self.watch(session, server) }
                defer {
                    start.cancel()
                    work.cancel()
                    clock.cancel()
                    opening.forget()
                }
                try await server.run()
                clipboard?.clear()
                await session.wipe()
                await Self.wipe()
                reporter.note("The page has ended.")
                return ExitStatus.done
            }
        }

        /// Shows the page, or says how to.
        ///
        /// - Returns: whether a browser was started.
        private func open(
            _ address: String, _ origin: String, _ port: Int, _ opening: BrowserOpening, _ proof: OpeningProof,
            _ reporter: Reporter
        ) -> Bool {
            if Self.isOverSSH {
                reporter.note(
                    "Over SSH, forward the port from the computer in front of you, then open the address there:")
                reporter.note("ssh -L \(port):localhost:\(port) \(Self.host)")
                reporter.note(
                    "If ssh says that an address is in use, choose another first number, also in the address.")
                return false
            }
            guard !noOpen else { return false }
            let isStarted = opening.open(address, origin, proof)
            if !isStarted { reporter.note("No browser was opened: open the address above in one.") }
            return isStarted
        }

        /// Listens at an address that no page had before.
        private func serve(
            _ reporter: Reporter, _ handler: (PageHost, Int) -> PageHandler
        ) async throws -> (Server, PageHost) {
            func server(_ host: PageHost) async throws -> Server {
                try await Server(host, port: port) {
                    handler(host, $0)
                } onLock: {
                    Task { await Self.wipe() }
                }
            }
            do {
                let host = try Self.pageHost(reporter)
                do { return (try await server(host), host) } catch ServerError.noAddress {
                    // Without IPv4, a name leads to ::1.
                    let name = try PageHost.randomName()
                    return (try await server(name), name)
                }
            } catch let error as ServerError {
                throw CommandError(error.problem, error.advice)
            }
        }

        private static func pageHost(_ reporter: Reporter) throws -> PageHost {
            // The browser may run on another system, which has no more addresses of its own than 127.0.0.1 and ::1.
            if isOverSSH || Console.environment("WSL_DISTRO_NAME") != nil { return try .randomName() }
            #if os(Linux)
                return try .address()
            #else
                let name = try PageHost.randomName()
                guard !name.isFound else { return name }
                reporter.note(
                    "This system finds no names below localhost, so the page shares 127.0.0.1 with others: its cookies and "
                        + "stored data can be seen by other programs' pages on that address.")
                return .shared
            #endif
        }

        private static var isOverSSH: Bool { Console.environment("SSH_CONNECTION") != nil }

        /// How this computer was reached: its address in the variable that sshd sets.
        private static var host: String {
            let parts = (Console.environment("SSH_CONNECTION") ?? "").split(separator: " ")
            let user = Console.environment("USER").map { "\($0)@" } ?? ""
            return (user + (parts.count > 2 ? String(parts[2]) : "HOST")).sanitized
        }

        private static func read(_ inputs: [Input], _ session: Session, _ reporter: Reporter) async {
            do { try await session.add(arguments: inputs) } catch {
                reporter.warning("not all inputs were read: \(Problem(error).message)")
            }
        }

        /// Locks and ends in time.
        private static func watch(_ session: Session, _ server: Server) async {
            while !Task.isCancelled {
                switch await session.tick() {
                case .nothing: break
                case .lock: server.closeConnections()
                case .quit: server.stop()
                }
                // It ends with the command.
                guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            }
        }

        /// Wipes the memory of functions that have returned.
        private static func wipe() async {
            PassphraseVariable.forget()
            PassphraseFile.forget()
            PNGDecoder.releaseKeptMemory()
            await ThreadStacks.wipe()
        }
    }
#endif
