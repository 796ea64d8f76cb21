package traceglass.ingest.sort;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// File with one run of each queue. It is deleted once all of its runs have been read.
final class RunFile {

    private final Path path;
    private final int level;
    private final FileChannel channel;
    private int runs;
    private long end;

    /// @param level 0 for a file with events from memory; otherwise one more than the level of the files merged
    ///     into it
    RunFile(Path path, int level) throws IOException {
        this.path = path;
        this.level = level;
        channel = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    FileChannel channel() {
        return channel;
    }

    int level() {
        return level;
    }

    /// Returns a writer for the next run.
    ///
    /// @param bytes expected size of the run
    RunOutput begin(long bytes) {
        return new RunOutput(channel, end, bytes);
    }

    /// Ends a run and returns its reader, positioned on the first event; null if the run has no events.
    RunInput finish(RunOutput run) throws IOException {
        long start = end;
        end = run.finish();
        if (start == end) {
            return null;
        }
        runs++;
        RunInput input = new RunInput(this, start, end);
        input.next();
        return input;
    }

    long size() {
        return end;
    }

    boolean isUsed() {
        return runs > 0;
    }

    /// Records that a run has been read completely.
    void release() throws IOException {
        if (--runs == 0) {
            delete();
        }
    }

    void delete() throws IOException {
        runs = 0;
        channel.close();
        Files.deleteIfExists(path);
    }
}
