package dev.bailiwick.server;

import java.util.Locale;

/// One line of the table of settings. Its names in the environment and on the command line follow from the one in the file.
///
/// @param name such as `tls.clientCertificates`
/// @param standard the value if nothing is said, as text; empty for none
/// @param secret whether its value is never shown
record Setting(String name, SettingType type, String standard, String description, boolean secret) {
    private static final String ENVIRONMENT_PREFIX = "BAILIWICK_";

    static Setting of(String name, SettingType type, String standard, String description) {
        return new Setting(name, type, standard, description, false);
    }

    /// `BAILIWICK_TLS_CLIENT_CERTIFICATES`
    String environment() {
        return ENVIRONMENT_PREFIX + words('_').toUpperCase(Locale.ROOT);
    }

    /// `--tls-client-certificates`
    String flag() {
        return "--" + words('-').toLowerCase(Locale.ROOT);
    }

    private String words(char divider) {
        return name.replaceAll("([a-z])([A-Z])", "$1" + divider + "$2").replace('.', divider);
    }
}
