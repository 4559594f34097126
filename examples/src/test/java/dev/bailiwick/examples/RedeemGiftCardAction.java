package dev.bailiwick.examples;

import dev.bailiwick.persistence.Action;
import dev.bailiwick.persistence.BailiwickAction;
import dev.bailiwick.placement.ShardedId;
import java.security.Principal;

// snippet: action
@BailiwickAction
public class RedeemGiftCardAction extends Action<RedeemGiftCardAction.Params, GiftCard> {
    private final GiftCardRepository cards;

    public record Params(ShardedId<GiftCard> card) {}

    public RedeemGiftCardAction(GiftCardRepository cards) {
        this.cards = cards;
    }

    @Override
    protected GiftCard perform(Principal principal, Params params) {
        return plan().update(cards.getById(params.card()).redeem());
    }
}
// end
