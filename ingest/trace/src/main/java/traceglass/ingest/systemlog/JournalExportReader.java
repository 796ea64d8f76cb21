package traceglass.ingest.systemlog;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Reads the export format of the journal: lines `FIELD=value`; or a line with the name of a field, followed by the
/// length of its value as a 64-bit number, the value and a line feed. An empty line ends an entry.
final class JournalExportReader {

    private static final int MAX_VALUE_BYTES = 1 << 20;

    private final BufferedInputStream in;

    JournalExportReader(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /// Returns the next entry; null at the end.
    JournalEntry next() throws IOException {
        JournalEntry entry = new JournalEntry();
        while (true) {
            String line = readLine();
            if (line == null) {
                return entry.isEmpty() ? null : entry;
            }
            if (line.isEmpty()) {
                if (entry.isEmpty()) {
                    continue;
                }
                return entry;
            }
            int equals = line.indexOf('=');
            if (equals > 0) {
                entry.set(line.substring(0, equals), line.substring(equals + 1));
            } else {
                String value = readBinaryValue();
                if (value != null) {
                    entry.set(line, value);
                }
            }
        }
    }

    /// Returns the next line; the rest of an overlong line is skipped. Null at the end.
    private String readLine() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int b = in.read();
        if (b < 0) {
            return null;
        }
        for (; b >= 0 && b != '\n'; b = in.read()) {
            if (bytes.size() < MAX_VALUE_BYTES) {
                bytes.write(b);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private String readBinaryValue() throws IOException {
        byte[] length = in.readNBytes(Long.BYTES);
        if (length.length < Long.BYTES) {
            return null;
        }
        long n = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            n = n << 8 | length[i] & 0xff;
        }
        if (n < 0) {
            return null;
        }
        byte[] value = in.readNBytes((int) Math.min(n, MAX_VALUE_BYTES));
        long remaining = n - value.length;
        while (value.length == MAX_VALUE_BYTES && remaining > 0) {
            long skipped = in.skip(Math.min(remaining, 1 << 16));
            if (skipped <= 0 && in.read() < 0) {
                break;
            }
            remaining -= Math.max(1, skipped);
        }
        in.read();
        return new String(value, StandardCharsets.UTF_8);
    }
}
