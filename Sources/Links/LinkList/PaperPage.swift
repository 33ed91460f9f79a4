import Encodings

/// A page that `convert --to html` wrote: its QR codes are those of the links around them.
package enum PaperPage {
    /// The class of its body.
    package static let bodyClass = "backup"

    package static func matches(_ page: [UInt8]) -> Bool {
        [#"<body class="\#(bodyClass)">"#, "<title>Paper backup: "].allSatisfy {
            page.span.firstIndex(of: Array($0.utf8)) != nil
        }
    }
}
