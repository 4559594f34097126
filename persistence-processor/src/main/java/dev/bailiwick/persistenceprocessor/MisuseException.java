package dev.bailiwick.persistenceprocessor;

import javax.lang.model.element.Element;

/// An annotation stands where it makes no sense. Becomes a compile error at the element.
final class MisuseException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Element element;

    MisuseException(Element element, String message) {
        super(message);
        this.element = element;
    }

    Element element() {
        return element;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
