package traceglass.ingest.open;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;

/// Guesses the trace format of a file from its first bytes, for error messages of code that expected another kind of
/// file.
public final class FormatDetector {

    /// Ids of text formats whose first characters are unlikely in other text.
    private static final Set<String> TEXT_FORMATS = Set.of("json", "systrace");

    private FormatDetector() {}

    /// Returns the display name of the format, such as `Perfetto trace`; empty if it is unknown. Looks inside gzip
    /// data.
    public static Optional<String> of(byte[] head) {
        byte[] bytes = Arrays.copyOf(head, Math.min(head.length, TraceInput.MAX_HEAD_BYTES));
        if (bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b) {
            bytes = decompress(bytes);
        }
        if (bytes.length == 0) {
            return Optional.empty();
        }
        byte[] first = bytes;
        boolean isText = isText(first);
        return Importers.builtIn().all().stream()
                .filter(i -> !isText || TEXT_FORMATS.contains(i.id()) && !Character.isWhitespace(first[0]))
                .filter(i -> i.sniff(first))
                .findFirst()
                .map(Importer::displayName);
    }

    /// Returns why a text file with these first bytes can't be opened, such as `is not a trace in a supported
    /// format: …`. Empty if an importer reads it, or if it is binary, because the format of a binary file may
    /// only be recognizable from the whole file.
    public static Optional<String> problemOfText(byte[] head) {
        byte[] first = Arrays.copyOf(head, Math.min(head.length, TraceInput.MAX_HEAD_BYTES));
        return isText(first) && Importers.builtIn().of(first) == null
                ? Optional.of(UnknownFile.describe(first, ""))
                : Optional.empty();
    }

    private static boolean isText(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1)
                .chars()
                .noneMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t');
    }

    /// Decompresses as much as the given bytes contain.
    private static byte[] decompress(byte[] head) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(head))) {
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
