#if Web
    import CProcess
    import Platform
    import Programs
    import Synchronization
    import WebPage

    /// Opens a browser with an address that no other user may see: arguments of programs are visible to all. So the
    /// browser gets a file in a private folder, which leads to the address and is removed after its first use.
    final class BrowserOpening: Sendable {
        private let file = Mutex<OpeningFile?>(nil)
        private let isUsed = Mutex(false)

        /// - Returns: whether a program was started for it.
        func open(_ address: String, _ origin: String, _ proof: OpeningProof) -> Bool {
            guard let program = Self.program, let file = OpeningFile(Self.page(address, origin, proof)) else {
                return false
            }
            let path = file.path
            self.file.withLock { $0 = file }
            guard HelperProgram(path: program.path, arguments: program.arguments + [path]).start([]) != nil else {
                forget()
                return false
            }
            return true
        }

        /// Removes the file. From then on the page is in use.
        func forget() {
            file.withLock { $0 = nil }
            isUsed.withLock { $0 = true }
        }

        /// Whether nothing has loaded the page within a time in which every browser starts.
        func failed(within time: Duration) async -> Bool {
            guard (try? await Task.sleep(for: time)) != nil else { return false }
            return isUsed.withLock { !$0 }
        }

        /// A page that goes to the address once the program has proved that it still has it. It holds no other way there.
        private static func page(_ address: String, _ origin: String, _ proof: OpeningProof) -> String {
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <title>totp-import</title>
            <p id="said">Opening the page …</p>
            <script>
            fetch("\(origin)\(proof.target)", { cache: "no-store", credentials: "omit" })
              .then((answer) => answer.text())
              .then((text) => {
                if (text !== "\(proof.answer)") throw new Error();
                location.replace("\(address)");
              })
              .catch(() => {
                document.getElementById("said").textContent =
                  "The program does not answer. If it still runs, open the address that the terminal shows.";
              });
            </script>

            """
        }

        private static var program: HelperProgram? {
            let searchPath = HelperProgram.searchPath
            #if canImport(Darwin)
                return HelperProgram("open", [], searchPath: searchPath)
            #else
                // Without a screen it would start a browser for the terminal, or wait.
                guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { Console.environment($0)?.isEmpty == false })
                else { return nil }
                return HelperProgram("xdg-open", [], searchPath: searchPath)
            #endif
        }
    }

    /// A page for the browser, mode 0600 in a folder of mode 0700. Whatever ends the program removes both.
    private final class OpeningFile: Sendable {
        let path: String
        private let name: String
        private let parent: Int32
        private let folder: Int32
        private let rememberedAs: Int32
        private static let file = "open.html"

        /// Nil if it cannot be written.
        init?(_ page: String) {
            cprocess_hold_end()
            defer { cprocess_release_end() }
            let start = Console.environment("XDG_RUNTIME_DIR") ?? Console.environment("TMPDIR") ?? "/tmp"
            guard start.hasPrefix("/"), var template = Optional(Array("\(start)/totp-import.XXXXXX".utf8CString)),
                mkdtemp(&template) != nil
            else { return nil }
            let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            name = made.split(separator: "/").last.map(String.init) ?? ""
            path = "\(made)/\(Self.file)"
            parent = Platform.open(start, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            folder = Platform.open(made, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            rememberedAs = cprocess_remember_temporary_folder(parent, name, folder)
            cprocess_remember_content(rememberedAs, Self.file)
            guard parent >= 0, folder >= 0, write(page) else { return nil }
        }

        deinit {
            cprocess_hold_end()
            unlinkat(folder, Self.file, 0)
            unlinkat(parent, name, AT_REMOVEDIR)
            cprocess_forget_temporary(rememberedAs)
            cprocess_release_end()
            close(folder)
            close(parent)
        }

        private func write(_ text: String) -> Bool {
            let descriptor = openat(folder, Self.file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            let bytes = Array(text.utf8)
            return Platform.write(descriptor, bytes, bytes.count) == bytes.count
        }
    }
#endif
