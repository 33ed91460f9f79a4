extension Limit {
    package static let input = Limit(
        "an input: an image, an archive, or standard input", 256 << 20, .bytes,
        message: "larger than … MiB, the most that is read",
        note: "archives that are files may be larger: they are read in portions")
    package static let text = Limit(
        "an export, a list of links, or another text", 64 << 20, .bytes,
        message: "a text of more than … MiB, the most that is read; split it",
        note: "`validate` reads texts of any size")
    package static let database = Limit(
        "a database, or another export that is not a text", 128 << 20, .bytes,
        message: "larger than … MiB, the most that is read; save it without attachments")
    package static let archiveEntries = Limit(
        "entries of an archive", 250_000,
        message: "more than … entries in the archive, the limit; unpack it and import its files one by one")

    package static let entries = Limit(
        "entries of a file", 250_000, message: "more than … entries, the limit; split the file")
    package static let inputList = Limit(
        "a list of inputs (`--files-from`)", 128 << 20, .bytes, message: "larger than … MiB, the most that is read")
    package static let listedInputs = Limit(
        "names in a list of inputs", 1_000_000, message: "it has more than … names, the limit; split the list")
    package static let folderDepth = Limit(
        "folders in folders", 64, message: "folders are nested deeper than …")
    package static let imageRecord = Limit(
        "what is kept of an image for `--resume`", 16 << 20, .bytes, note: "the next run reads the image again")
    package static let archiveDepth = Limit(
        "archives in archives", 2,
        message: "an archive in an archive in an archive; unpack the outer one and name the folder")
    package static let jobs = Limit(
        "inputs read at once (`--jobs`)", 256, message: "--jobs must be 1 to …")
    package static let addressSpace = Limit(
        "the least address space of the process (`ulimit -v`)", 384 << 20, .bytes,
        message: "this process may only use … MiB of address space; raise it to at least … MiB")
    package static let keyFile = Limit(
        "a key file", 64 << 20, .bytes, message: "larger than … MiB, the most that is read")
    package static let passphraseFile = Limit(
        "a file of passphrases", 1 << 20, .bytes, message: "larger than … MiB, the most that is read")
    package static let typedPassphrase = Limit(
        "a typed passphrase", 4095, .bytes, note: "the rest of the line is ignored")
    package static let comparedLogins = Limit(
        "pairs of accounts and logins of `convert --into` that are alike enough to be compared", 1_000_000,
        message: "more than … pairs of accounts and logins are alike, the limit")
}

extension Limit {
    package static let webConnections = Limit(
        "connections to the page", 32, note: "the oldest that proved nothing, or that waits, ends for a new one")
    package static let webHeaders = Limit(
        "headers of a request of the page", 16 << 10, .bytes,
        message: "the headers are larger than … KiB; load the page again")
    package static let webHeaderTime = Limit(
        "the headers of a request of the page to arrive", 10, .seconds, note: "then the connection ends")
    package static let webSilence = Limit(
        "a request or an answer of the page without a byte", 30, .seconds, note: "then the connection ends")
    package static let webBody = Limit(
        "the body of a request of the page that is not a file", 4 << 20, .bytes,
        message: "the request is larger than … MiB; choose fewer accounts")
    package static let webArriving = Limit(
        "bodies of requests of the page that arrive at once", 512 << 20, .bytes,
        message: "too many files arrive at once; send it again")
    package static let webInputs = Limit(
        "inputs of the page", 20_000, message: "the page has … inputs, the limit; save them, and start again")
    package static let webWaiting = Limit(
        "encrypted inputs of the page that wait for a passphrase, together", 512 << 20, .bytes,
        message: "more than … MiB wait for a passphrase; give it, or skip some")
    package static let webCodes = Limit(
        "accounts of the page whose codes are asked for at once", 200,
        message: "codes of more than … accounts are asked for at once; load the page again")
    package static let webFrame = Limit(
        "a frame of the camera or the screen", 8_847_360, .pixels,
        note: "refused before it arrives")
    package static let webUndo = Limit(
        "changes on the page that can be taken back", 100, note: "older ones stay")
}
