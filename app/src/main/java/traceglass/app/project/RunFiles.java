package traceglass.app.project;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Folder with one file for each run of the program that has traces open, with a path per line. A run locks its file
/// and removes it at its end, so a file without a lock is from a run that was killed or crashed. Not used on the JavaFX
/// thread.
final class RunFiles {

    private static final String ENDING = ".open";

    /// Traces of a run that did not end normally.
    record Interrupted(Path file, List<Path> traces) {}

    private final Path folder;
    private final Path own;
    private FileChannel channel;

    RunFiles(Path folder) {
        this.folder = folder;
        own = folder.resolve(ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()) + ENDING);
    }

    /// Writes the open traces of this run; without any, its file is removed.
    void write(List<Path> traces) throws IOException {
        if (traces.isEmpty()) {
            if (channel != null) {
                channel.close();
                channel = null;
                Files.deleteIfExists(own);
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
        FileChannel made = FileChannel.open(own, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            if (made.tryLock() == null) {
                throw new IOException("can't lock " + own);
            }
            channel = made;
        } finally {
            if (channel == null) {
                // Without a lock, a second run would take this one for interrupted.
                made.close();
                Files.deleteIfExists(own);
            }
        }
    }

    /// Returns the interrupted runs, latest first.
    List<Interrupted> interrupted() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        record Found(Interrupted run, long changed) {}
        List<Found> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.toString().endsWith(ENDING) && !file.equals(own)) {
                    List<Path> traces = tracesOfInterrupted(file);
                    if (!traces.isEmpty()) {
                        found.add(new Found(
                                new Interrupted(file, traces),
                                Files.getLastModifiedTime(file).toMillis()));
                    }
                }
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            System.getLogger(RunFiles.class.getName())
                    .log(System.Logger.Level.WARNING, "can't read the traces of interrupted runs", e);
        }
        found.sort(Comparator.comparingLong(Found::changed).reversed());
        return found.stream().map(Found::run).toList();
    }

    /// Returns an empty list for the file of a run that has not ended.
    private static List<Path> tracesOfInterrupted(Path file) throws IOException {
        try (FileChannel opened = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = opened.tryLock()) {
            if (lock == null) {
                return List.of();
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(opened.size(), 1 << 20));
            while (bytes.hasRemaining() && opened.read(bytes) >= 0) {
                // Reads on to the end.
            }
            List<Path> traces = new ArrayList<>();
            for (String line : new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (!line.isEmpty()) {
                    traces.add(Path.of(line));
                }
            }
            return traces;
        } catch (OverlappingFileLockException e) {
            return List.of();
        } catch (InvalidPathException e) {
            // A file cut off in the middle of a path, or not from this program.
            return List.of();
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
