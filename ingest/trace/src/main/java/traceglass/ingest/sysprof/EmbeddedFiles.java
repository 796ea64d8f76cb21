package traceglass.ingest.sysprof;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/// Files that a capture contains in chunks. Only those with names of functions are kept.
final class EmbeddedFiles {

    static final String SYMBOLS = "__symbols__";
    static final String KALLSYMS = "/proc/kallsyms";

    private static final int PATH = 28;
    private static final int PATH_LENGTH = 256;
    private static final int DATA = PATH + PATH_LENGTH;
    private static final int MAX_BYTES = 256 << 20;
    private static final String GZIP = ".gz";

    private final Map<String, ByteArrayOutputStream> files = new HashMap<>();

    void add(CaptureFrame frame) {
        String path = frame.text(PATH, PATH_LENGTH);
        String uncompressedPath = path.endsWith(GZIP) ? path.substring(0, path.length() - GZIP.length()) : path;
        if (!uncompressedPath.equals(SYMBOLS) && !uncompressedPath.equals(KALLSYMS)) {
            return;
        }
        ByteArrayOutputStream file = files.computeIfAbsent(path, p -> new ByteArrayOutputStream());
        int length = Math.min(frame.u16(CaptureFrame.HEADER_SIZE + 2), frame.length() - DATA);
        if (length > 0 && file.size() <= MAX_BYTES) {
            file.write(frame.bytes(), DATA, length);
        }
    }

    /// Returns the content of a file, as far as it was recorded; empty if there is none.
    byte[] content(String path) {
        ByteArrayOutputStream content = files.get(path);
        if (content != null) {
            return content.toByteArray();
        }
        ByteArrayOutputStream compressed = files.get(path + GZIP);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (compressed != null) {
            try (InputStream in =
                    new BufferedInputStream(new GZIPInputStream(new ByteArrayInputStream(compressed.toByteArray())))) {
                byte[] buffer = new byte[1 << 16];
                for (int n = in.read(buffer); n >= 0 && out.size() < MAX_BYTES; n = in.read(buffer)) {
                    out.write(buffer, 0, n);
                }
            } catch (IOException e) {
                // The file is damaged; the part before the damage is used.
            }
        }
        return out.toByteArray();
    }
}
