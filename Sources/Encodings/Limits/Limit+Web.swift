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
