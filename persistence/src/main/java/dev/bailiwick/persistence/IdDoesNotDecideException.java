package dev.bailiwick.persistence;

/// A method that is given only an id was called, and the strategy of the repository cannot tell the shard from the id.
public final class IdDoesNotDecideException extends PersistenceException {
    private static final long serialVersionUID = 1;

    IdDoesNotDecideException(String repository, String strategy) {
        super(PersistenceError.ID_DOES_NOT_DECIDE, repository + " is sharded by " + strategy
                + ", which cannot tell the shard from an id alone. Use findOneWhere or findAllWhere, which ask every shard,"
                + " or db(persistable), txDb(persistable) where the whole row is at hand");
    }
}
