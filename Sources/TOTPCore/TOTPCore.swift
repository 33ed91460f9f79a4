// What `import TOTPCore` gives: accounts, their kinds and parameters, codes, links and the merge. What belongs to files
// of apps, such as `ExportError`, comes with `TOTPImport`.
@_exported public import struct TOTPDomain.Account
@_exported public import struct TOTPDomain.AccountMerger
@_exported public import protocol TOTPDomain.CodeCryptography
@_exported public import enum TOTPDomain.CodeError
@_exported public import enum TOTPDomain.DuplicatePolicy
@_exported public import struct TOTPDomain.EntryError
@_exported public import struct TOTPDomain.FormatID
@_exported public import struct TOTPDomain.MergeNote
@_exported public import enum TOTPDomain.MergeOutcome
@_exported public import enum TOTPDomain.OTPAlgorithm
@_exported public import struct TOTPDomain.OTPCode
@_exported public import enum TOTPDomain.OTPKind
@_exported public import struct TOTPDomain.OTPParameters
@_exported public import struct TOTPDomain.OTPPin
@_exported public import struct TOTPDomain.OTPSecret
@_exported public import struct TOTPDomain.RejectionCode
@_exported public import enum TOTPDomain.Severity
@_exported public import enum TOTPDomain.SkipReason
@_exported public import struct TOTPDomain.SkippedRecords
@_exported public import struct TOTPDomain.SourceError
