package dev.bailiwick.persistenceprocessor;

import java.util.ArrayList;
import java.util.List;

/// The classes of the persistence module as far as the processor and generated code see them. The real ones depend on what the processor must not
/// need.
final class Stubs {
    static final String AUTO_BUILDER = "package dev.bailiwick.persistence; public @interface AutoBuilder {}";
    static final String ACTION_ANNOTATION = "package dev.bailiwick.persistence;"
            + " public @interface BailiwickAction {}";
    static final String REPOSITORY_ANNOTATION = "package dev.bailiwick.persistence;"
            + " public @interface BailiwickRepository {}";
    static final String ACTION = "package dev.bailiwick.persistence; public abstract class Action<P, R> {}";
    static final String REPOSITORY = "package dev.bailiwick.persistence; public abstract class Repository<P> {}";
    static final String MODEL = """
            package dev.bailiwick.persistence;
            public abstract class Model<M extends Model<M, ID, S>, ID, S extends Enum<S>> {
                protected Model(Builder<M, ID, S, ?> builder) {}
                public abstract static class Builder<M extends Model<M, ID, S>, ID, S extends Enum<S>,
                        B extends Builder<M, ID, S, B>> {
                    protected abstract B self();
                    public abstract M build();
                    public B id(ID id) { return self(); }
                }
            }
            """;
    static final String ENTITY = MODEL.replace("Model", "Entity");

    private Stubs() {
    }

    static Compilation compile(String... sources) {
        var all = new ArrayList<>(List.of(AUTO_BUILDER, ACTION_ANNOTATION, REPOSITORY_ANNOTATION, ACTION,
                REPOSITORY, MODEL, ENTITY));
        all.addAll(List.of(sources));
        return Compilation.of(all.toArray(String[]::new));
    }
}
