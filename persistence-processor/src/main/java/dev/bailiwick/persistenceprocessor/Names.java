package dev.bailiwick.persistenceprocessor;

/// What the generated code and the sources refer to.
final class Names {
    static final String PACKAGE = "dev.bailiwick.persistence.";
    static final String AUTO_BUILDER = PACKAGE + "AutoBuilder";
    static final String ACTION_ANNOTATION = PACKAGE + "BailiwickAction";
    static final String REPOSITORY_ANNOTATION = PACKAGE + "BailiwickRepository";
    static final String MODEL = PACKAGE + "Model";
    static final String ENTITY = PACKAGE + "Entity";
    static final String ACTION = PACKAGE + "Action";
    static final String REPOSITORY = PACKAGE + "Repository";

    private Names() {
    }
}
