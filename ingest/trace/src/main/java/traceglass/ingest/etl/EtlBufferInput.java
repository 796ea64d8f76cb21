package traceglass.ingest.etl;

import java.io.IOException;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.store.names.StatNames;

/// Reads and decompresses buffers one after another.
final class EtlBufferInput {

    private static final int MAX_BUFFER_BYTES = 16 << 20;
    private static final int MAX_CPUS = 4096;
    /// Maximum compression ratio, so that the size in a damaged buffer does not exhaust memory.
    private static final int MAX_RATIO = 256;

    private final TraceInput input;
    private final ImportContext context;
    private final byte[] header = new byte[EtlBuffer.HEADER_SIZE];
    private final EtlPayload fields = new EtlPayload();

    EtlBufferInput(TraceInput input, ImportContext context) {
        this.input = input;
        this.context = context;
    }

    /// Returns the next buffer with events, or null at the end.
    EtlBuffer next() throws IOException {
        while (true) {
            long position = input.position();
            int n = input.read(header, 0, header.length);
            if (n < header.length) {
                if (n > 0) {
                    context.logs().recordAt(StatNames.ETL_TRUNCATED, position, null);
                }
                return null;
            }
            fields.moveTo(header, 0, header.length, true);
            long size = fields.uint(0);
            if (size < EtlBuffer.HEADER_SIZE || size > MAX_BUFFER_BYTES) {
                context.logs().recordAt(StatNames.ETL_INVALID_BUFFER, position, null);
                return null;
            }
            EtlBuffer buffer = read((int) size, position);
            if (buffer != null) {
                return buffer;
            }
        }
    }

    private EtlBuffer read(int size, long position) throws IOException {
        byte[] bytes = readBytes(size);
        boolean isCut = bytes.length < size;
        if (isCut) {
            context.logs().recordAt(StatNames.ETL_TRUNCATED, position, null);
        }
        int flags = fields.ushort(EtlBuffer.FLAGS);
        if ((flags & EtlBuffer.BUFFER_LOST) != 0) {
            context.stats().increment(StatNames.ETL_LOST_BUFFERS);
        }
        int length = (int) Math.min(fields.uint(EtlBuffer.FILLED), MAX_BUFFER_BYTES);
        if ((flags & EtlBuffer.COMPRESSED) != 0) {
            length = (int) Math.max(EtlBuffer.HEADER_SIZE, Math.min(length, (long) bytes.length * MAX_RATIO));
            byte[] buffer = new byte[length];
            System.arraycopy(header, 0, buffer, 0, header.length);
            int end = XpressDecoder.decode(bytes, EtlBuffer.HEADER_SIZE, bytes.length, buffer, EtlBuffer.HEADER_SIZE);
            if (end < length && !isCut) {
                context.logs().recordAt(StatNames.ETL_INVALID_BUFFER, position, null);
            }
            bytes = end < buffer.length ? Arrays.copyOf(buffer, end) : buffer;
        } else if (length < EtlBuffer.HEADER_SIZE || length > size) {
            // Buffers of a session that was not stopped record only the size of their saved part.
            length = (int) Math.min(fields.uint(EtlBuffer.SAVED_OFFSET), size);
        }
        int cpu = fields.ushort(EtlBuffer.CPU);
        return new EtlBuffer(bytes, cpu < MAX_CPUS ? cpu : 0, Math.min(length, bytes.length));
    }

    /// Reads a buffer in steps, so that a wrong size allocates no more than the input has.
    private byte[] readBytes(int size) throws IOException {
        byte[] bytes = Arrays.copyOf(header, Math.min(size, 1 << 20));
        int read = header.length;
        while (read < size) {
            if (read == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(size, bytes.length * 2));
            }
            int n = input.read(bytes, read, bytes.length - read);
            if (n <= 0) {
                break;
            }
            read += n;
        }
        return read == bytes.length ? bytes : Arrays.copyOf(bytes, read);
    }
}
