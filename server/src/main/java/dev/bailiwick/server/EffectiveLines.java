package dev.bailiwick.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The configuration as it is printed at the start: what each setting is and where that was said. Secrets are stars.
final class EffectiveLines {
    private EffectiveLines() {
    }

    static List<String> of(List<Setting> settings, ConfigValues values) {
        int width = settings.stream().mapToInt(setting -> setting.name().length()).max().orElse(1);
        var lines = new ArrayList<String>();
        for (var setting : settings) {
            var said = values.said(setting);
            var text = said.text().isBlank() ? "-" : setting.secret() ? "***" : said.text();
            lines.add(String.format(Locale.ROOT, "%-" + width + "s = %s (%s)", setting.name(), printable(text),
                    said.where()));
        }
        return lines;
    }

    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
