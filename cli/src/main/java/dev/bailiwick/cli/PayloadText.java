package dev.bailiwick.cli;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// What a person sees of a payload: its text if it is text, else base64.
final class PayloadText {
    private PayloadText() {
    }

    /// The payload as text, if it is UTF-8 without control characters other than tabs and line ends.
    static Optional<String> of(byte[] payload) {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString();
            return text.chars().allMatch(PayloadText::isText) ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    static String base64(byte[] payload) {
        return Base64.getEncoder().encodeToString(payload);
    }

    /// For a cell of a table.
    static String shown(byte[] payload) {
        return of(payload).orElseGet(() -> "base64:" + base64(payload));
    }

    private static boolean isText(int c) {
        return c == '\t' || c == '\n' || c == '\r' || !Character.isISOControl(c);
    }
}
