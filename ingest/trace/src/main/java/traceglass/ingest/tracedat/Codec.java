package traceglass.ingest.tracedat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Compression of sections.
enum Codec {
    NONE,
    ZLIB,
    ZSTD;

    /// Maximum size of a decompressed block, in bytes.
    private static final int MAX_PLAIN = 1 << 28;

    /// Returns the codec with this name, or null if it is not supported.
    static Codec of(String name) {
        return switch (name) {
            case "none", "" -> NONE;
            case "zlib" -> ZLIB;
            case "zstd" -> ZSTD;
            default -> null;
        };
    }

    /// Decompresses a block.
    ///
    /// @param plainSize size after decompression, in bytes
    byte[] decompress(byte[] block, long plainSize) throws IOException {
        if (plainSize < 0 || plainSize > MAX_PLAIN || plainSize / 2000 > block.length) {
            throw new IOException("invalid size of a compressed block: " + plainSize);
        }
        byte[] plain = new byte[(int) plainSize];
        switch (this) {
            case NONE -> {
                return block;
            }
            case ZLIB -> {
                try (Inflater inflater = new Inflater()) {
                    inflater.setInput(block);
                    if (inflater.inflate(plain) < plain.length) {
                        throw new IOException("a compressed block is too short");
                    }
                } catch (DataFormatException e) {
                    throw new IOException("a compressed block is damaged", e);
                }
            }
            case ZSTD -> {
                try {
                    if (Zstd.decompressByteArray(plain, 0, plain.length, block, 0, block.length) < plain.length) {
                        throw new IOException("a compressed block is too short");
                    }
                } catch (ZstdException e) {
                    throw new IOException("a compressed block is damaged", e);
                }
            }
            default -> throw new IllegalStateException(name());
        }
        return plain;
    }
}
