// Accounts, their kinds and parameters, and the merge: `import TOTPCore` gives them.
@_exported public import TOTPDomain
