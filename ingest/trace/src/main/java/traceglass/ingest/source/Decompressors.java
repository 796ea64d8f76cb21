package traceglass.ingest.source;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.brotli.dec.BrotliInputStream;
import traceglass.ingest.TraceInput;

/// Decompressors of files that contain a single stream.
final class Decompressors {

    /// Maximum memory of the xz decompressor in KB; files compressed at the highest level need 65 MB.
    private static final int XZ_MEMORY_KB = 256 << 10;
    /// Minimum number of decompressed bytes to recognize brotli data; fewer are not reliable.
    private static final int MIN_BROTLI = 64;

    private Decompressors() {}

    /// Returns the decompressed bytes of a stream. Concatenated streams are read as one, except in brotli.
    ///
    /// @param in stream at the start of the compressed data
    /// @throws IOException if the data is damaged; reading the stream may throw it as well
    static InputStream open(Container container, InputStream in) throws IOException {
        return switch (container) {
            case GZIP -> new GZIPInputStream(in, 1 << 16);
            case ZSTD -> new ZstdInputStream(in).setContinuous(true);
            case BZIP2 -> new Checked(new BZip2CompressorInputStream(in, true));
            case XZ -> new Checked(new XZCompressorInputStream(in, true, XZ_MEMORY_KB));
            case LZ4 -> new Checked(new FramedLZ4CompressorInputStream(in, true));
            case BROTLI -> new Checked(Brotli.open(in));
            default -> new InflaterInputStream(in);
        };
    }

    /// Returns the first bytes of a trace if the given bytes may be the start of its brotli data, which has no
    /// magic number; otherwise an empty array.
    static byte[] brotliStart(byte[] head) {
        byte[] start = new byte[TraceInput.MAX_HEAD_BYTES];
        int length = 0;
        try (InputStream in = open(Container.BROTLI, new ByteArrayInputStream(head))) {
            for (int n = in.read(start, 0, MIN_BROTLI); n > 0 && length < start.length; ) {
                length += n;
                n = in.read(start, length, Math.min(MIN_BROTLI, start.length - length));
            }
        } catch (IOException e) {
            // The compressed data continues beyond the given bytes, or is not brotli.
        }
        return length < MIN_BROTLI ? new byte[0] : Arrays.copyOf(start, length);
    }

    /// Loads the decompressor only when it is used. Otherwise the virtual machine would load it to verify the outer
    /// class, and would read it from its jar, because an AOT cache cannot contain classes compiled for such old
    /// versions.
    private static final class Brotli {

        static InputStream open(InputStream in) throws IOException {
            return new BrotliInputStream(in, 1 << 16);
        }
    }

    /// Converts the runtime exceptions that decompressors throw for damaged data to [IOException].
    private static final class Checked extends FilterInputStream {

        Checked(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            try {
                return super.read();
            } catch (RuntimeException e) {
                throw new IOException("damaged data", e);
            }
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            try {
                return super.read(b, off, len);
            } catch (RuntimeException e) {
                throw new IOException("damaged data", e);
            }
        }
    }
}
