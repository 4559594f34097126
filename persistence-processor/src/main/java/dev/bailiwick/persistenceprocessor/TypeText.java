package dev.bailiwick.persistenceprocessor;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;

/// A type as source text, with whole names and without annotations, whose place the compiler's own text gets wrong.
final class TypeText {
    private TypeText() {
    }

    /// By kind, since a class of the compiler may be several of these interfaces at once.
    static String of(TypeMirror type) {
        return switch (type.getKind()) {
            case DECLARED -> declared((DeclaredType) type);
            case ARRAY -> of(((ArrayType) type).getComponentType()) + "[]";
            case TYPEVAR -> ((TypeVariable) type).asElement().getSimpleName().toString();
            case WILDCARD -> wildcard((WildcardType) type);
            case BOOLEAN, BYTE, SHORT, INT, LONG, CHAR, FLOAT, DOUBLE -> type.getKind().name().toLowerCase(Locale.ROOT);
            default -> type.toString(); // does not exist yet, or is an error already
        };
    }

    private static String declared(DeclaredType type) {
        var name = ((TypeElement) type.asElement()).getQualifiedName().toString();
        return name + arguments(type.getTypeArguments());
    }

    private static String arguments(List<? extends TypeMirror> arguments) {
        return arguments.isEmpty()
                ? ""
                : arguments.stream().map(TypeText::of).collect(Collectors.joining(", ", "<", ">"));
    }

    private static String wildcard(WildcardType type) {
        if (type.getExtendsBound() != null) {
            return "? extends " + of(type.getExtendsBound());
        }
        return type.getSuperBound() == null ? "?" : "? super " + of(type.getSuperBound());
    }
}
