// Accounts, links, the merge and validation of links: `import TOTPImport` gives them as well.
@_exported public import TOTPCore
