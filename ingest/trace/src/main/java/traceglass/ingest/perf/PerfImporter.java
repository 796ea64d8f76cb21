package traceglass.ingest.perf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;

/// Imports files of `perf record` and `simpleperf record`, of both byte orders: files, pipes (`-o -`), compressed
/// records (`-z`) and folders (`--threads`). The layout is that of tools/perf/Documentation/perf.data-file-format.txt
/// of Linux.
public final class PerfImporter implements Importer {

    @Override
    public String id() {
        return "perf";
    }

    @Override
    public String displayName() {
        return "perf.data";
    }

    @Override
    public int priority() {
        return 30;
    }

    @Override
    public boolean sniff(byte[] head) {
        return PerfHeader.sniff(head);
    }

    /// Returns false, because the records before a round are complete when the round starts, see [RecordReader].
    @Override
    public boolean sortsAtEnd() {
        return false;
    }

    @Override
    public Path mainFile(Path folder) throws IOException {
        for (String name : new String[] {"data", "header"}) {
            Path file = folder.resolve(name);
            if (Files.isRegularFile(file)) {
                try (InputStream in = Files.newInputStream(file)) {
                    if (sniff(in.readNBytes(Long.BYTES))) {
                        return file;
                    }
                }
            }
        }
        return null;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ClockTracker clocks = context.clocks();
        clocks.setDefaultClock(ClockId.of(ClockId.MONOTONIC));
        new PerfFile(input, context).read();
    }
}
