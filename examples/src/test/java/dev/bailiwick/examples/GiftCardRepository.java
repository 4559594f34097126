package dev.bailiwick.examples;

import static dev.bailiwick.examples.GiftCards.GIFT_CARDS;

import dev.bailiwick.persistence.BailiwickRepository;
import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.ModelRepository;
import dev.bailiwick.placement.EmbeddedBitsShardingStrategy;
import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.util.List;
import java.util.UUID;

// snippet: repository
@BailiwickRepository
public class GiftCardRepository extends ModelRepository<GiftCard, GiftCardsRecord, GiftCards, UUID> {
    public GiftCardRepository(DatabaseRegistry databases) {
        super(GiftCard.class, GIFT_CARDS, GIFT_CARDS.id, databases, new EmbeddedBitsShardingStrategy());
    }

    @Override
    public GiftCard fromRecord(GiftCardsRecord row) {
        return GiftCardBuilder.giftCard()
                .id(ShardedId.of(GiftCard.class, ShardedUUID.from(row.get(GIFT_CARDS.id))))
                .version(row.get(GIFT_CARDS.version))
                .state(GiftCardState.valueOf(row.get(GIFT_CARDS.state)))
                .code(row.get(GIFT_CARDS.code))
                .worth(row.get(GIFT_CARDS.worth))
                .createdDate(row.get(GIFT_CARDS.createdDate))
                .updatedDate(row.get(GIFT_CARDS.updatedDate))
                .build();
    }

    @Override
    public GiftCardsRecord toRecord(GiftCard card) {
        return new GiftCardsRecord(card.id.uuid(), card.version, card.state.name(), card.code, card.worth,
                card.createdDate, card.updatedDate);
    }

    List<GiftCard> withCodeOnSameShardAs(ShardedId<GiftCard> id, String code) {
        return readonlyDb(id).selectFrom(GIFT_CARDS).where(GIFT_CARDS.code.eq(code)).fetch(this::fromRecord);
    }
}
// end
