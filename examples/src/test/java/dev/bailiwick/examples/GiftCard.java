package dev.bailiwick.examples;

import dev.bailiwick.persistence.AutoBuilder;
import dev.bailiwick.persistence.Model;
import dev.bailiwick.persistence.ModelEvent;
import dev.bailiwick.persistence.Validate;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.math.BigDecimal;
import java.time.Instant;

// snippet: model
@AutoBuilder
public final class GiftCard extends Model<GiftCard, ShardedId<GiftCard>, GiftCardState> {
    public final String code;
    public final BigDecimal worth;

    record Issued(String code, BigDecimal worth) implements ModelEvent<GiftCard> {}

    record Redeemed(BigDecimal worth) implements ModelEvent<GiftCard> {}

    GiftCard(GiftCardBuilder builder) {
        super(builder);
        this.code = Validate.notBlank(builder.code, "a gift card has a code");
        this.worth = Validate.notNull(builder.worth, "a gift card has a worth");
    }

    static GiftCard issue(ShardIdentifier shard, String code, BigDecimal worth, Instant now) {
        return GiftCardBuilder.giftCard()
                .id(ShardedId.generate(GiftCard.class, shard))
                .state(GiftCardState.VALID)
                .code(code)
                .worth(worth)
                .createdDate(now)
                .withInitialVersion()
                .withEvent(new Issued(code, worth))
                .build();
    }

    @Override
    public GiftCardBuilder copy() {
        return GiftCardBuilder.giftCard().copyBase(this).code(code).worth(worth);
    }

    GiftCard redeem() {
        Validate.isTrue(state == GiftCardState.VALID, "this card is used already");
        return copy().state(GiftCardState.USED).withEvent(new Redeemed(worth)).build();
    }
}
// end
