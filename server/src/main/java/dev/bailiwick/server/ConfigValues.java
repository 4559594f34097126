package dev.bailiwick.server;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What was said about each setting and where, and everything that is wrong with it. Flags come before the environment, the environment
/// before the file, the file before what is standard.
///
/// Belongs to one thread.
final class ConfigValues {
    static final String FILE_FLAG = "--config";
    static final String FILE_ENVIRONMENT = "BAILIWICK_CONFIG";

    private final Map<Setting, Said> said;
    private final List<String> problems = new ArrayList<>();

    ConfigValues(Map<Setting, Said> said) {
        this.said = new LinkedHashMap<>(said);
    }

    /// @param where `default`, a flag, a variable or a file
    record Said(String text, String where) {}

    static ConfigValues gather(List<String> arguments, Map<String, String> environment) {
        var values = new ConfigValues(Map.of());
        var flags = new Flags(arguments, values.problems);
        flags.file().or(() -> Optional.ofNullable(environment.get(FILE_ENVIRONMENT)))
                .ifPresent(values::takeFile);
        values.takeEnvironment(environment);
        flags.settings().forEach((setting, text) -> values.said.put(setting, new Said(text, setting.flag())));
        return values;
    }

    Said said(Setting setting) {
        return said.getOrDefault(setting, new Said(setting.standard(), "default"));
    }

    /// What is wrong with the configuration so far.
    List<String> problems() {
        return problems;
    }

    void problem(Setting setting, String reason) {
        problems.add(setting.name() + " (" + said(setting).where() + ") " + reason);
    }

    /// The value; empty where nothing is said or where it is wrong, which is noted.
    Optional<Object> value(Setting setting) {
        var text = said(setting).text().strip();
        if (text.isEmpty() || (setting.type() instanceof SettingType.Address address && address.isNone(text))) {
            return Optional.empty();
        }
        try {
            return Optional.of(setting.type().parse(text));
        } catch (IllegalArgumentException e) {
            problem(setting, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    <T> Optional<T> value(Setting setting, Class<T> type) {
        return value(setting).map(type::cast);
    }

    Optional<Path> path(Setting setting) {
        return value(setting, String.class).flatMap(text -> {
            try {
                return Optional.of(Path.of(text));
            } catch (InvalidPathException e) {
                problem(setting, "is not a path: " + e.getReason());
                return Optional.empty();
            }
        });
    }

    boolean flag(Setting setting) {
        return value(setting, Boolean.class).orElse(false);
    }

    /// A number that has a standard value; that one too where it is wrong, which is noted.
    long number(Setting setting) {
        return value(setting, Long.class).orElseGet(() -> setting.standard().isEmpty()
                ? 0L
                : (Long) setting.type().parse(setting.standard()));
    }

    /// The result of a check that speaks through exceptions; empty and noted if it refuses.
    <T, R> Optional<R> converted(Setting setting, T value, Function<T, R> conversion) {
        try {
            return Optional.of(conversion.apply(value));
        } catch (IllegalArgumentException e) {
            problem(setting, "is wrong: " + e.getMessage());
            return Optional.empty();
        }
    }

    private void takeFile(String name) {
        try {
            ConfigFile.read(Path.of(name)).forEach((key, text) -> {
                var setting = Settings.named(key);
                if (setting.isPresent()) {
                    said.put(setting.get(), new Said(text, name));
                } else {
                    problems.add("there is no setting " + key + " (" + name + ")" + meant(key,
                            Settings.ALL.stream().map(Setting::name).toList()));
                }
            });
        } catch (IllegalArgumentException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
    }

    /// A variable that is nearly a setting's is a mistake; other variables may belong to other programs.
    private void takeEnvironment(Map<String, String> environment) {
        var names = Settings.ALL.stream().map(Setting::environment).toList();
        Settings.ALL.forEach(setting -> {
            var text = environment.get(setting.environment());
            if (text != null) {
                said.put(setting, new Said(text, setting.environment()));
            }
        });
        environment.keySet().stream().filter(name -> name.startsWith("BAILIWICK_") && !names.contains(name)).sorted()
                .forEach(name -> names.stream().filter(known -> Nearest.distance(name, known) <= 2).findFirst()
                        .ifPresent(known -> problems
                                .add("there is no variable " + name + "; did you mean " + known + "?")));
    }

    static String meant(String wrong, List<String> names) {
        return Nearest.to(wrong, names).map(name -> "; did you mean " + name + "?").orElse("");
    }
}
