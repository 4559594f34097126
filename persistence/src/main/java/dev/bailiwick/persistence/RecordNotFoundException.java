package dev.bailiwick.persistence;

/// There is no row with this id, or it is deleted.
public final class RecordNotFoundException extends PersistenceException {
    private static final long serialVersionUID = 1;

    private final transient Object id;

    RecordNotFoundException(String type, Object id, ShardDatabase database) {
        super(PersistenceError.RECORD_NOT_FOUND, "there is no " + type + " " + id + " on shard " + database);
        this.id = id;
    }

    public Object id() {
        return id;
    }
}
