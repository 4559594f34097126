package dev.bailiwick.persistence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// A table of a YAML document whose values are all texts. Knows where it stands, so that each problem is told with its place.
///
/// Names are compared in camelCase. Values are never repeated in a problem unless they are numbers: one may be a password.
final class ConfigTable {
    private final Document document;
    private final String path;
    private final Node node;
    private final Map<String, Node> values = new LinkedHashMap<>();

    /// @param label the file, or what else the text is
    private record Document(String label, Map<String, String> environment, List<String> problems) {}

    private ConfigTable(Document document, String path, MappingNode node) {
        this.document = document;
        this.path = path;
        this.node = node;
        for (var entry : node.getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                report(entry.getKeyNode(), path, "has a name that is not a text");
            } else if (values.putIfAbsent(ConfigNames.camelCase(key.getValue()), entry.getValueNode()) != null) {
                report(key, child(key.getValue()), "is set twice");
            }
        }
    }

    /// The table at the top; empty where there is none, which is noted.
    static Optional<ConfigTable> parse(String label, String yaml, Map<String, String> environment,
            List<String> problems) {
        var document = new Document(label, environment, problems);
        var settings = LoadSettings.builder().setLabel(label).setSchema(new FailsafeSchema())
                .setCodePointLimit(ShardingConfigReader.MAX_BYTES).build();
        try {
            var root = new Compose(settings).composeString(yaml);
            if (root.isPresent() && root.get() instanceof MappingNode map) {
                return Optional.of(new ConfigTable(document, "", map));
            }
            problems.add(label + " has no table of names and values");
        } catch (YamlEngineException e) {
            problems.add(label + " is not YAML: " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
        }
        return Optional.empty();
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    Set<String> names() {
        return values.keySet();
    }

    void refuseAllBut(String... known) {
        values.forEach((name, value) -> {
            if (!List.of(known).contains(name)) {
                report(value, child(name), "is not known; known here are "
                        + String.join(", ", List.of(known).stream().map(ConfigNames::kebabCase).toList()));
            }
        });
    }

    Optional<ConfigTable> table(String name) {
        return has(name) ? requiredTable(name) : Optional.empty();
    }

    Optional<ConfigTable> requiredTable(String name) {
        var value = values.get(name);
        if (value instanceof MappingNode map) {
            return Optional.of(new ConfigTable(document, child(name), map));
        }
        problem(name, value == null ? "is missing" : "is a table of names and values");
        return Optional.empty();
    }

    List<ConfigTable> requiredTables(String name) {
        if (!(values.get(name) instanceof SequenceNode list) || list.getValue().isEmpty()) {
            problem(name, has(name) ? "is a list with at least one element" : "is missing");
            return List.of();
        }
        var tables = new ArrayList<ConfigTable>();
        for (int i = 0; i < list.getValue().size(); i++) {
            var place = child(name) + "[" + i + "]";
            if (list.getValue().get(i) instanceof MappingNode map) {
                tables.add(new ConfigTable(document, place, map));
            } else {
                report(list.getValue().get(i), place, "is a table of names and values");
            }
        }
        return tables;
    }

    Optional<String> requiredText(String name) {
        if (!has(name)) {
            problem(name, "is missing");
        }
        return text(name).filter(text -> !text.isBlank() || reportEmpty(name));
    }

    private boolean reportEmpty(String name) {
        problem(name, "is empty");
        return false;
    }

    Optional<String> text(String name) {
        var value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof ScalarNode scalar) {
            return Placeholders.replaced(scalar.getValue(), document.environment, reason -> problem(name, reason));
        }
        problem(name, "is a text");
        return Optional.empty();
    }

    boolean flag(String name, boolean standard) {
        var text = text(name);
        if (text.isPresent() && !Set.of("true", "false").contains(text.get())) {
            problem(name, "is true or false");
        }
        return text.map(Boolean::parseBoolean).orElse(standard);
    }

    /// A number that must be there; the least one where it is not, which is noted.
    long required(String name, long least, long most) {
        if (!has(name)) {
            problem(name, "is missing");
        }
        return number(name, least, most, least);
    }

    long number(String name, long least, long most, long standard) {
        var text = text(name);
        if (text.isEmpty()) {
            return standard;
        }
        try {
            long value = Long.parseLong(text.get().replace("_", ""));
            if (value >= least && value <= most) {
                return value;
            }
            problem(name, "is " + least + " to " + most + ", not " + value);
        } catch (NumberFormatException e) {
            problem(name, "is a whole number");
        }
        return standard;
    }

    /// Notes a problem with a value of this table, or with the table itself where the name is empty.
    void problem(String name, String reason) {
        report(values.getOrDefault(name, node), child(name), reason);
    }

    /// `line 12`, for another problem to point to.
    String place(String name) {
        return line(values.getOrDefault(name, node));
    }

    private void report(Node at, String where, String reason) {
        document.problems.add(document.label + " " + line(at) + ": " + (where.isEmpty() ? "the document" : where) + " "
                + reason);
    }

    private static String line(Node at) {
        return at.getStartMark().map(mark -> "line " + (mark.getLine() + 1)).orElse("line ?");
    }

    private String child(String name) {
        var shown = ConfigNames.kebabCase(name);
        return path.isEmpty() || shown.isEmpty() ? path + shown : path + "." + shown;
    }
}
