/// The contract of the event store. Implementations also use the `spi` package.
module dev.bailiwick.store {
    requires transitive dev.bailiwick.placement;
    requires static org.jspecify;

    exports dev.bailiwick.store;
    exports dev.bailiwick.store.spi;
}
