package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.store.spi.HashChain;
import java.security.Principal;
import java.security.SecureRandom;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;

/// Writes the rows of the event log: one for the action, and one for each event.
///
/// The events of a model are a stream whose versions are 1, 2, 3 without a gap, each chained to the one before; see [StreamHeads] for why two
/// transactions cannot continue one stream at the same time. All rows of a transaction go to the database in batches.
///
/// Thread-safe.
final class EventLog {
    private static final int CHUNK = 500;

    private final PayloadWriter payloads;
    private final OrgRule orgs;
    private final SecureRandom random = new SecureRandom();

    EventLog(PayloadWriter payloads, OrgRule orgs) {
        this.payloads = payloads;
        this.orgs = orgs;
    }

    PayloadWriter payloads() {
        return payloads;
    }

    /// What the events of some changes say, in their order.
    List<EventDraft> drafts(@Nullable Principal principal, List<? extends StagedChange<?>> changes) {
        var drafts = new ArrayList<EventDraft>();
        for (var change : changes) {
            if (change.before() instanceof Model<?, ?, ?> model && !model.events().isEmpty()) {
                var org = orgs.orgOf(model, Optional.ofNullable(principal));
                for (var event : model.events()) {
                    drafts.add(new EventDraft(EventDraft.Stream.of(model), org, change.after().version,
                            event.eventType(), payloads.write(event)));
                }
            }
        }
        return drafts;
    }

    /// @param action empty for changes that were made without one
    /// @throws OrgMismatchException where a model belongs to another org
    void write(Transaction transaction, @Nullable ActionRecord action, List<EventDraft> drafts, Instant now) {
        if (action == null && drafts.isEmpty()) {
            return;
        }
        if (!drafts.isEmpty()) {
            transaction.setHasEvents();
        }
        var heads = StreamHeads.of(transaction, drafts.stream().map(EventDraft::stream).toList());
        var dialect = transaction.database().dialect();
        try (var statement = transaction.connection().prepareStatement(sql(dialect))) {
            var rows = new Rows(statement, dialect, action, now);
            rows.addAction();
            var chain = new EventChain();
            for (var draft : drafts) {
                var link = link(action, draft, heads.of(draft.stream()));
                var hash = chain.next(heads.of(draft.stream()).hash(), link);
                rows.addEvent(link, hash.toBytes());
                heads.advance(draft.stream(), new StreamHeads.Head(link.version(), Optional.of(hash), draft.org()));
            }
            rows.flush();
        } catch (SQLException e) {
            throw transaction.database().failed("the event log was not written", e);
        }
    }

    private EventChain.Link link(@Nullable ActionRecord action, EventDraft draft, StreamHeads.Head head) {
        if (head.hash().isPresent() && !head.org().equals(draft.org())) {
            throw new OrgMismatchException(draft.stream().toString(), head.org(), draft.org());
        }
        var salt = new byte[HashChain.SALT_BYTES];
        random.nextBytes(salt);
        return new EventChain.Link(draft.stream(), draft.org(), head.version() + 1, draft.modelVersion(), draft.type(),
                Optional.ofNullable(action).map(ActionRecord::id),
                Optional.ofNullable(action).map(done -> done.principal().getName()), salt, draft.payload());
    }

    private static String sql(SQLDialect dialect) {
        return "INSERT INTO " + Dialects.frameworkTable(dialect, "events") + " (id, action_id, type, model_type,"
                + " model_id, model_version, event_version, principal, payload, created_date, org_id, salt, hash,"
                + " feed_position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    }

    /// Belongs to one thread.
    private static final class Rows {
        private static final long NOT_IN_THE_FEED = 0;

        private final PreparedStatement statement;
        private final SQLDialect dialect;
        private final @Nullable ActionRecord action;
        private final Instant now;
        private int waiting;

        Rows(PreparedStatement statement, SQLDialect dialect, @Nullable ActionRecord action, Instant now) {
            this.statement = statement;
            this.dialect = dialect;
            this.action = action;
            this.now = now;
        }

        void addAction() throws SQLException {
            if (action == null) {
                return;
            }
            common(action.id(), action.name(), action.params(), action.date());
            statement.setNull(4, Types.VARCHAR);
            statement.setNull(5, Types.VARCHAR);
            statement.setNull(6, Types.BIGINT);
            statement.setNull(7, Types.BIGINT);
            uuid(11, null);
            statement.setNull(12, Types.BINARY);
            statement.setNull(13, Types.BINARY);
            statement.setLong(14, NOT_IN_THE_FEED);
            add();
        }

        void addEvent(EventChain.Link link, byte[] hash) throws SQLException {
            common(ShardedUUID.generate(ShardIdentifier.DEFAULT).value(), link.type(), link.payload(), now);
            statement.setString(4, link.stream().modelType());
            statement.setString(5, link.stream().modelId());
            statement.setLong(6, link.modelVersion());
            statement.setLong(7, link.version());
            uuid(11, link.org().orElse(null));
            statement.setBytes(12, link.salt());
            statement.setBytes(13, hash);
            statement.setNull(14, Types.BIGINT);
            add();
        }

        private void common(UUID id, String type, String payload, Instant date) throws SQLException {
            uuid(1, id);
            uuid(2, action == null ? null : action.id());
            statement.setString(3, type);
            statement.setString(8, action == null ? null : action.principal().getName());
            statement.setString(9, payload);
            statement.setObject(10, InstantBinding.stored(dialect, date));
        }

        private void uuid(int index, @Nullable UUID value) throws SQLException {
            statement.setObject(index, UuidBinding.stored(dialect, value),
                    dialect == SQLDialect.MARIADB ? Types.VARCHAR : Types.OTHER);
        }

        private void add() throws SQLException {
            statement.addBatch();
            if (++waiting == CHUNK) {
                flush();
            }
        }

        void flush() throws SQLException {
            if (waiting > 0) {
                statement.executeBatch();
                waiting = 0;
            }
        }
    }
}
