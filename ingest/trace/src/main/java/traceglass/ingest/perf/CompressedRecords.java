package traceglass.ingest.perf;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.ByteBuffer;

/// Decompresses the records inside `COMPRESSED` and `COMPRESSED2` records. Their contents form one zstd stream, in
/// which a record may begin in one compressed record and end in the next.
final class CompressedRecords implements RecordSource, AutoCloseable {

    private static final int BUFFER_SIZE = 1 << 17;

    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final ByteBuffer from = ByteBuffer.allocateDirect(1 << 16);
    private final ByteBuffer to = ByteBuffer.allocateDirect(BUFFER_SIZE);
    private final RecordChunks chunks = new RecordChunks(this, Long.MAX_VALUE);
    private boolean isDamaged;

    CompressedRecords() {
        from.limit(0);
        to.limit(0);
    }

    /// Sets the next part of the compressed stream, of at most 64 KiB.
    void feed(byte[] b, int offset, int size) {
        from.clear();
        from.put(b, offset, Math.min(size, from.capacity()));
        from.flip();
        chunks.resume();
    }

    /// Returns the decompressed records.
    RecordChunks chunks() {
        return chunks;
    }

    /// Returns whether the compressed data is invalid; nothing after that can be read.
    boolean isDamaged() {
        return isDamaged;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (!to.hasRemaining()) {
            decompress();
        }
        int n = Math.min(length, to.remaining());
        to.get(target, offset, n);
        return n == 0 ? -1 : n;
    }

    private void decompress() {
        to.clear();
        try {
            while (!isDamaged && to.position() == 0) {
                int before = from.position();
                context.decompressDirectByteBufferStream(to, from);
                if (from.position() == before && to.position() == 0) {
                    break;
                }
            }
        } catch (ZstdException e) {
            isDamaged = true;
        }
        to.flip();
    }

    @Override
    public void close() {
        context.close();
    }
}
