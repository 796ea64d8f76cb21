package traceglass.app.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Folder with one file for each run of the program that has traces open, with a path per line. A run locks its file
/// and removes it at its end, so a file without a lock is from a run that was killed or crashed. Not used on the JavaFX
/// thread.
final class RunFiles {

    private static final String EXTENSION = ".open";

    /// Traces of a run that did not end normally.
    record Interrupted(Path file, List<Path> traces) {}

    /// Other runs of the program.
    ///
    /// @param interrupted runs that did not end normally, latest first
    /// @param running number of runs that have not ended
    record OtherRuns(List<Interrupted> interrupted, int running) {}

    private final Path folder;
    private final Path thisRun;
    private FileChannel channel;

    RunFiles(Path folder) {
        this.folder = folder;
        thisRun = folder.resolve(ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()) + EXTENSION);
    }

    /// Writes the open traces of this run; without any, its file is removed.
    void write(List<Path> traces) throws IOException {
        if (traces.isEmpty()) {
            if (channel != null) {
                channel.close();
                channel = null;
                Files.deleteIfExists(thisRun);
            }
            return;
        }
        if (channel == null) {
            create();
        }
        StringBuilder text = new StringBuilder();
        traces.stream()
                .filter(t -> t.toString().indexOf('\n') < 0)
                .forEach(t -> text.append(t).append('\n'));
        ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
        channel.position(0);
        int size = bytes.remaining();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.truncate(size);
        channel.force(false);
    }

    private void create() throws IOException {
        Files.createDirectories(folder);
        FileChannel created = FileChannel.open(thisRun, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            if (created.tryLock() == null) {
                throw new IOException("can't lock " + thisRun);
            }
            channel = created;
        } finally {
            if (channel == null) {
                // Without a lock, a second run would take this one for interrupted.
                created.close();
                Files.deleteIfExists(thisRun);
            }
        }
    }

    /// Reads the files of other runs.
    OtherRuns readOthers() {
        if (!Files.isDirectory(folder)) {
            return new OtherRuns(List.of(), 0);
        }
        record Found(Interrupted run, long changed) {}
        List<Found> matches = new ArrayList<>();
        int running = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (!file.toString().endsWith(EXTENSION) || file.equals(thisRun)) {
                    continue;
                }
                Optional<List<Path>> traces = tracesOfInterrupted(file);
                if (traces.isEmpty()) {
                    running++;
                } else if (!traces.get().isEmpty()) {
                    matches.add(new Found(
                            new Interrupted(file, traces.get()), file.toFile().lastModified()));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            System.getLogger(RunFiles.class.getName())
                    .log(System.Logger.Level.WARNING, "can't read the traces of interrupted runs", e);
        }
        matches.sort(Comparator.comparingLong(Found::changed).reversed());
        return new OtherRuns(matches.stream().map(Found::run).toList(), running);
    }

    /// Returns the traces in the file of a run; empty if the run has not ended.
    private static Optional<List<Path>> tracesOfInterrupted(Path file) throws IOException {
        try (FileChannel opened = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = opened.tryLock()) {
            if (lock == null) {
                return Optional.empty();
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(opened.size(), 1 << 20));
            while (bytes.hasRemaining() && opened.read(bytes) >= 0) {
                // Read until the end of the file.
            }
            List<Path> traces = new ArrayList<>();
            for (String line : new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (!line.isEmpty()) {
                    traces.add(Path.of(line));
                }
            }
            return Optional.of(traces);
        } catch (OverlappingFileLockException e) {
            return Optional.empty();
        } catch (NoSuchFileException | InvalidPathException e) {
            // The run has just ended, or the file is not from this program.
            return Optional.of(List.of());
        }
    }

    /// Removes the file of an interrupted run.
    void remove(Interrupted run) {
        try {
            Files.deleteIfExists(run.file);
        } catch (IOException e) {
            System.getLogger(RunFiles.class.getName()).log(System.Logger.Level.WARNING, "can't remove " + run.file, e);
        }
    }
}
