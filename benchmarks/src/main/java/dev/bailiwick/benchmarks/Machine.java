package dev.bailiwick.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Where a run took place.
final class Machine {
    private Machine() {
    }

    /// What somebody needs to know to compare figures, in reading order.
    static Map<String, String> facts(Path directory) throws IOException {
        var facts = new LinkedHashMap<String, String>();
        facts.put("Processor", Proc.field("/proc/cpuinfo", "model name").orElse("unknown"));
        facts.put("Cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.put("Memory", Numbers.megabytes(Proc.bytes("/proc/meminfo", "MemTotal")));
        facts.put("Kernel", System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                + System.getProperty("os.arch"));
        facts.put("Load before", Proc.lines("/proc/loadavg").stream().findFirst().orElse("unknown"));
        facts.put("File system", Files.getFileStore(directory).type() + " on "
                + BlockDevice.of(directory).map(BlockDevice::name).orElse("an unknown device"));
        facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("Bailiwick", version(Machine.class));
        return facts;
    }

    /// Whether a flush there means anything.
    static boolean isVolatile(Path directory) throws IOException {
        var type = Files.getFileStore(directory).type();
        return type.equals("tmpfs") || type.equals("ramfs");
    }

    private static String version(Class<?> type) {
        var version = type.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }
}
