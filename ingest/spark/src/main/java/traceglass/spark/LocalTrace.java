package traceglass.spark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.TemporaryFiles;
import traceglass.store.text.DisplayText;

/// Local file of a trace: the file itself if it is on this machine, else a copy, which is deleted when this is closed.
///
/// @param path the file
/// @param copyFolder temporary folder of the copy; null if the file is not a copy
/// @param bytes size of the copy, which counts towards the limit for all copies
record LocalTrace(Path path, @Nullable Path copyFolder, long bytes) implements AutoCloseable {

    /// Bytes of all copies of this process, because its tasks share the disk.
    private static final AtomicLong COPIED_BYTES = new AtomicLong();

    /// By default, copies can use the free disk space divided by this number.
    private static final int DEFAULT_SHARE = 2;

    /// Returns the local file of a trace, copying it if necessary.
    ///
    /// @param maxBytes limit for all copies of this process in bytes, or 0 for half of the free disk space
    static LocalTrace of(SourceTrace trace, Configuration hadoop, long maxBytes) throws IOException {
        org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(trace.uri());
        Path local = localPath(source, hadoop);
        if (local != null) {
            return new LocalTrace(local, null, 0);
        }
        if (!trace.isInFleet()) {
            return copy(trace.bytes(), maxBytes, folder -> copy(source, folder, hadoop));
        }
        List<RemoteFleet.Part> files = RemoteFleet.files(source, hadoop);
        return copy(
                files.stream().mapToLong(part -> part.file().getLen()).sum(),
                maxBytes,
                folder -> RemoteFleet.copy(source, files, folder, hadoop));
    }

    /// Returns the path of a local file, or null if the file is remote.
    static @Nullable Path localPath(org.apache.hadoop.fs.Path file, Configuration hadoop) throws IOException {
        String scheme = file.getFileSystem(hadoop).getUri().getScheme();
        return "file".equals(scheme) ? Path.of(file.toUri().getPath()) : null;
    }

    /// Copies the files of a trace into a folder.
    private interface Copier {

        /// Returns the file to open.
        Path copyInto(Path folder) throws IOException;
    }

    /// @param bytes size of the files when they were listed
    private static LocalTrace copy(long bytes, long maxBytes, Copier copier) throws IOException {
        // A later process deletes it if this one is killed.
        Path folder = TemporaryFiles.folder("spark");
        boolean isDone = false;
        long all = COPIED_BYTES.addAndGet(bytes);
        try {
            long free = Files.getFileStore(folder).getUsableSpace();
            long limit = maxBytes > 0 ? maxBytes : (free + all) / DEFAULT_SHARE;
            if (all > limit || bytes > free) {
                throw new IOException("not enough space for a copy of " + DisplayText.size(bytes) + " in "
                        + folder.getParent() + "; other copies take " + DisplayText.size(all - bytes) + " of "
                        + DisplayText.size(limit) + " (option maxLocalBytes)");
            }
            LocalTrace copy = new LocalTrace(copier.copyInto(folder), folder, bytes);
            isDone = true;
            return copy;
        } finally {
            if (!isDone) {
                new LocalTrace(folder, folder, bytes).close();
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

    /// Returns the file for a copy. It keeps the extension, which identifies some formats.
    private static Path target(org.apache.hadoop.fs.Path source, Path folder) {
        return folder.resolve("trace-" + source.getName().replaceAll("[^\\w.-]", "_"));
    }

    @Override
    public void close() {
        if (copyFolder != null) {
            COPIED_BYTES.addAndGet(-bytes);
            StoreDatabase.deleteTree(copyFolder);
        }
    }
}
