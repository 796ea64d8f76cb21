package traceglass.engine.fleet.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;

/// Copies entries of a tar archive. They are asked for in about the order of the archive, by several threads: readings
/// that have not passed an entry are continued, so that a compressed archive is not read from its start for each entry.
public final class FleetTar implements Closeable {

    /// A file in the archive.
    ///
    /// @param position number of the entry in the archive
    /// @param bytes size of the file
    /// @param modifiedMs time of its last change, in milliseconds since 1970
    public record Entry(int position, String name, long bytes, long modifiedMs) {}

    /// One pass over the archive.
    private static final class Reading implements Closeable {
        private final TarArchiveInputStream tar;
        /// Position of the entry that comes next.
        private int next;

        Reading(Path archive) throws IOException {
            tar = openTar(archive);
        }

        @Nullable
        TarArchiveEntry next() throws IOException {
            next++;
            return tar.getNextEntry();
        }

        @Override
        public void close() throws IOException {
            tar.close();
        }
    }

    /// Each is behind the others, and took over when an entry was asked for after its successor.
    private static final int MAX_READINGS = 4;

    private final Path archive;
    private final Deque<Reading> readings = new ArrayDeque<>();
    private int opened;

    /// Reads nothing yet.
    public FleetTar(Path archive) {
        this.archive = archive;
    }

    /// Returns whether a file of this name, in lower case, is a tar archive.
    public static boolean isTar(String name) {
        return name.endsWith(".tar") || name.endsWith(".tar.gz") || name.endsWith(".tgz");
    }

    private static TarArchiveInputStream openTar(Path archive) throws IOException {
        InputStream in = Files.newInputStream(archive);
        boolean isPlain =
                archive.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".tar");
        try {
            return new TarArchiveInputStream(
                    isPlain
                            ? in
                            : GzipCompressorInputStream.builder()
                                    .setInputStream(in)
                                    .setDecompressConcatenated(true)
                                    .get());
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /// Lists the files of the archive.
    public List<Entry> list() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (Reading reading = new Reading(archive)) {
            for (TarArchiveEntry entry = reading.next(); entry != null; entry = reading.next()) {
                if (entry.isFile()) {
                    entries.add(new Entry(
                            reading.next - 1,
                            entry.getName(),
                            entry.getSize(),
                            entry.getLastModifiedTime().toMillis()));
                }
            }
        }
        return entries;
    }

    /// Copies an entry to a file that does not exist.
    public synchronized void copy(Entry wanted, Path target) throws IOException {
        Reading reading = before(wanted.position());
        boolean isCopied = false;
        try {
            for (TarArchiveEntry entry = reading.next(); entry != null; entry = reading.next()) {
                if (reading.next - 1 == wanted.position()) {
                    if (!entry.getName().equals(wanted.name())) {
                        break;
                    }
                    Files.copy(reading.tar, target);
                    isCopied = true;
                    return;
                }
            }
            throw new IOException("the archive changed");
        } finally {
            if (!isCopied) {
                // It stands anywhere in an entry.
                readings.remove(reading);
                reading.close();
            }
        }
    }

    /// Returns the reading that passes the fewest entries before this one.
    private Reading before(int position) throws IOException {
        Reading nearest = readings.stream()
                .filter(r -> r.next <= position)
                .max(Comparator.comparingInt(r -> r.next))
                .orElse(null);
        if (nearest == null) {
            if (readings.size() == MAX_READINGS) {
                readings.removeFirst().close();
            }
            nearest = new Reading(archive);
            opened++;
        } else {
            readings.remove(nearest);
        }
        readings.addLast(nearest);
        return nearest;
    }

    /// Returns how often the archive was read from its start to copy entries.
    public synchronized int opened() {
        return opened;
    }

    /// Ends all readings. Entries can still be copied.
    @Override
    public synchronized void close() throws IOException {
        while (!readings.isEmpty()) {
            readings.removeFirst().close();
        }
    }
}
