extension Limit {
    package static let archiveMembers = Limit(
        "files in an archive", 100_000,
        message: "the archive contains more than … files; unpack it and name the folder")
    package static let archiveTotal = Limit(
        "unpacked bytes of an archive", 16 << 30, .bytes,
        message: "the archive unpacks to more than … GiB; unpack it and name the folder")
    package static let archiveRatio = Limit(
        "unpacked size of an archive for each byte of it", 100,
        message: "the archive unpacks to more than … times its size; if you trust it, unpack it and name the folder",
        note: "from the next two sizes on")
    package static let archiveHarmless = Limit(
        "unpacked bytes of an archive at any ratio", 256 << 20, .bytes, note: "above, the ratio applies")
    package static let memberHarmless = Limit(
        "unpacked bytes of a file in an archive at any ratio", 64 << 20, .bytes, note: "above, the ratio applies")
    package static let memberName = Limit(
        "characters of the name of a file in an archive", 1024, note: "the rest is not shown")
    package static let archiveRestarts = Limit(
        "damaged files after which a zip archive is read on", 16,
        message: "the archive is damaged or cut off; copy it again from its source")
    package static let archiveDamage = Limit(
        "damaged headers after which a tar archive is read on", 1 << 16,
        message: "the archive is damaged or cut off; copy it again from its source")
    package static let archiveZeros = Limit(
        "zeros between two files of a tar archive, or of a zip without its end", 16 << 20, .bytes,
        message: "the archive has more than … MiB of zeros between two files",
        note: "what is after them is not read")
    package static let packedIdle = Limit(
        "compressed bytes without content, such as zeros after the end", 16 << 20, .bytes,
        message: "more than … MiB of it contain nothing")
    package static let exportMembers = Limit(
        "files in the zip of an export", 10_000, message: "the archive contains … files, the limit is …")
    package static let exportMember = Limit(
        "an unpacked file of an export, and an unpacked OpenPGP message", 64 << 20, .bytes,
        message: "in the archive is larger than … MiB")
    package static let exportRatio = Limit(
        "unpacked size of a file of an export for each byte of it", 100,
        message: "in the archive unpacks to more than … times its size, as no list of accounts does",
        note: "from the next size on")
    package static let exportHarmless = Limit(
        "unpacked bytes of a file of an export at any ratio", 1 << 20, .bytes, note: "above, the ratio applies")
    package static let mailMessage = Limit(
        "an e-mail message", 256 << 20, .bytes, message: "larger than … MiB, the most that is read")
    package static let mailSkipped = Limit(
        "an e-mail message after which the next one is looked for, as a multiple of the largest that is read", 4,
        message: "a message of more than … MiB, and what is after it is not read")
    package static let mailEncoded = Limit(
        "encoded messages that are attached to an e-mail message, together", 256 << 20, .bytes,
        message: "the messages that are attached to it have more than … MiB together")
    package static let mailParts = Limit(
        "parts of an e-mail message", 10_000,
        message: "the message has more than … parts")
    package static let mailDepth = Limit(
        "parts of an e-mail message in each other", 32,
        message: "the message has parts nested deeper than …")
    package static let mailField = Limit(
        "an e-mail field about a part", 16 << 10, .bytes, note: "the rest of it is ignored")
    package static let mailParameters = Limit(
        "parameters of an e-mail field", 64, note: "further ones are ignored")
    package static let databaseTable = Limit(
        "a table of a database", 64 << 20, .bytes, message: "a table of the database contains more than … MiB")
    package static let javaPairs = Limit(
        "settings in a backup of FreeOTP", 100_000,
        message: "the backup claims … pairs, the limit is …")
    package static let xmlElements = Limit(
        "elements of one record in XML: a PSKC package, a card of SafeInCloud", 1 << 18,
        message: "a record of the XML has more than … elements")
    package static let levelDBFiles = Limit(
        "the files of a LevelDB folder together", 64 << 20, .bytes,
        message: "the files of the folder have more than … MiB together")
    package static let levelDBEntries = Limit(
        "entries of a LevelDB folder, with deleted and replaced ones", 1_000_000,
        message: "the folder has more than … entries")
    package static let levelDBValue = Limit(
        "a value or an unpacked block of LevelDB", 8 << 20, .bytes,
        note: "a larger one is damaged; the rest is read, with a warning")
    package static let levelDBRestarts = Limit(
        "restarts of a block of LevelDB", 100_000, note: "a block with more is damaged")
    package static let levelDBUnpacked = Limit(
        "the unpacked blocks of a LevelDB folder together", 256 << 20, .bytes,
        message: "the folder unpacks to more than … MiB")
    package static let qtKeys = Limit(
        "settings of an account of Keysmith", 100, note: "further ones are ignored")
}

extension Limit {
    package static let imageSide = Limit(
        "the longer side of an image", 65_500, .pixels, message: "the image claims … pixels; the limits are …")
    package static let imagePixels = Limit(
        "an image", 100_000_000, .pixels, message: "the image claims … pixels; the limits are …")
    package static let imagePages = Limit(
        "pages of a TIFF or PDF", 500,
        message: "the file has more than … pages; save the pages with QR codes as a separate file")
    package static let filePixels = Limit(
        "pixels of all pages of a file", 1_000_000_000, .pixels,
        message:
            "the pages before it have … million pixels, the limit; save the pages with QR codes as a separate file")
    package static let codes = Limit(
        "QR codes of an image", 4096, note: "further ones are not read")
    package static let fastPNG = Limit(
        "pixels of a PNG kept at once, in addition to the luma", 128 << 20, .bytes,
        note: "larger images are read row by row")
}
