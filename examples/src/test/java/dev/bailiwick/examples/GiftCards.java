package dev.bailiwick.examples;

import dev.bailiwick.persistence.InstantBinding;
import dev.bailiwick.persistence.UuidBinding;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jooq.impl.TableImpl;

final class GiftCards extends TableImpl<GiftCardsRecord> {
    private static final long serialVersionUID = 1;

    static final GiftCards GIFT_CARDS = new GiftCards();

    // snippet: columns
    final TableField<GiftCardsRecord, UUID> id = createField(DSL.name("id"), SQLDataType.UUID.notNull(), this, "",
            new UuidBinding());
    final TableField<GiftCardsRecord, Instant> createdDate = createField(DSL.name("created_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this, "", new InstantBinding());
    // end
    final TableField<GiftCardsRecord, Instant> updatedDate = createField(DSL.name("updated_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this, "", new InstantBinding());
    final TableField<GiftCardsRecord, Long> version = createField(DSL.name("version"), SQLDataType.BIGINT.notNull());
    final TableField<GiftCardsRecord, String> state = createField(DSL.name("state"), SQLDataType.VARCHAR.notNull());
    final TableField<GiftCardsRecord, String> code = createField(DSL.name("code"), SQLDataType.VARCHAR.notNull());
    final TableField<GiftCardsRecord, BigDecimal> worth = createField(DSL.name("worth"), SQLDataType.NUMERIC.notNull());

    private GiftCards() {
        super(DSL.name("gift_cards"));
    }

    @Override
    public Class<GiftCardsRecord> getRecordType() {
        return GiftCardsRecord.class;
    }
}
