package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.time.Instant;

/// The entity of the tests, which is placed by its country and not by its id.
@AutoBuilder
public final class Remark extends Entity<Remark, ShardedId<Remark>, AccountState> {
    public final String country;
    public final String text;

    Remark(RemarkBuilder builder) {
        super(builder);
        this.country = Validate.notBlank(builder.country, "country cannot be blank");
        this.text = Validate.notNull(builder.text, "text cannot be null");
    }

    static Remark in(String country, String text) {
        return RemarkBuilder.remark().id(ShardedId.generate(Remark.class, ShardIdentifier.DEFAULT))
                .state(AccountState.OPEN).country(country).text(text).createdDate(Instant.parse("2026-01-01T00:00:00Z"))
                .withInitialVersion().build();
    }

    @Override
    public RemarkBuilder copy() {
        return RemarkBuilder.remark().copyBase(this).country(country).text(text);
    }
}
