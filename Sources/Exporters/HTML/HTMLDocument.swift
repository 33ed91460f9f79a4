import CryptoPrimitives
import Encodings
import TOTPDomain

/// A self-contained page: it loads nothing, and its policy forbids everything but its own style and script.
package struct HTMLDocument {
    package var title: String
    package var style: String
    /// nil for a page without a script.
    package var script: String?
    package var bodyClass: String

    package init(title: String, style: String, script: String? = nil, bodyClass: String) {
        self.title = title
        self.style = "\n\(style)"
        self.script = script.map { "\n\($0)" }
        self.bodyClass = bodyClass
    }

    /// Everything up to the start of the body.
    ///
    /// - Parameter mark: a comment at the start of the page.
    package func head(mark: String? = nil) throws(ExportError) -> String {
        let scriptSource = try script.map { text throws(ExportError) in " script-src \(try Self.hash(text));" } ?? ""
        return """
            <!DOCTYPE html>
            \(mark.map { "<!-- \($0) -->\n" } ?? "")<html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
            style-src \(try Self.hash(style));\(scriptSource) base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="format-detection" content="telephone=no">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            <title>\(HTMLText.escape(title))</title>
            <style>\(style)</style>
            </head>
            <body class="\(bodyClass)">

            """
    }

    /// The script, if any, and the end of the page.
    package var foot: String { (script.map { "<script>\($0)</script>\n" } ?? "") + "</body>\n</html>\n" }

    private static func hash(_ text: String) throws(ExportError) -> String {
        "'sha256-\(Base64.encode(try ExportError.encrypting(Digest.sha256.hash(Array(text.utf8)))))'"
    }
}
