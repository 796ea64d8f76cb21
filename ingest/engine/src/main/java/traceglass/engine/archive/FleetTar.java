package traceglass.engine.archive;

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

/// Copies entries of a tar archive. Several threads request entries roughly in archive order. To copy an entry, a pass
/// over the archive that has not reached the entry yet is continued, so that a compressed archive is not read from its
/// start for each entry.
public final class FleetTar implements Closeable {

    /// A file in the archive.
    ///
    /// @param position index of the entry in the archive
    /// @param bytes size of the file
    /// @param modifiedMs modification time in ms since the epoch
    public record Entry(int position, String name, long bytes, long modifiedMs) {}

    /// One pass over the archive.
    private static final class Pass implements Closeable {
        private final TarArchiveInputStream tar;
        /// Position of the next entry.
        private int next;

        Pass(Path archive) throws IOException {
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

    /// Maximum number of open passes. A pass is added when all others are already past a requested entry.
    private static final int MAX_PASSES = 4;

    private final Path archive;
    private final Deque<Pass> passes = new ArrayDeque<>();
    private int opened;

    /// Creates a reader. Does not open the archive yet.
    public FleetTar(Path archive) {
        this.archive = archive;
    }

    /// Returns whether a file is a tar archive.
    ///
    /// @param name file name in lower case
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
        try (Pass pass = new Pass(archive)) {
            for (TarArchiveEntry entry = pass.next(); entry != null; entry = pass.next()) {
                if (entry.isFile()) {
                    entries.add(new Entry(
                            pass.next - 1,
                            entry.getName(),
                            entry.getSize(),
                            entry.getLastModifiedTime().toMillis()));
                }
            }
        }
        return entries;
    }

    /// Copies an entry to a file that does not exist.
    public synchronized void copy(Entry source, Path target) throws IOException {
        Pass pass = passBefore(source.position());
        boolean isCopied = false;
        try {
            for (TarArchiveEntry entry = pass.next(); entry != null; entry = pass.next()) {
                if (pass.next - 1 == source.position()) {
                    if (!entry.getName().equals(source.name())) {
                        break;
                    }
                    Files.copy(pass.tar, target);
                    isCopied = true;
                    return;
                }
            }
            throw new IOException("the archive changed");
        } finally {
            if (!isCopied) {
                // The pass could have stopped in the middle of an entry.
                passes.remove(pass);
                pass.close();
            }
        }
    }

    /// Returns the pass that has to skip the fewest entries to reach a position.
    private Pass passBefore(int position) throws IOException {
        Pass nearest = passes.stream()
                .filter(r -> r.next <= position)
                .max(Comparator.comparingInt(r -> r.next))
                .orElse(null);
        if (nearest == null) {
            if (passes.size() == MAX_PASSES) {
                passes.removeFirst().close();
            }
            nearest = new Pass(archive);
            opened++;
        } else {
            passes.remove(nearest);
        }
        passes.addLast(nearest);
        return nearest;
    }

    /// Returns how many times the archive was read from its start to copy entries.
    public synchronized int openCount() {
        return opened;
    }

    /// Closes all open passes. Entries can still be copied.
    @Override
    public synchronized void close() throws IOException {
        while (!passes.isEmpty()) {
            passes.removeFirst().close();
        }
    }
}
