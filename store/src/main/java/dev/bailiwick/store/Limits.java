package dev.bailiwick.store;

/// What one request may hold. Exceeding a limit is refused with 2002 `LimitExceeded` when the request is built, before anything
/// happens.
public final class Limits {
    /// The payload of one event.
    public static final int MAX_PAYLOAD_BYTES = 1 << 20;
    /// An event type's name, in UTF-8.
    public static final int MAX_TYPE_BYTES = 255;
    /// Metadata entries of one event.
    public static final int MAX_METADATA_ENTRIES = 64;
    /// Keys and values of one event's metadata together, in UTF-8.
    public static final int MAX_METADATA_BYTES = 16 << 10;
    /// Events in one append.
    public static final int MAX_EVENTS_PER_REQUEST = 4_096;
    /// Aggregates in one append.
    public static final int MAX_AGGREGATES_PER_REQUEST = 256;
    /// Payloads, types and metadata of one append together.
    public static final int MAX_REQUEST_BYTES = 4 << 20;

    /// Events in a page unless the request says otherwise.
    public static final int DEFAULT_PAGE_EVENTS = 1_000;
    /// Events in a page at the most.
    public static final int MAX_PAGE_EVENTS = 10_000;
    /// Bytes in a page unless the request says otherwise.
    public static final int DEFAULT_PAGE_BYTES = 4 << 20;
    /// Bytes in a page at the most. The first event of a page is returned whatever its size.
    public static final int MAX_PAGE_BYTES = 16 << 20;
    /// Events that a store looks at for one page before it returns what it has found.
    public static final int MAX_PAGE_SCAN = 10_000;
    /// Ids in a page of a listing unless the request says otherwise.
    public static final int DEFAULT_LIST_IDS = 1_000;
    /// Ids in a page of a listing at the most.
    public static final int MAX_LIST_IDS = 10_000;

    /// Values of one kind (orgs, types, aggregates, event types) in a filter.
    public static final int MAX_FILTER_VALUES = 64;
    /// Commits in a batch unless the subscription says otherwise.
    public static final int DEFAULT_BATCH_COMMITS = 256;
    /// Commits in a batch at the most.
    public static final int MAX_BATCH_COMMITS = 4_096;
    /// Bytes of a serialised feed position.
    public static final int MAX_POSITION_BYTES = 1 << 20;

    /// Problems that a verification names; more are counted.
    public static final int MAX_REPORTED_PROBLEMS = 1_000;

    private Limits() {
    }

    static void check(String limit, long actual, long maximum) {
        if (actual > maximum) {
            throw new LimitExceededException(limit, actual, maximum);
        }
    }

    static void checkAtLeastOne(String field, long actual) {
        if (actual < 1) {
            throw new InvalidRequestException(field, "it is 1 or more, not " + actual);
        }
    }
}
