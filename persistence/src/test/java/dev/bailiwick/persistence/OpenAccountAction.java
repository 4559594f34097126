package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.security.Principal;

@BailiwickAction
public class OpenAccountAction extends Action<OpenAccountAction.Params, Account> {
    public record Params(String country, String label) {}

    @Override
    protected Account perform(Principal principal, Params params) {
        var shard = switch (params.country()) {
            case "MX" -> ShardIdentifier.of(1, 0);
            case "AU" -> ShardIdentifier.of(2, 0);
            default -> ShardIdentifier.DEFAULT;
        };
        var id = ShardedId.generate(Account.class, shard);
        return plan().add(Account.open(id, params.label(), clock.instant()).build());
    }
}
