extension Limit {
    package static let link = Limit(
        "a link", 1 << 16, .bytes, message: "the link is longer than … bytes")
    package static let secret = Limit(
        "a secret", 4096, .bytes, message: "the secret is longer than … bytes")
    package static let exportParts = Limit(
        "parts of a Google Authenticator export", 2000,
        message: "has the impossible part number … of …; its accounts were read")
    package static let line = Limit(
        "a line of a text, with its end (`validate`)", 1 << 24, .bytes,
        message: "the record in line … is longer than … MiB; check its quotes",
        note:
            "a longer line of a text or of JSON Lines is one error, `line-too-long`, and the lines after it are checked; "
            + "of JSON, the limit is for each string and for what is between two of them")
    package static let csvHeader = Limit(
        "the header of a CSV text (`validate`)", 1 << 20, .bytes, message: "the first record is longer than … MiB")
    package static let csvCells = Limit(
        "cells of a record of CSV (`validate`)", 1 << 16, message: "the record in line … has too many cells")
    package static let csvColumns = Limit(
        "columns of a CSV export", 1024,
        message: "line … has more than … cells, the limit; delete the columns that are not of accounts",
        note: "empty cells at the end of a row do not count")
    package static let csvName = Limit(
        "the name of a CSV column", 1 << 10, .bytes, note: "a longer one is the name of no column")
    package static let duplicates = Limit(
        "links compared with later ones (`validate`)", 1_000_000,
        note: "links after these are compared with them, but not with each other; a note says so")
    package static let jsonDepth = Limit(
        "lists and objects in each other in JSON", 512, message: "it is not JSON, cut off, or nested too deeply")
    package static let jsonMembers = Limit(
        "members of a JSON object, and elements of a list in an entry", 1 << 16,
        message: "an object in it has more than … members, the limit")
    package static let jsonValues = Limit(
        "values of a JSON text: strings, numbers, lists and the rest", 4_000_000,
        message: "it has more than … values, the limit; split it")
    package static let xmlDepth = Limit(
        "elements in each other in XML", 256, message: "the XML is nested deeper than … levels")
    package static let combiningMarks = Limit(
        "combining marks in a row", 64, message: "has more than … combining marks in a row",
        note: "Swift compares texts with more of them in a time that grows with the square of their number; no "
            + "language needs 30. In a text that is only compared, the rest is `�`")
    package static let shownName = Limit(
        "characters of a name in a message", 200, note: "the rest is cut off; in the vault it is complete")
    // A page stays below 20 MB. The JSON report has everything.
    package static let reportInputs = Limit(
        "inputs on a report page", 3000, message: "…; the JSON report lists them all")
    package static let reportRows = Limit(
        "entries on a report page", 20_000, message: "…; the JSON report lists them all")
    package static let reportInputRows = Limit(
        "entries of an input on a report page", 5000, message: "…; the JSON report lists them all")
    package static let reportProblems = Limit(
        "problems on a report page", 1000, message: "… more; the JSON report lists them all")
    package static let reportPictures = Limit(
        "images on a report page", 500, note: "further inputs are listed without their image")
}
