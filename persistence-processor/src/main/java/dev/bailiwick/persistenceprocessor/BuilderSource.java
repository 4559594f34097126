package dev.bailiwick.persistenceprocessor;

import java.util.Locale;

/// The text of a builder.
final class BuilderSource {
    private BuilderSource() {
    }

    static String of(BuilderModel model) {
        var self = model.name() + model.typeArguments();
        var source = new StringBuilder();
        if (!model.packageName().isEmpty()) {
            line(source, "package %s;\n", model.packageName());
        }
        line(source, "/// Builds a [%s]. Generated; belongs to one thread.", model.origin().getQualifiedName());
        line(source, "@javax.annotation.processing.Generated(\"%s\")", PersistenceProcessor.class.getName());
        line(source, "public final class %s%s", model.name(), model.typeParameters());
        line(source, "        extends %s.Builder<%s, %s> {", model.base(), String.join(", ", model.baseArguments()),
                self);
        for (var field : model.fields()) {
            line(source, "    %s %s;", field.type(), field.name());
        }
        line(source, "");
        line(source, "    private %s() {", model.name());
        line(source, "    }\n");
        line(source, "    public static %s%s %s() {", spaced(model.typeParameters()), self, model.start());
        line(source, "        return new %s();", model.name() + (model.typeArguments().isEmpty() ? "" : "<>"));
        line(source, "    }");
        for (var field : model.fields()) {
            line(source, "");
            line(source, "    public %s %s(%s %s) {", self, field.name(), field.type(), field.name());
            line(source, "        this.%s = %s;", field.name(), field.name());
            line(source, "        return this;");
            line(source, "    }");
        }
        line(source, "");
        line(source, "    @Override");
        line(source, "    protected %s self() {", self);
        line(source, "        return this;");
        line(source, "    }\n");
        line(source, "    @Override");
        line(source, "    public %s build() {", model.built());
        line(source, "        return new %s%s(this);", model.origin().getQualifiedName(),
                model.typeArguments().isEmpty() ? "" : "<>");
        line(source, "    }");
        line(source, "}");
        return source.toString();
    }

    private static String spaced(String parameters) {
        return parameters.isEmpty() ? "" : parameters + " ";
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private static void line(StringBuilder source, String format, Object... values) {
        source.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
