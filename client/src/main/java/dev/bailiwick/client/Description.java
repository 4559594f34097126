package dev.bailiwick.client;

import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;

/// What a server said about itself.
///
/// @param maxMessageBytes the largest message that it takes
/// @param readAtNs when it said so
record Description(RoutingRule routingRule, PartitionMap map, long maxMessageBytes, long readAtNs) {}
