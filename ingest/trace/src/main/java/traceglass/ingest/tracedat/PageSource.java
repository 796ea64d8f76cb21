package traceglass.ingest.tracedat;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;

/// Pages of one CPU's ring buffer, decompressed if necessary.
final class PageSource {

    private static final int MAX_CHUNKS = 1 << 24;

    private final SpooledBytes bytes;
    private final Recording recording;
    private final int pageSize;
    private final long end;
    private final boolean isCompressed;
    private long position;
    private long chunks;
    private byte[] uncompressed = new byte[0];
    private int used;
    private boolean isTruncated;

    PageSource(SpooledBytes bytes, Recording recording, Recording.Buffer buffer, Recording.CpuData data) {
        this.bytes = bytes;
        this.recording = recording;
        pageSize = buffer.pageSize();
        isCompressed = buffer.isCompressed();
        position = Math.max(data.offset(), 0);
        // The stated size of compressed data does not include the number of chunks.
        long size = isCompressed && data.size() > 0 ? data.size() + Integer.BYTES : data.size();
        long needed = size < 0 || position > Long.MAX_VALUE - size ? 0 : position + size;
        end = Math.min(needed, bytes.size());
        isTruncated = needed > bytes.size();
        chunks = -1;
    }

    /// Returns whether the file ends before the pages do, or whether a compressed chunk is damaged.
    boolean isTruncated() {
        return isTruncated;
    }

    /// Returns the next page, or null if there is none. A truncated page is returned at its actual size.
    byte[] next() throws IOException {
        if (!isCompressed) {
            byte[] page = position >= end ? null : bytes.get(position, (int) Math.min(pageSize, end - position));
            position += pageSize;
            return page;
        }
        byte[] page = new byte[pageSize];
        int length = 0;
        while (length < pageSize) {
            if (used == uncompressed.length && !nextChunk()) {
                break;
            }
            int n = Math.min(pageSize - length, uncompressed.length - used);
            System.arraycopy(uncompressed, used, page, length, n);
            used += n;
            length += n;
        }
        return length == 0 ? null : length == pageSize ? page : Arrays.copyOf(page, length);
    }

    private boolean nextChunk() {
        try {
            TraceDatFields f = new TraceDatFields(bytes, position, recording.isBigEndian);
            if (chunks < 0) {
                chunks = position >= end ? 0 : Math.min(f.u32(), MAX_CHUNKS);
            }
            if (chunks == 0) {
                return false;
            }
            chunks--;
            long compressed = f.u32();
            long size = f.u32();
            if (compressed > end - f.position()) {
                throw new EOFException();
            }
            uncompressed = recording.codec.decompress(f.block(compressed), size);
            used = 0;
            position = f.position();
            return uncompressed.length > 0;
        } catch (IOException e) {
            isTruncated = true;
            chunks = 0;
            return false;
        }
    }
}
