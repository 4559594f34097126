package dev.bailiwick.engine;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The memory of the C library, in which RocksDB has its blocks and buffers. glibc keeps much of what is freed there, in a heap for each of many
/// threads, and asks the machine for more when another thread wants some: so a process takes more and more although what is in use stays the same.
///
/// Loading this class takes a while the first time in a process.
final class NativeHeap {
    private static final Optional<MethodHandle> TRIM = find();

    private NativeHeap() {
    }

    /// Gives the machine back what is free, for the whole process. Returns whether there is a way: the C library must have one, and this module must
    /// be allowed to call it, as it must be to use RocksDB.
    static boolean trim() {
        if (TRIM.isEmpty()) {
            return false;
        }
        try {
            int _ = (int) TRIM.get().invokeExact(0L);
            return true;
        } catch (Throwable e) {
            throw new IllegalStateException("malloc_trim cannot be called", e);
        }
    }

    /// Nothing is printed where native access is not allowed: it was when RocksDB was loaded.
    @SuppressWarnings("restricted") // the signature is the one of malloc.h
    private static Optional<MethodHandle> find() {
        if (!NativeHeap.class.getModule().isNativeAccessEnabled()) {
            return Optional.empty();
        }
        try {
            var linker = Linker.nativeLinker();
            return linker.defaultLookup().find("malloc_trim").map(function -> linker.downcallHandle(function,
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG)));
        } catch (UnsupportedOperationException e) {
            return Optional.empty();
        }
    }
}
