package traceglass.ingest.source;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/// Lists the files in a zip file.
final class ZipEntries {

    private ZipEntries() {}

    /// Returns the files in the order of the central directory.
    ///
    /// @param zip zip file, which must remain open while the entries are read
    static List<ReplayableSource> list(ZipFile zip) {
        List<ReplayableSource> entries = new ArrayList<>();
        zip.stream().filter(e -> !e.isDirectory()).forEach(e -> entries.add(entry(zip, e)));
        return entries;
    }

    /// Opens a zip file.
    ///
    /// @throws java.util.zip.ZipException if the central directory is missing or damaged
    /// @throws java.io.EOFException if the file ends within the central directory
    static ZipFile open(Path path) throws IOException {
        return new ZipFile(path.toFile());
    }

    /// Copies a stream to a temporary file.
    interface Spool {
        Path copy(InputStream in) throws IOException;
    }

    /// Returns the files of a zip file whose central directory is missing or damaged, by reading from its start
    /// up to the damage.
    static List<ReplayableSource> listByStream(Path path, Spool spool) throws IOException {
        List<ReplayableSource> entries = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 16))) {
            for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
                if (!e.isDirectory()) {
                    entries.add(ReplayableSource.of(spool.copy(new TruncatedStream(zip)), e.getName()));
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            // The remaining entries cannot be located.
        }
        return entries;
    }

    /// Stream that ends when its source fails. Closing it does not close the source, which also provides the next
    /// entry.
    private static final class TruncatedStream extends InputStream {

        private final InputStream in;

        TruncatedStream(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] b, int off, int len) {
            try {
                return in.read(b, off, len);
            } catch (IOException e) {
                return -1;
            }
        }
    }

    private static ReplayableSource entry(ZipFile zip, ZipEntry entry) {
        return new ReplayableSource() {
            @Override
            public String name() {
                return entry.getName();
            }

            @Override
            public long size() {
                return entry.getSize();
            }

            @Override
            public long storedSize() {
                return entry.getCompressedSize();
            }

            @Override
            public long modified() {
                try {
                    return entry.getTime() < 0
                            ? 0
                            : entry.getTimeLocal().toInstant(ZoneOffset.UTC).toEpochMilli();
                } catch (DateTimeException e) {
                    // The bits of a date can encode a nonexistent 14th month.
                    return 0;
                }
            }

            @Override
            public InputStream open() throws IOException {
                return zip.getInputStream(entry);
            }
        };
    }
}
