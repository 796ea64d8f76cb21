package traceglass.ingest.open;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;

/// Says what kind of trace a file is by its first bytes, without reading it: for who wanted something else.
public final class FormatGuess {

    /// Formats of text whose marks nothing else that people write begins with.
    private static final Set<String> TEXTS = Set.of("json", "systrace");

    private FormatGuess() {}

    /// What people call the format, such as `Perfetto trace`; empty if these bytes are of none. One that is packed
    /// with gzip is looked into.
    public static Optional<String> of(byte[] head) {
        byte[] bytes = java.util.Arrays.copyOf(head, Math.min(head.length, TraceInput.HEAD));
        if (bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b) {
            bytes = unpacked(bytes);
        }
        byte[] first = bytes;
        boolean text = isText(first);
        return TraceReading.importers().stream()
                .filter(i -> !text || TEXTS.contains(i.id()) && !Character.isWhitespace(first[0]))
                .filter(i -> i.sniff(first))
                .findFirst()
                .map(Importer::displayName);
    }

    private static boolean isText(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1)
                .chars()
                .noneMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t');
    }

    /// As much as these bytes hold.
    private static byte[] unpacked(byte[] head) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(head))) {
            byte[] some = new byte[1024];
            for (int n = in.read(some); n > 0 && out.size() < TraceInput.HEAD; n = in.read(some)) {
                out.write(some, 0, n);
            }
        } catch (IOException e) {
            // The bytes end before the stream does.
        }
        return out.toByteArray();
    }
}
