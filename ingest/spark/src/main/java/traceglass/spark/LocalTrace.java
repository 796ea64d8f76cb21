package traceglass.spark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/// Local file of a trace: the file itself if it is on this machine, else a copy, which is deleted when this is closed.
///
/// @param path the file
/// @param isCopy whether the file is a copy
/// @param bytes size with which the copy counts
record LocalTrace(Path path, boolean isCopy, long bytes) implements AutoCloseable {

    /// Bytes of all copies of this process, because its tasks share the disk.
    private static final AtomicLong COPIES = new AtomicLong();

    /// By default, copies can use the free disk space divided by this number.
    private static final int DEFAULT_SHARE = 2;

    /// Returns the local file of a trace, copying it if necessary.
    ///
    /// @param maxBytes limit for all copies of this process in bytes, or 0 for half of the free disk space
    static LocalTrace of(SourceTrace trace, Configuration hadoop, long maxBytes) throws IOException {
        org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(trace.uri());
        Path here = local(source, hadoop);
        return here != null ? new LocalTrace(here, false, 0) : copy(source, trace.bytes(), hadoop, maxBytes);
    }

    /// Returns the path of a local file, or null if the file is remote.
    static @Nullable Path local(org.apache.hadoop.fs.Path file, Configuration hadoop) throws IOException {
        String scheme = file.getFileSystem(hadoop).getUri().getScheme();
        return "file".equals(scheme) ? Path.of(file.toUri().getPath()) : null;
    }

    /// @param bytes size of the file when it was listed
    private static LocalTrace copy(org.apache.hadoop.fs.Path source, long bytes, Configuration hadoop, long maxBytes)
            throws IOException {
        Path folder = Files.createTempDirectory("traceglass-spark-");
        Path target = target(source, folder);
        boolean isDone = false;
        long all = COPIES.addAndGet(bytes);
        try {
            long free = Files.getFileStore(folder).getUsableSpace();
            long limit = maxBytes > 0 ? maxBytes : (free + all) / DEFAULT_SHARE;
            if (all > limit || bytes > free) {
                throw new IOException("There is no space for a copy of " + bytes + " bytes in " + folder.getParent()
                        + "; other copies take " + (all - bytes) + " of " + limit + " bytes (option maxLocalBytes)");
            }
            copy(source, folder, hadoop);
            isDone = true;
            return new LocalTrace(target, true, bytes);
        } finally {
            if (!isDone) {
                new LocalTrace(target, true, bytes).close();
            }
        }
    }

    /// Copies a file into a folder.
    static Path copy(org.apache.hadoop.fs.Path source, Path folder, Configuration hadoop) throws IOException {
        Path target = target(source, folder);
        try (InputStream in = source.getFileSystem(hadoop).open(source)) {
            Files.copy(in, target);
        }
        return target;
    }

    /// Returns the file for a copy. It keeps the extension, by which some formats are distinguished.
    private static Path target(org.apache.hadoop.fs.Path source, Path folder) {
        return folder.resolve("trace-" + source.getName().replaceAll("[^\\w.-]", "_"));
    }

    @Override
    public void close() {
        Path folder = path.getParent();
        if (isCopy && folder != null) {
            COPIES.addAndGet(-bytes);
            try {
                Files.deleteIfExists(path);
                Files.deleteIfExists(folder);
            } catch (IOException e) {
                // Ignore the failure: the file is in the system's temporary folder.
            }
        }
    }
}
