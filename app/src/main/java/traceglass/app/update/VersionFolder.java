package traceglass.app.update;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The folder of an installation with its versions side by side. The script `update-switch` of the package describes
/// its files and switches between versions.
///
/// @param root contains `versions` and the link `current`
record VersionFolder(Path root) {

    /// Lock that only one process can hold.
    record Lock(FileChannel channel) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    Path version(String name) {
        return root.resolve("versions").resolve(name);
    }

    /// Returns the file of a download.
    Path download(String sha256) {
        return root.resolve("download").resolve(sha256 + ".part");
    }

    /// Locks the folder.
    ///
    /// @throws UpdateProblem if another copy of the program holds it, or the folder can't be written
    Lock lock() throws UpdateProblem {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return new Lock(channel);
            }
            channel.close();
        } catch (OverlappingFileLockException e) {
            closeQuietly(channel);
        } catch (IOException e) {
            closeQuietly(channel);
            throw new UpdateProblem(UpdateTexts.cantWrite(root, e), e);
        }
        throw new UpdateProblem(UpdateTexts.BUSY);
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // Nothing was written.
            }
        }
    }

    /// Returns the version that the next start uses; empty if it is the running version.
    Optional<String> next() {
        return line("next");
    }

    Optional<String> previous() {
        return line("previous").filter(v -> Installation.read(version(v)).isPresent());
    }

    /// Returns versions that did not start, or that the user rolled back.
    Set<String> failedVersions() {
        try {
            return Set.copyOf(Files.readAllLines(root.resolve("failed")));
        } catch (IOException e) {
            return Set.of();
        }
    }

    /// Selects a version for the next start.
    void setNext(String version) throws IOException {
        write("next", version);
    }

    /// Records that a version must not be offered again.
    void markFailed(String version) throws IOException {
        Files.writeString(root.resolve("failed"), version + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// Confirms that a version on trial has started.
    void confirm(String version) {
        try {
            if (line("trial").filter(version::equals).isPresent()) {
                Files.deleteIfExists(root.resolve("trial"));
            }
        } catch (IOException e) {
            // The next start tries again.
        }
    }

    /// Returns the number of the newest list that was seen, or 0.
    long serial() {
        try {
            return Long.parseLong(line("seen").orElse("0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    void writeSerial(long serial) throws IOException {
        write("seen", String.valueOf(serial));
    }

    private Optional<String> line(String file) {
        try (Stream<String> lines = Files.lines(root.resolve(file), StandardCharsets.UTF_8)) {
            return lines.findFirst().map(String::strip).filter(l -> !l.isEmpty());
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /// Replaces a file atomically.
    private void write(String file, String line) throws IOException {
        Path next = root.resolve(file + "." + ProcessHandle.current().pid());
        try {
            Files.writeString(next, line + "\n");
            Files.move(next, root.resolve(file), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /// Deletes unused versions and the leftovers of interrupted updates. Called with the lock held.
    ///
    /// @param keep names of versions to keep in any case
    void deleteOthers(Set<String> keep) throws IOException {
        Set<String> names = new TreeSet<>(keep);
        next().ifPresent(names::add);
        line("previous").ifPresent(names::add);
        Path link = root.resolve("current");
        if (Files.isSymbolicLink(link)) {
            names.add(String.valueOf(Files.readSymbolicLink(link).getFileName()));
        }
        List<Path> files;
        try (Stream<Path> versions = Files.list(root.resolve("versions"))) {
            files = versions.toList();
        }
        for (Path version : files) {
            if (!names.contains(String.valueOf(version.getFileName())) && !isRunning(version)) {
                deleteAll(version);
            }
        }
    }

    private static boolean isRunning(Path version) {
        return ProcessHandle.allProcesses()
                .anyMatch(p -> p.info()
                        .command()
                        .filter(c -> Path.of(c).startsWith(version))
                        .isPresent());
    }

    /// Deletes a folder with its content. Links are deleted, not followed.
    static void deleteAll(Path folder) throws IOException {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            List<Path> content;
            try (Stream<Path> files = Files.list(folder)) {
                content = files.toList();
            }
            for (Path file : content) {
                deleteAll(file);
            }
        }
        Files.deleteIfExists(folder);
    }
}
