package dev.bailiwick.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// What a setting holds: how its text is read, and how it is described to people. Values that cannot be read are an
/// [IllegalArgumentException] whose message completes the sentence "name …".
sealed interface SettingType {
    /// For the table in the documents.
    String label();

    /// Reads a text that is not empty.
    Object parse(String text);

    /// Any text.
    record Text(String label) implements SettingType {
        @Override
        public String parse(String text) {
            return text;
        }
    }

    /// Several texts, divided by semicolons; a list in a file.
    record Texts(String label) implements SettingType {
        static final String DIVIDER = ";";

        @Override
        public List<String> parse(String text) {
            return Arrays.stream(text.split(DIVIDER, -1)).map(String::strip).filter(part -> !part.isEmpty()).toList();
        }
    }

    record Flag() implements SettingType {
        @Override
        public String label() {
            return "true or false";
        }

        @Override
        public Boolean parse(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new IllegalArgumentException("is true or false, not '" + text + "'");
            };
        }
    }

    record Choice(List<String> values) implements SettingType {
        @Override
        public String label() {
            return String.join(", ", values);
        }

        @Override
        public String parse(String text) {
            return values.stream().filter(value -> value.equalsIgnoreCase(text.replace('-', '_'))).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("is one of " + label() + ", not '" + text + "'"));
        }
    }

    record WholeNumber(long least, long most) implements SettingType {
        @Override
        public String label() {
            return least + " to " + most;
        }

        @Override
        public Long parse(String text) {
            return within(number(text.replace("_", ""), text), least, most, text);
        }
    }

    /// Bytes; K, M, G and T may follow, with or without iB, and count by 1,024.
    record Bytes(long least, long most) implements SettingType {
        private static final String UNITS = "KMGT";

        @Override
        public String label() {
            return format(least) + " to " + format(most);
        }

        @Override
        public Long parse(String text) {
            var plain = text.toUpperCase(Locale.ROOT).replace("_", "").replaceAll("\\s|I?B$", "");
            int unit = plain.isEmpty() ? -1 : UNITS.indexOf(plain.charAt(plain.length() - 1));
            long value = number(unit < 0 ? plain : plain.substring(0, plain.length() - 1), text);
            try {
                return within(Math.multiplyExact(value, 1L << (10 * (unit + 1))), least, most, text);
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException("is " + label() + ", not " + text, e);
            }
        }

        static String format(long bytes) {
            int unit = 0;
            long rest = bytes;
            while (unit < UNITS.length() && rest >= 1_024 && rest % 1_024 == 0) {
                rest /= 1_024;
                unit++;
            }
            return unit == 0 ? Long.toString(rest) : rest + " " + UNITS.charAt(unit - 1) + "iB";
        }
    }

    /// `host:port`; an address of IPv6 stands in brackets. 0 is any port that is free.
    record Address(boolean optional) implements SettingType {
        static final String NONE = "none";

        @Override
        public String label() {
            return optional ? "host:port, or none" : "host:port";
        }

        @Override
        public InetSocketAddress parse(String text) {
            int colon = text.lastIndexOf(':');
            var host = colon < 0 ? "" : text.substring(0, colon);
            if (host.isEmpty() || (host.contains(":") && !host.startsWith("["))) {
                throw new IllegalArgumentException("is written host:port, with an IPv6 address in brackets, not '"
                        + text + "'");
            }
            int port = (int) within(number(text.substring(colon + 1), text), 0, 65_535, text).longValue();
            try {
                return new InetSocketAddress(InetAddress.getAllByName(host)[0], port);
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException("names the host '" + host + "', which cannot be found", e);
            }
        }

        boolean isNone(String text) {
            return optional && text.equalsIgnoreCase(NONE);
        }
    }

    private static long number(String digits, String text) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("is a whole number, not '" + text + "'", e);
        }
    }

    private static Long within(long value, long least, long most, String text) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("is " + least + " to " + most + ", not " + text);
        }
        return value;
    }
}
