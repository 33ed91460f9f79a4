// Accounts, links, the merge, validation of links, and what files need: `import TOTPImport` gives them as well.
@_exported public import TOTPCore
@_exported public import TOTPDomain
