/// Keys, ids, routing rules, strategies and partition maps. Depends on nothing.
module dev.bailiwick.placement {
    requires static org.jspecify;

    exports dev.bailiwick.placement;
    exports dev.bailiwick.placement.spi;
}
