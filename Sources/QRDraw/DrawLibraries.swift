import CQREncode

/// The version of the library behind this module, as it is at run time.
package enum DrawLibraries {
    package static var qrencode: String { String(cString: QRcode_APIVersionString()) }
}
