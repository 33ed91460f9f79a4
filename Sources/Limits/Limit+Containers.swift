extension Limit {
    package static let archiveMembers = Limit(
        "files in an archive", 100_000,
        message: "the archive contains more than … files; unpack it and name the folder",
        test: "ImportPipelineTests/InputQueueTests.swift")
    package static let archiveTotal = Limit(
        "unpacked bytes of an archive", 16 << 30, .bytes,
        message: "the archive unpacks to more than … GiB; unpack it and name the folder",
        test: "ImportPipelineTests/InputQueueTests.swift")
    package static let archiveRatio = Limit(
        "unpacked size of an archive for each byte of it", 100,
        message: "the archive unpacks to more than … times its size; if you trust it, unpack it and name the folder",
        note: "from the next two sizes on", test: "ImportPipelineTests/InputQueueTests.swift")
    package static let archiveHarmless = Limit(
        "unpacked bytes of an archive at any ratio", 256 << 20, .bytes, note: "above, the ratio applies",
        test: "ImportPipelineTests/InputQueueTests.swift")
    package static let memberHarmless = Limit(
        "unpacked bytes of a file in an archive at any ratio", 64 << 20, .bytes, note: "above, the ratio applies",
        test: "ImportPipelineTests/InputQueueTests.swift")
    package static let memberName = Limit(
        "characters of the name of a file in an archive", 1024, note: "the rest is not shown",
        test: "ImportPipelineTests/MemberPathTests.swift")
    package static let archiveRestarts = Limit(
        "damaged files after which a zip archive is read on", 16,
        message: "the archive is damaged or cut off; copy it again from its source",
        test: "ContainersTests/ArchiveReaderTests.swift")
    package static let archiveDamage = Limit(
        "damaged headers after which a tar archive is read on", 1 << 16,
        message: "the archive is damaged or cut off; copy it again from its source",
        test: "ContainersTests/PaddedStreamTests.swift")
    package static let archiveZeros = Limit(
        "zeros between two files of a tar archive, or of a zip without its end", 16 << 20, .bytes,
        message: "the archive has more than … MiB of zeros between two files",
        note: "what is after them is not read", test: "ContainersTests/PaddedStreamTests.swift")
    package static let packedIdle = Limit(
        "compressed bytes without content, such as zeros after the end", 16 << 20, .bytes,
        message: "more than … MiB of it contain nothing", test: "ImportPipelineTests/IdleStreamTests.swift")
    package static let exportMembers = Limit(
        "files in the zip of an export", 10_000, message: "the archive contains … files; the limit is …",
        test: "ContainersTests/ZipArchiveTests.swift")
    package static let exportMember = Limit(
        "an unpacked file of an export, and an unpacked OpenPGP message", 64 << 20, .bytes,
        message: "in the archive is larger than … MiB", test: "ContainersTests/ZipArchiveTests.swift")
    package static let exportRatio = Limit(
        "unpacked size of a file of an export for each byte of it", 100,
        message: "in the archive unpacks to more than … times its size; no list of accounts does",
        note: "from the next size on", test: "ContainersTests/ZipArchiveTests.swift")
    package static let exportHarmless = Limit(
        "unpacked bytes of a file of an export at any ratio", 1 << 20, .bytes, note: "above, the ratio applies",
        test: "ContainersTests/ZipArchiveTests.swift")
    package static let mailMessage = Limit(
        "an e-mail message", 256 << 20, .bytes, message: "larger than … MiB, the most that is read",
        test: "ContainersTests/MailReaderTests+Limits.swift")
    package static let mailSkipped = Limit(
        "an e-mail message after which the next one is looked for, as a multiple of the largest that is read", 4,
        message: "a message of more than … MiB; what is after it is not read",
        test: "ContainersTests/MailReaderTests+Limits.swift")
    package static let mailEncoded = Limit(
        "encoded messages that are attached to an e-mail message, together", 256 << 20, .bytes,
        message: "the messages that are attached to it have more than … MiB together",
        test: "ContainersTests/MailReaderTests+Limits.swift")
    package static let mailParts = Limit(
        "parts of an e-mail message", 10_000,
        message: "the message has more than … parts",
        test: "ContainersTests/MailReaderTests+Limits.swift")
    package static let mailDepth = Limit(
        "parts of an e-mail message in each other", 32,
        message: "the message has parts nested deeper than …",
        test: "ContainersTests/MailReaderTests+Limits.swift")
    package static let mailField = Limit(
        "an e-mail field about a part", 16 << 10, .bytes, note: "the rest of it is ignored",
        test: "ContainersTests/MailReaderTests+Limits.swift")
    package static let mailParameters = Limit(
        "parameters of an e-mail field", 64, note: "further ones are ignored",
        test: "ContainersTests/MailReaderTests+Limits.swift")
    package static let databaseTable = Limit(
        "a table of a database", 64 << 20, .bytes, message: "a table of the database contains more than … MiB",
        test: "ContainersTests/SQLiteMemoryTests.swift")
    package static let javaPairs = Limit(
        "settings in a backup of FreeOTP", 100_000,
        message: "the backup claims … pairs; more than … are not read",
        test: "ImportersTests/FreeOTP/JavaStringMapTests.swift")
    package static let pskcElements = Limit(
        "elements of a PSKC key package", 1 << 18, message: "a package has more than … elements",
        test: "ImportersTests/PSKC/PSKCTests.swift")
    package static let qtKeys = Limit(
        "settings of an account of Keysmith", 100, note: "further ones are ignored",
        test: "ImportersTests/Keysmith/QtSettingsTests.swift")
}
