package dev.bailiwick.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/// The version that the build wrote into the jar.
final class ProductVersion {
    private ProductVersion() {
    }

    static String read() {
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
