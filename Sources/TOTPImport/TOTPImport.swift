// One import for programs that use the library: `import TOTPImport`.
@_exported public import CodeGeneration
@_exported public import Exporters
@_exported public import ImageDecode
@_exported public import ImportPipeline
@_exported public import Importers
@_exported public import LinkValidation
@_exported public import QRScan
@_exported public import TOTPDomain
@_exported public import Vault
