package dev.bailiwick.server;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/// How an entry of the log is written. Always one line, whatever is in it.
final class LogLine extends Formatter {
    private static final int MAX_TRACE_CHARS = 16 << 10;

    private final boolean json;

    private LogLine(boolean json) {
        this.json = json;
    }

    static LogLine json() {
        return new LogLine(true);
    }

    static LogLine text() {
        return new LogLine(false);
    }

    @Override
    public String format(LogRecord entry) {
        var line = new StringBuilder();
        var message = formatMessage(entry);
        if (json) {
            line.append("{\"time\":\"").append(entry.getInstant()).append("\",\"level\":\"").append(level(entry))
                    .append("\",\"logger\":\"");
            escape(String.valueOf(entry.getLoggerName()), line);
            line.append("\",\"message\":\"");
            escape(message, line);
            if (entry.getThrown() != null) {
                line.append("\",\"error\":\"");
                escape(trace(entry.getThrown()), line);
            }
            return line.append("\"}\n").toString();
        }
        line.append(entry.getInstant()).append(' ').append(level(entry)).append(' ');
        escape(message, line);
        if (entry.getThrown() != null) {
            line.append(' ');
            escape(trace(entry.getThrown()), line);
        }
        return line.append('\n').toString();
    }

    private static String level(LogRecord entry) {
        int level = entry.getLevel().intValue();
        if (level >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (level >= Level.WARNING.intValue()) {
            return "WARN";
        }
        return level >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }

    private static String trace(Throwable thrown) {
        var trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        var text = trace.toString().strip();
        return text.length() > MAX_TRACE_CHARS ? text.substring(0, MAX_TRACE_CHARS) + "..." : text;
    }

    /// As JSON has it. What comes from outside can neither end the line nor move a terminal's cursor.
    private static void escape(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                default -> {
                    if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029' || Character.isSurrogate(c)) {
                        out.append("\\u").append(String.format("%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
    }
}
