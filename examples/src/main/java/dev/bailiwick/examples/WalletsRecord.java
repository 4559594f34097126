package dev.bailiwick.examples;

import org.jooq.impl.TableRecordImpl;

/// A row of the table; see [WalletsTable].
public final class WalletsRecord extends TableRecordImpl<WalletsRecord> {
    private static final long serialVersionUID = 1;

    public WalletsRecord() {
        super(WalletsTable.WALLETS);
    }
}
