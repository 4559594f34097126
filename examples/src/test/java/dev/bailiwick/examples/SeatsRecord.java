package dev.bailiwick.examples;

import org.jooq.impl.TableRecordImpl;

public final class SeatsRecord extends TableRecordImpl<SeatsRecord> {
    private static final long serialVersionUID = 1;

    public SeatsRecord() {
        super(Seats.SEATS);
    }
}
