package dev.bailiwick.persistence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which repository keeps which class. Immutable.
public final class RepositoryRegistry {
    private final Map<Class<?>, Repository<?, ?, ?, ?>> byType = new LinkedHashMap<>();

    private RepositoryRegistry(Collection<? extends Repository<?, ?, ?, ?>> repositories) {
        for (var repository : repositories) {
            var other = byType.putIfAbsent(repository.type(), repository);
            if (other != null) {
                throw new IllegalArgumentException(repository.type().getName() + " is kept by two repositories, "
                        + other.getClass().getName() + " and " + repository.getClass().getName());
            }
        }
    }

    public static RepositoryRegistry of(Repository<?, ?, ?, ?>... repositories) {
        return new RepositoryRegistry(Arrays.asList(repositories));
    }

    /// Makes an instance of each class that is annotated with [BailiwickRepository], from the index that the compiler wrote.
    ///
    /// @param ingredients what their constructors take besides the registry of databases
    public static RepositoryRegistry indexed(DatabaseRegistry databases, Object... ingredients) {
        return indexed(GeneratedIndex.applicationLoader(), databases, ingredients);
    }

    static RepositoryRegistry indexed(ClassLoader loader, DatabaseRegistry databases, Object... ingredients) {
        var available = new ArrayList<>(Arrays.asList(ingredients));
        available.add(databases);
        var made = new ArrayList<Repository<?, ?, ?, ?>>();
        for (var type : GeneratedIndex.read("repositories", Repository.class, loader)) {
            made.add((Repository<?, ?, ?, ?>) GeneratedIndex.make(type, available));
        }
        return new RepositoryRegistry(made);
    }

    /// The repository of this class.
    public <T extends Repository<?, ?, ?, ?>> T get(Class<T> type) {
        return byType.values().stream().filter(type::isInstance).map(type::cast).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no " + type.getName() + " among "
                        + all().stream().map(repository -> repository.getClass().getSimpleName()).toList()));
    }

    List<Repository<?, ?, ?, ?>> all() {
        return List.copyOf(byType.values());
    }

    /// The repository of the rows of a class.
    Repository<?, ?, ?, ?> named(String className) {
        return byType.entrySet().stream().filter(entry -> entry.getKey().getName().equals(className))
                .map(Map.Entry::getValue).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no repository keeps " + className
                        + ": add it to the RepositoryRegistry"));
    }

    @SuppressWarnings("unchecked") // a repository is registered under the class of its rows
    <P extends Versioned<P, ?, ?>> Repository<P, ?, ?, ?> of(P row) {
        var repository = byType.get(row.getClass());
        if (repository == null) {
            throw new IllegalArgumentException("no repository keeps " + row.getClass().getName()
                    + ": add it to the RepositoryRegistry");
        }
        return (Repository<P, ?, ?, ?>) repository;
    }
}
