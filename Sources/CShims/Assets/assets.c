#include "CAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
#pragma clang diagnostic ignored "-Wnullability-extension"

static const char words[] = {
#embed "words.txt" suffix(, 0)
};
static const char guide[] = {
#embed "guide.txt" suffix(, 0)
};
static const char examples[] = {
#embed "examples.txt" suffix(, 0)
};
static const char apps[] = {
#embed "apps.txt" suffix(, 0)
};
static const char backup_style[] = {
#embed "backup.css" suffix(, 0)
};
static const char report_style[] = {
#embed "report.css" suffix(, 0)
};
static const char report_script[] = {
#embed "report.js" suffix(, 0)
};
static const char services[] = {
#embed "services.txt" suffix(, 0)
};
static const char pass_script[] = {
#embed "pass.sh" suffix(, 0)
};
static const char vault_script[] = {
#embed "vault.sh" suffix(, 0)
};
static const char yubikey_script[] = {
#embed "yubikey.sh" suffix(, 0)
};

__attribute__((weak)) const char *cassets_brought(void) { return ""; }
const char *cassets_words(void) { return words; }
const char *cassets_guide(void) { return guide; }
const char *cassets_examples(void) { return examples; }
const char *cassets_apps(void) { return apps; }
const char *cassets_backup_style(void) { return backup_style; }
const char *cassets_report_style(void) { return report_style; }
const char *cassets_report_script(void) { return report_script; }
const char *cassets_services(void) { return services; }
const char *cassets_pass_script(void) { return pass_script; }
const char *cassets_vault_script(void) { return vault_script; }
const char *cassets_yubikey_script(void) { return yubikey_script; }
