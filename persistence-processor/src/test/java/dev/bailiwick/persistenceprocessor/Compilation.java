package dev.bailiwick.persistenceprocessor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/// One run of javac over sources in memory, with the processor.
final class Compilation {
    private final DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    private final Map<String, ByteArrayOutputStream> outputs = new TreeMap<>();

    private Compilation() {
    }

    static Compilation of(String... sources) {
        var compilation = new Compilation();
        var units = new ArrayList<JavaFileObject>();
        for (var source : sources) {
            units.add(new Source(source));
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compilation.new Files(compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8))) {
            var task = compiler.getTask(new StringWriter(), files, compilation.diagnostics,
                    List.of("-Xlint:all,-processing,-classfile", "-proc:full"), null, units);
            task.setProcessors(List.of(new PersistenceProcessor()));
            task.call();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return compilation;
    }

    /// `3: message` for each error, in the first source that has any.
    List<String> errors() {
        return of(Diagnostic.Kind.ERROR);
    }

    List<String> warnings() {
        var all = new ArrayList<>(of(Diagnostic.Kind.WARNING));
        all.addAll(of(Diagnostic.Kind.MANDATORY_WARNING));
        return all;
    }

    private List<String> of(Diagnostic.Kind kind) {
        return diagnostics.getDiagnostics().stream().filter(diagnostic -> diagnostic.getKind() == kind)
                .map(diagnostic -> diagnostic.getLineNumber() + ": " + diagnostic.getMessage(null)).toList();
    }

    /// The text of a generated file.
    String output(String name) {
        return outputs.getOrDefault(name, new ByteArrayOutputStream()).toString(StandardCharsets.UTF_8);
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///" + name(text) + ".java"), Kind.SOURCE);
            this.text = text;
        }

        private static String name(String text) {
            var matcher = Pattern.compile("(?:class|interface|enum|record) (\\w+)").matcher(text);
            return matcher.find() ? matcher.group(1) : "Unknown";
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private final class Output extends SimpleJavaFileObject {
        private final String name;

        Output(String name, Kind kind) {
            super(URI.create("memory:///" + name), kind);
            this.name = name;
        }

        @Override
        public OutputStream openOutputStream() {
            return outputs.computeIfAbsent(name, key -> new ByteArrayOutputStream());
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return output(name);
        }
    }

    private final class Files extends ForwardingJavaFileManager<JavaFileManager> {
        Files(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String className, JavaFileObject.Kind kind,
                FileObject sibling) {
            return new Output(className.replace('.', '/') + kind.extension, kind);
        }

        @Override
        public FileObject getFileForOutput(Location location, String packageName, String relativeName,
                FileObject sibling) {
            return new Output(relativeName, JavaFileObject.Kind.OTHER);
        }

        @Override
        public boolean hasLocation(Location location) {
            return location != StandardLocation.SOURCE_PATH && super.hasLocation(location);
        }
    }
}
