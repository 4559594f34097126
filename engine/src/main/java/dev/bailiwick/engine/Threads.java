package dev.bailiwick.engine;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The threads of a store that work for its shards' threads.
///
/// @param loading finds on disk what decisions need, and opens shards
/// @param reading reads the index for virtual threads
/// @param indexing brings sealed segments into the index
/// @param files creates the files of segments to come
record Threads(ExecutorService loading, ExecutorService reading, ExecutorService indexing,
        ExecutorService files) implements AutoCloseable {
    private static final int LOADING = 16;
    private static final int IDLE_SECONDS = 10;

    static Threads start() {
        int cores = Runtime.getRuntime().availableProcessors();
        return new Threads(pool("load", LOADING), pool("read", LOADING), pool("index", cores),
                pool("file", 1));
    }

    private static ExecutorService pool(String name, int size) {
        var factory = Thread.ofPlatform().daemon().name("bailiwick-" + name + "-", 1).factory();
        var pool = new ThreadPoolExecutor(size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
                factory);
        pool.allowCoreThreadTimeOut(true);
        return Executors.unconfigurableExecutorService(pool);
    }

    @Override
    public void close() {
        loading.close();
        reading.close();
        indexing.close();
        files.close();
    }
}
