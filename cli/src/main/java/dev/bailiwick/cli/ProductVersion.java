package dev.bailiwick.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/// The version that the build wrote into the jar, and the Java that runs it.
final class ProductVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[]{"bailiwick " + product(), "java " + System.getProperty("java.version") + " ("
                + System.getProperty("java.vendor") + ", " + System.getProperty("java.home") + ")"};
    }

    private static String product() {
        try (var resource = ProductVersion.class.getResourceAsStream("version.properties")) {
            if (resource == null) {
                throw new IllegalStateException("the build did not write version.properties");
            }
            var properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
