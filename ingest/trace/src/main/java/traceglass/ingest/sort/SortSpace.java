package traceglass.ingest.sort;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Memory and disk space for events waiting to be sorted: beyond a number of bytes, they are written to files.
public final class SortSpace {

    /// Creates the folder for the files.
    @FunctionalInterface
    public interface FolderFactory {
        Path create() throws IOException;
    }

    /// Deletes the folder and everything in it.
    @FunctionalInterface
    public interface FolderRemover {
        void delete(Path folder);
    }

    /// Number of files of one level that are merged into one file of the next level. Limits the number of runs for
    /// which reading needs memory, and how many times an event is rewritten in traces of any size.
    private static final int FAN_IN = 16;

    private final long bytes;
    private final FolderFactory folderFactory;
    private final FolderRemover remover;
    private final List<RunFile> files = new ArrayList<>();
    private Path folder;
    private int created;
    private long written;

    /// @param bytes memory in bytes for waiting events of queues whose events can be written to files
    public SortSpace(long bytes, FolderFactory folderFactory, FolderRemover remover) {
        this.bytes = bytes;
        this.folderFactory = folderFactory;
        this.remover = remover;
    }

    long bytes() {
        return bytes;
    }

    /// Returns the number of bytes written so far; 0 if all events fit in memory.
    public long written() {
        return written;
    }

    /// Writes the events of all queues that are in memory to a new file.
    void spill(List<EventSorter.Queue> queues) throws IOException {
        RunFile file = create(0);
        for (EventSorter.Queue queue : queues) {
            queue.spill(file);
        }
        add(file);
        for (int level = 0; count(level) >= FAN_IN; level++) {
            merge(level, queues);
        }
    }

    private RunFile create(int level) throws IOException {
        if (folder == null) {
            folder = folderFactory.create();
        }
        return new RunFile(folder.resolve("events-" + created++), level);
    }

    private void add(RunFile file) throws IOException {
        written += file.size();
        files.removeIf(f -> !f.isUsed());
        if (file.isUsed()) {
            files.add(file);
        } else {
            file.delete();
        }
    }

    private long count(int level) {
        return files.stream().filter(f -> f.level() == level && f.isUsed()).count();
    }

    private void merge(int level, List<EventSorter.Queue> queues) throws IOException {
        RunFile merged = create(level + 1);
        for (EventSorter.Queue queue : queues) {
            queue.mergeRuns(level, merged);
        }
        add(merged);
    }

    /// Deletes all files.
    void close() {
        for (RunFile file : files) {
            try {
                file.delete();
            } catch (IOException e) {
                // The file is deleted with the folder.
            }
        }
        files.clear();
        if (folder != null) {
            remover.delete(folder);
            folder = null;
        }
    }
}
