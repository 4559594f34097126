package dev.bailiwick.persistence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/// The lists of annotated classes that the compiler wrote, one in each jar; so nothing is scanned.
final class GeneratedIndex {
    private static final String FOLDER = "META-INF/bailiwick/";

    private GeneratedIndex() {
    }

    /// The loader of the application, where there is one that differs.
    static ClassLoader applicationLoader() {
        var loader = Thread.currentThread().getContextClassLoader();
        return loader == null ? GeneratedIndex.class.getClassLoader() : loader;
    }

    /// @param kind `actions` or `repositories`
    static List<Class<?>> read(String kind, Class<?> type, ClassLoader loader) {
        var names = new TreeSet<String>();
        try {
            for (var url : Collections.list(loader.getResources(FOLDER + kind))) {
                try (var content = url.openStream()) {
                    new String(content.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank())
                            .forEach(names::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the index of " + kind + " cannot be read", e);
        }
        var types = new ArrayList<Class<?>>();
        for (var name : names) {
            try {
                types.add(Class.forName(name, true, loader).asSubclass(type));
            } catch (ClassNotFoundException | ClassCastException e) {
                throw new IllegalStateException("the index of " + kind + " names " + name
                        + ", which is no such class: build from scratch", e);
            }
        }
        return types;
    }

    /// An instance, by the only constructor there is.
    static Object make(Class<?> type, List<Object> ingredients) {
        var constructors = type.getDeclaredConstructors();
        if (constructors.length != 1) {
            throw new IllegalStateException(type.getName() + " has " + constructors.length
                    + " constructors; to be made from the index it has one");
        }
        var constructor = constructors[0];
        try {
            constructor.setAccessible(true);
            return constructor.newInstance(arguments(constructor, ingredients));
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(type.getName() + " could not be made: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " could not be made", e);
        }
    }

    private static Object[] arguments(Constructor<?> constructor, List<Object> ingredients) {
        var arguments = new ArrayList<>();
        for (var parameter : constructor.getParameterTypes()) {
            arguments.add(ingredients.stream().filter(parameter::isInstance).findFirst()
                    .orElseThrow(() -> new IllegalStateException(constructor.getDeclaringClass().getName() + " needs a "
                            + parameter.getName()
                            + ", which is not there: give it to the builder, or make it by hand")));
        }
        return arguments.toArray();
    }
}
