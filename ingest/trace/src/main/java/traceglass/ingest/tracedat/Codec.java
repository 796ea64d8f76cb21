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
    /// @param decompressedSize size after decompression, in bytes
    byte[] decompress(byte[] block, long decompressedSize) throws IOException {
        if (decompressedSize < 0 || decompressedSize > MAX_PLAIN || decompressedSize / 2000 > block.length) {
            throw new IOException("invalid size of a compressed block: " + decompressedSize);
        }
        byte[] decompressed = new byte[(int) decompressedSize];
        switch (this) {
            case NONE -> {
                return block;
            }
            case ZLIB -> {
                try (Inflater inflater = new Inflater()) {
                    inflater.setInput(block);
                    if (inflater.inflate(decompressed) < decompressed.length) {
                        throw new IOException("a compressed block is too short");
                    }
                } catch (DataFormatException e) {
                    throw new IOException("a compressed block is damaged", e);
                }
            }
            case ZSTD -> {
                try {
                    if (Zstd.decompressByteArray(decompressed, 0, decompressed.length, block, 0, block.length)
                            < decompressed.length) {
                        throw new IOException("a compressed block is too short");
                    }
                } catch (ZstdException e) {
                    throw new IOException("a compressed block is damaged", e);
                }
            }
            default -> throw new IllegalStateException(name());
        }
        return decompressed;
    }
}
