package dev.bailiwick.placement.spi;

import java.util.zip.CRC32C;

/// The checksum at the end of sealed bytes: CRC32C of everything before it, against accidents and not against forgery.
final class Seal {
    static final int BYTES = 4;

    private Seal() {
    }

    static int of(byte[] bytes, int length) {
        var crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
