package dev.bailiwick.examples;

import static dev.bailiwick.examples.GiftCards.GIFT_CARDS;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.jooq.impl.TableRecordImpl;

public final class GiftCardsRecord extends TableRecordImpl<GiftCardsRecord> {
    private static final long serialVersionUID = 1;

    public GiftCardsRecord() {
        super(GIFT_CARDS);
    }

    GiftCardsRecord(UUID id, long version, String state, String code, BigDecimal worth, Instant createdDate,
            Instant updatedDate) {
        this();
        set(GIFT_CARDS.id, id);
        set(GIFT_CARDS.version, version);
        set(GIFT_CARDS.state, state);
        set(GIFT_CARDS.code, code);
        set(GIFT_CARDS.worth, worth);
        set(GIFT_CARDS.createdDate, createdDate);
        set(GIFT_CARDS.updatedDate, updatedDate);
    }
}
