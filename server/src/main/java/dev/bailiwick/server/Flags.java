package dev.bailiwick.server;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The command line: `--name value`, `--name=value`, and `--name` alone for true. A list may be given by repeating its flag.
final class Flags {
    private final Map<Setting, String> settings = new LinkedHashMap<>();
    private final List<String> problems;
    private @Nullable String file;

    /// @param problems where to note what cannot be understood
    Flags(List<String> arguments, List<String> problems) {
        this.problems = problems;
        for (var rest = arguments.iterator(); rest.hasNext();) {
            take(rest.next(), rest);
        }
    }

    /// The configuration file.
    Optional<String> file() {
        return Optional.ofNullable(file);
    }

    Map<Setting, String> settings() {
        return settings;
    }

    private void take(String argument, Iterator<String> rest) {
        int equals = argument.indexOf('=');
        var name = equals < 0 ? argument : argument.substring(0, equals);
        Optional<String> given = equals < 0 ? Optional.empty() : Optional.of(argument.substring(equals + 1));
        if (name.equals(ConfigValues.FILE_FLAG)) {
            file = given.orElseGet(() -> next(name, rest));
            return;
        }
        var setting = Settings.flagged(name);
        if (setting.isEmpty()) {
            problems.add("there is no option " + name + ConfigValues.meant(name, known()));
            return;
        }
        var text = given.orElseGet(() -> setting.get().type() instanceof SettingType.Flag ? "true" : next(name, rest));
        put(setting.get(), text);
    }

    private void put(Setting setting, String text) {
        var before = settings.get(setting);
        if (before != null && !(setting.type() instanceof SettingType.Texts)) {
            problems.add(setting.flag() + " is given twice");
        }
        settings.put(setting, before == null ? text : before + SettingType.Texts.DIVIDER + text);
    }

    private String next(String name, Iterator<String> rest) {
        if (rest.hasNext()) {
            return rest.next();
        }
        problems.add(name + " needs a value");
        return "";
    }

    private static List<String> known() {
        var names = new ArrayList<>(Stream.of(ConfigValues.FILE_FLAG).toList());
        Settings.ALL.forEach(setting -> names.add(setting.flag()));
        return names;
    }
}
