// Texts that the program contains, each from a file of this folder, embedded when the program is built.
#ifndef CASSETS_H
#define CASSETS_H

/// Libraries in the program that do not tell their versions: a line for each, of its name, version and license with tabs
/// between them. Empty unless `packaging/portable/link` links another text.
const char *_Nonnull cassets_brought(void);

/// The words of generated passphrases, one per line.
const char *_Nonnull cassets_words(void);

/// The sentences of `guide`: sections of headings, paragraphs, steps and commands, with conditions (`GuideText`).
const char *_Nonnull cassets_guide(void);

/// The examples of `--help`: a section per command, with the purpose of each example and its command (`HelpExamples`).
const char *_Nonnull cassets_examples(void);

/// What is known of apps beside their formats, one or several ids per line (`KnownApp`).
const char *_Nonnull cassets_apps(void);

/// The style of pages with QR codes: in columns, no account divided between pages, black QR codes on white.
const char *_Nonnull cassets_backup_style(void);

/// The style of the report page: light and dark, narrow and wide, on paper.
const char *_Nonnull cassets_report_style(void);

/// Search and filter of the report page, which is complete without it.
const char *_Nonnull cassets_report_script(void);

/// The domains of services for `convert --into`: a line for each, its name in small letters, a colon, and its domains.
const char *_Nonnull cassets_services(void);

/// The script of an export for pass, gopass and passage, as it is.
const char *_Nonnull cassets_pass_script(void);

/// The script of an export for HashiCorp Vault: `WHAT`, `TOTAL` and `LINKS` are replaced.
const char *_Nonnull cassets_vault_script(void);

/// The script of an export for a YubiKey: `WHAT`, `TOTAL` and `LINKS` are replaced.
const char *_Nonnull cassets_yubikey_script(void);

#endif
