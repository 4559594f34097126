package dev.bailiwick.store;

/// The length of text as UTF-8, without encoding it.
final class Utf8 {
    private Utf8() {
    }

    /// @throws InvalidRequestException if the text holds half a surrogate pair, which UTF-8 cannot express
    static long length(String text, String field) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else if (Character.isHighSurrogate(c) && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                throw new InvalidRequestException(field, "it holds half a surrogate pair at index " + i);
            }
        }
        return bytes;
    }
}
