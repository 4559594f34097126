package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Accounts.ACCOUNTS;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.jooq.impl.TableRecordImpl;

public final class AccountsRecord extends TableRecordImpl<AccountsRecord> {
    private static final long serialVersionUID = 1;

    public AccountsRecord() {
        super(ACCOUNTS);
    }

    AccountsRecord(UUID id, Long version, String state, UUID holder, String label, BigDecimal balance,
            Instant createdDate, Instant updatedDate) {
        this();
        from(new Object[]{id, version, state, holder, label, balance, createdDate, updatedDate});
    }
}
