package dev.bailiwick.persistenceprocessor;

import java.io.IOException;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;

/// Gathers annotated classes and writes a list of each kind: `META-INF/bailiwick/actions` and `META-INF/bailiwick/repositories`, a name a line.
///
/// Belongs to the compiler's thread.
final class Index {
    private static final Map<String, String> KINDS = Map.of(Names.ACTION_ANNOTATION, "actions",
            Names.REPOSITORY_ANNOTATION, "repositories");
    private static final Map<String, String> PARENTS = Map.of(Names.ACTION_ANNOTATION, Names.ACTION,
            Names.REPOSITORY_ANNOTATION, Names.REPOSITORY);

    private final Map<String, SortedSet<String>> names = new TreeMap<>();

    void add(String annotation, Element element, ProcessingEnvironment environment) {
        var parent = PARENTS.getOrDefault(annotation, "");
        var simple = parent.substring(parent.lastIndexOf('.') + 1);
        if (!(element instanceof TypeElement type) || element.getKind() != ElementKind.CLASS
                || !extendsClass(type, parent, environment)) {
            throw new MisuseException(element, "@" + annotation.substring(annotation.lastIndexOf('.') + 1)
                    + " stands on a class that extends " + simple + (simple.equals("Repository")
                            ? ": ModelRepository or EntityRepository"
                            : ""));
        }
        if (type.getModifiers().contains(Modifier.ABSTRACT)) {
            throw new MisuseException(type,
                    type.getSimpleName() + " is abstract, so no instance can be made of it: annotate the"
                            + " classes that extend it");
        }
        if (type.getNestingKind() != NestingKind.TOP_LEVEL && !type.getModifiers().contains(Modifier.STATIC)) {
            throw new MisuseException(type,
                    type.getSimpleName() + " is an inner class: make it static, or a class of its own");
        }
        names.computeIfAbsent(KINDS.getOrDefault(annotation, ""), kind -> new TreeSet<>())
                .add(environment.getElementUtils().getBinaryName(type).toString());
    }

    private static boolean extendsClass(TypeElement type, String parent, ProcessingEnvironment environment) {
        var types = environment.getTypeUtils();
        var wanted = environment.getElementUtils().getTypeElement(parent);
        return wanted != null && types.isSubtype(types.erasure(type.asType()), types.erasure(wanted.asType()));
    }

    void write(ProcessingEnvironment environment) {
        names.forEach((kind, classes) -> {
            try (var writer = environment.getFiler()
                    .createResource(StandardLocation.CLASS_OUTPUT, "", "META-INF/bailiwick/" + kind).openWriter()) {
                for (var name : classes) {
                    writer.write(name + "\n");
                }
            } catch (IOException e) {
                environment.getMessager().printMessage(Diagnostic.Kind.ERROR,
                        "the index of " + kind + " could not be written: " + e.getMessage());
            }
        });
    }
}
