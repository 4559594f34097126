package dev.bailiwick.store;

/// All of a partition in 32 bytes: the sum modulo 2^256 of a hash over each aggregate's head. Two copies of a partition that
/// agree in both fields hold the same history.
///
/// @param sequence the partition's last commit that the digest covers
public record PartitionDigest(long sequence, Hash256 digest) {}
