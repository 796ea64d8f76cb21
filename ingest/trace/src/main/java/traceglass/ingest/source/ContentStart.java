package traceglass.ingest.source;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Predicate;
import traceglass.ingest.TraceInput;

/// Decompresses the first bytes of a stream whose end is not available.
public final class ContentStart {

    private static final int MAX_DEPTH = 4;

    private ContentStart() {}

    /// Returns the first bytes of the uncompressed content; empty if they are unknown, because the stream is an
    /// archive or because its first block exceeds the given bytes.
    ///
    /// @param start first bytes of the stream
    /// @param isTraceStart returns whether bytes are the start of a trace
    public static Optional<byte[]> of(byte[] start, Predicate<byte[]> isTraceStart) {
        byte[] bytes = start;
        for (int depth = 0; depth < MAX_DEPTH; depth++) {
            Container container = Container.of(bytes);
            if (container == Container.NONE && !isTraceStart.test(bytes)) {
                byte[] content = Decompressors.brotliStart(bytes);
                return Optional.of(content.length > 0 && isTraceStart.test(content) ? content : bytes);
            }
            switch (container) {
                case NONE -> {
                    return Optional.of(bytes);
                }
                case ZIP, TAR -> {
                    return Optional.empty();
                }
                default -> bytes = decompress(container, bytes);
            }
            if (bytes.length == 0) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static byte[] decompress(Container container, byte[] start) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int skipped = container == Container.CTRACE ? Container.compressedTextAt(start) : 0;
        try (InputStream in =
                Decompressors.open(container, new ByteArrayInputStream(start, skipped, start.length - skipped))) {
            byte[] chunk = new byte[1024];
            for (int n = in.read(chunk); n > 0 && out.size() < TraceInput.MAX_HEAD_BYTES; n = in.read(chunk)) {
                out.write(chunk, 0, n);
            }
        } catch (IOException e) {
            // The compressed stream continues beyond the given bytes.
        }
        return out.toByteArray();
    }
}
