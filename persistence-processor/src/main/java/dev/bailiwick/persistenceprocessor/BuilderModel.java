package dev.bailiwick.persistenceprocessor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/// Everything that a builder is written from, checked.
///
/// @param name the class to be written
/// @param base `Model` or `Entity`, with its package
/// @param baseArguments what the class gives to it: itself, its id, its states
/// @param typeParameters with their bounds, as in a declaration; empty if there are none
/// @param typeArguments the same names without bounds
/// @param start the method that begins a new one
record BuilderModel(TypeElement origin, String packageName, String name, String base, List<String> baseArguments,
        String typeParameters, String typeArguments, String start, List<BuilderField> fields) {
    private static final Set<String> BASE_FIELDS = Set.of("id", "version", "state", "createdDate", "updatedDate",
            "events");
    private static final Set<String> BUILDER_METHODS = Set.of("self", "build", "getClass", "notify", "wait", "clone",
            "finalize", "toString", "hashCode");

    record BuilderField(String name, String type) {}

    static BuilderModel of(Element element, ProcessingEnvironment environment) {
        if (!(element instanceof TypeElement type) || element.getKind() != ElementKind.CLASS) {
            throw new MisuseException(element, "@AutoBuilder stands on a class that extends Model or Entity, not on a "
                    + element.getKind().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
        var parent = parent(type);
        checkClass(type);
        var name = type.getSimpleName() + "Builder";
        checkConstructor(type, name);
        var parameters = type.getTypeParameters();
        return new BuilderModel(type, environment.getElementUtils().getPackageOf(type).getQualifiedName().toString(),
                name, ((TypeElement) parent.asElement()).getQualifiedName().toString(),
                parent.getTypeArguments().stream().map(TypeText::of).toList(),
                bracketed(parameters.stream().map(BuilderModel::declaration).toList()),
                bracketed(parameters.stream().map(parameter -> parameter.getSimpleName().toString()).toList()),
                start(type.getSimpleName().toString()), fields(type));
    }

    /// The `Model<…>` or `Entity<…>` that the class extends.
    private static DeclaredType parent(TypeElement type) {
        TypeMirror parent = type.getSuperclass();
        if (parent.getKind() == TypeKind.DECLARED && parent instanceof DeclaredType declared
                && declared.asElement() instanceof TypeElement parentElement
                && Set.of(Names.MODEL, Names.ENTITY).contains(parentElement.getQualifiedName().toString())) {
            if (declared.getTypeArguments().size() != 3) {
                throw new MisuseException(type, type.getSimpleName() + " extends " + parentElement.getSimpleName()
                        + " without its three type arguments: the class itself, its id and its states");
            }
            return declared;
        }
        throw new MisuseException(type,
                type.getSimpleName() + " has @AutoBuilder and does not extend Model or Entity: write"
                        + " extends Model<" + type.getSimpleName() + ", ShardedId<" + type.getSimpleName() + ">, "
                        + type.getSimpleName() + "State>");
    }

    private static void checkClass(TypeElement type) {
        if (type.getModifiers().contains(Modifier.ABSTRACT)) {
            throw new MisuseException(type, type.getSimpleName() + " is abstract, so there is nothing to build");
        }
        if (type.getNestingKind() != NestingKind.TOP_LEVEL
                && !(type.getNestingKind() == NestingKind.MEMBER && type.getModifiers().contains(Modifier.STATIC))) {
            throw new MisuseException(type,
                    type.getSimpleName() + " is an inner class: make it static, or a class of its own");
        }
        if (type.getModifiers().contains(Modifier.PRIVATE)) {
            throw new MisuseException(type, type.getSimpleName() + " is private, and its builder could not see it");
        }
    }

    /// The parameter's type does not exist yet, so its name is all there is.
    private static void checkConstructor(TypeElement type, String builder) {
        for (var constructor : ElementFilter.constructorsIn(type.getEnclosedElements())) {
            if (constructor.getParameters().size() == 1 && simpleName(constructor).equals(builder)) {
                if (constructor.getModifiers().contains(Modifier.PRIVATE)) {
                    throw new MisuseException(constructor, "this constructor is private, and " + builder
                            + " could not call it: leave the modifier out");
                }
                return;
            }
        }
        throw new MisuseException(type, type.getSimpleName() + " has no constructor that takes its builder: write "
                + type.getSimpleName() + "(" + builder + " builder) { super(builder); ... }");
    }

    private static String simpleName(ExecutableElement constructor) {
        var text = constructor.getParameters().getFirst().asType().toString().replaceAll("<.*", "");
        return text.substring(text.lastIndexOf('.') + 1);
    }

    /// Public final fields belong to the builder; private ones are the class's own business.
    private static List<BuilderField> fields(TypeElement type) {
        var fields = new ArrayList<BuilderField>();
        for (var field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
            if (!field.getModifiers().contains(Modifier.STATIC)) {
                checkField(field);
                if (field.getModifiers().contains(Modifier.PUBLIC)) {
                    fields.add(new BuilderField(field.getSimpleName().toString(), TypeText.of(field.asType())));
                }
            }
        }
        return fields;
    }

    private static void checkField(VariableElement field) {
        var name = field.getSimpleName();
        if (!field.getModifiers().contains(Modifier.FINAL)) {
            throw new MisuseException(field,
                    "the field " + name + " is not final, and models do not change: make it public"
                            + " final");
        }
        if (!field.getModifiers().contains(Modifier.PUBLIC) && !field.getModifiers().contains(Modifier.PRIVATE)) {
            throw new MisuseException(field,
                    "the field " + name + " is neither public nor private: make it public final for"
                            + " a value of the row, or private final for one that is computed");
        }
        if (field.getModifiers().contains(Modifier.PUBLIC) && BASE_FIELDS.contains(name.toString())) {
            throw new MisuseException(field,
                    "every model and entity has " + name + " already: give the field another name");
        }
    }

    /// `wallet` for `Wallet`, unless Java or the builder itself has that word; then `wallet_`.
    private static String start(String name) {
        var start = Character.toLowerCase(name.charAt(0)) + name.substring(1);
        return SourceVersion.isKeyword(start) || BUILDER_METHODS.contains(start) ? start + "_" : start;
    }

    private static String declaration(TypeParameterElement parameter) {
        var bounds = parameter.getBounds().stream().map(TypeText::of).filter(bound -> !bound.equals("java.lang.Object"))
                .collect(Collectors.joining(" & "));
        return parameter.getSimpleName() + (bounds.isEmpty() ? "" : " extends " + bounds);
    }

    private static String bracketed(List<String> parts) {
        return parts.isEmpty() ? "" : "<" + String.join(", ", parts) + ">";
    }

    String qualifiedName() {
        return packageName.isEmpty() ? name : packageName + "." + name;
    }

    /// The class that is built, as the builder's source names it.
    String built() {
        return origin.getQualifiedName() + typeArguments;
    }
}
