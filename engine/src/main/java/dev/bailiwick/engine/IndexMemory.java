package dev.bailiwick.engine;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ChecksumType;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionOptionsUniversal;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.EnvOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/// What the sealed indexes of all shards share: the cache, and how their files are made.
final class IndexMemory implements AutoCloseable {
    private static final int BLOCK_BYTES = 4 << 10;
    /// Of the pieces of filters and indexes in merged files. A search that finds none of them in memory reads one of each, so there should not be
    /// many.
    private static final int PIECE_BYTES = 32 << 10;
    private static final int FILTER_BITS = 14;
    private static final long FILE_BYTES = 64L << 20;
    /// Files go to the disk in parts of this size while they are written; all at once at the end, they would hold up the flushes of the log.
    private static final int SYNC_BYTES = 1 << 20;
    /// So much of each file is read at once when files are merged. They are all begun together, so it counts as often as there are files: with the
    /// two megabytes that RocksDB takes by itself, flushes of the log wait until a hundred are read.
    private static final int MERGE_READ_BYTES = 128 << 10;
    private static final int OPEN_FILES = 256;
    /// Nothing is ever written through RocksDB's own buffer, but its size says up to which size of files, half as much again, the filter
    /// of an unmerged one stays in the cache.
    private static final long WRITE_BUFFER_BYTES = 64L << 20;
    /// Of the cache, for filters and what leads to blocks: without them a search reads from every file.
    private static final double FILTER_SHARE = 0.8;
    /// So many files may wait to be merged before merging begins.
    static final int MERGE_FROM = 24;
    /// The same for the commands of a bucket, which has about as many files when it is full of commands with one event each.
    private static final int MERGE_COMMANDS_FROM = 48;

    private final Cache cache;
    private final BloomFilter filter;
    private final boolean pastMemory;

    /// @param pastMemory whether files are written and merged past the machine's memory, see [PastMemory]
    IndexMemory(long cacheBytes, boolean pastMemory) {
        RocksDB.loadLibrary();
        this.pastMemory = pastMemory;
        this.cache = new LRUCache(cacheBytes, -1, false, FILTER_SHARE);
        this.filter = new BloomFilter(FILTER_BITS, false);
    }

    /// Options for one index; to be closed after it.
    Options options() {
        return options(table().setIndexType(IndexType.kTwoLevelIndexSearch).setPartitionFilters(true)
                .setMetadataBlockSize(PIECE_BYTES));
    }

    /// Options for the file of one segment; to be closed after it. Until it is merged every search asks its filter, which is in one
    /// piece and stays in memory therefore.
    Options fileOptions() {
        return options(table());
    }

    /// Options for the commands of one index; to be closed after it.
    ColumnFamilyOptions commandOptions() {
        try (var options = commandFileOptions().setLevel0FileNumCompactionTrigger(MERGE_COMMANDS_FROM)) {
            return new ColumnFamilyOptions(options);
        }
    }

    /// Options for the file of one segment's commands; to be closed after it. Few of them are ever looked for, so no memory is set aside for
    /// them.
    Options commandFileOptions() {
        return options(table().setIndexType(IndexType.kTwoLevelIndexSearch).setPartitionFilters(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(false).setPinTopLevelIndexAndFilter(false)
                .setPinL0FilterAndIndexBlocksInCache(false));
    }

    /// How the file of one segment is written; to be closed after it.
    EnvOptions fileEnvironment() {
        return new EnvOptions().setBytesPerSync(SYNC_BYTES).setUseDirectWrites(pastMemory);
    }

    private BlockBasedTableConfig table() {
        return new BlockBasedTableConfig().setBlockCache(cache).setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true).setPinTopLevelIndexAndFilter(true)
                .setPinL0FilterAndIndexBlocksInCache(true).setFilterPolicy(filter).setWholeKeyFiltering(false)
                .setBlockSize(BLOCK_BYTES).setFormatVersion(6).setChecksumType(ChecksumType.kXXH3);
    }

    private Options options(BlockBasedTableConfig table) {
        var bySize = new CompactionOptionsUniversal().setSizeRatio(20).setMaxSizeAmplificationPercent(400);
        return new Options().setCreateIfMissing(true).setTableFormatConfig(table)
                .useCappedPrefixExtractor(IndexKeys.STREAM_PREFIX_BYTES)
                .setCompactionStyle(CompactionStyle.UNIVERSAL).setCompactionOptionsUniversal(bySize)
                .setLevel0FileNumCompactionTrigger(MERGE_FROM).setNumLevels(7).setTargetFileSizeBase(FILE_BYTES)
                .setCompressionType(CompressionType.NO_COMPRESSION).setMaxOpenFiles(OPEN_FILES)
                .setMaxBackgroundJobs(2).setParanoidChecks(true).setWriteBufferSize(WRITE_BUFFER_BYTES)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL).setKeepLogFileNum(2).setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0).setBytesPerSync(SYNC_BYTES).setCompactionReadaheadSize(MERGE_READ_BYTES)
                .setUseDirectIoForFlushAndCompaction(pastMemory);
    }

    @Override
    public void close() {
        cache.close();
        filter.close();
    }
}
