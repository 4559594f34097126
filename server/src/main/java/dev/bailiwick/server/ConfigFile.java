package dev.bailiwick.server;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// A configuration file: YAML in which every value is a text, whatever it looks like, so that `no` is a name and 010 is ten. Nested names
/// are joined by dots. Nothing is ever constructed from it but texts.
final class ConfigFile {
    static final int MAX_BYTES = 1 << 20;
    private static final int MAX_DEPTH = 8;

    private final Path file;
    private final Map<String, String> found = new LinkedHashMap<>();

    private ConfigFile(Path file) {
        this.file = file;
    }

    /// Name to text, in the order of the file.
    ///
    /// @throws IllegalArgumentException with a sentence about the file if it cannot be read
    static Map<String, String> read(Path file) {
        var reading = new ConfigFile(file);
        reading.parsed(reading.content()).ifPresent(node -> {
            if (!(node instanceof MappingNode map)) {
                throw reading.refusal(node, "there is no table of names and values");
            }
            reading.take("", map, 0);
        });
        return reading.found;
    }

    private String content() {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IllegalArgumentException(file + " has more than " + MAX_BYTES + " bytes");
            }
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " is not text in UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e.getClass().getSimpleName(), e);
        }
    }

    private Optional<Node> parsed(String content) {
        var settings = LoadSettings.builder().setLabel(file.toString()).setSchema(new FailsafeSchema())
                .setMaxAliasesForCollections(0).setCodePointLimit(MAX_BYTES).build();
        try {
            return new Compose(settings).composeString(content);
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException(
                    file + " is not YAML: " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "), e);
        }
    }

    private void take(String prefix, MappingNode map, int depth) {
        if (!map.getTag().equals(Tag.MAP)) {
            throw refusal(map, "a table has no tag");
        }
        if (depth > MAX_DEPTH) {
            throw refusal(map, "it is nested more than " + MAX_DEPTH + " deep");
        }
        for (var entry : map.getValue()) {
            var name = prefix + text(entry.getKeyNode());
            if (entry.getValueNode() instanceof MappingNode inner) {
                take(name + ".", inner, depth + 1);
            } else if (found.put(name, text(entry.getValueNode())) != null) {
                throw refusal(entry.getValueNode(), name + " is set twice");
            }
        }
    }

    private String text(Node node) {
        return switch (node) {
            case ScalarNode scalar -> scalar.getValue();
            case SequenceNode list -> list.getValue().stream().map(this::element)
                    .collect(Collectors.joining(SettingType.Texts.DIVIDER));
            default -> throw refusal(node, "a value is a text or a list of texts");
        };
    }

    private String element(Node node) {
        if (node instanceof ScalarNode scalar && !scalar.getValue().contains(SettingType.Texts.DIVIDER)) {
            return scalar.getValue();
        }
        throw refusal(node, "a list has texts without semicolons");
    }

    private IllegalArgumentException refusal(Node node, String reason) {
        var line = node.getStartMark().map(mark -> " line " + (mark.getLine() + 1)).orElse("");
        return new IllegalArgumentException(file + line + ": " + reason);
    }
}
