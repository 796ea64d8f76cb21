package traceglass.ingest.gotrace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.tracker.clock.ClockId;

/// Imports Go execution traces. The layout is defined in Go's `internal/trace/tracev2` and, for Go before 1.22,
/// `internal/trace/internal/tracev1`.
public final class GoTraceImporter implements Importer {

    private static final int HEADER_SIZE = 16;
    private static final Set<Integer> VERSION_1 = Set.of(5, 7, 8, 9, 10, 11, 19, 21);
    private static final Set<Integer> VERSION_2 = Set.of(22, 23, 25, 26);

    @Override
    public String id() {
        return "go_trace";
    }

    @Override
    public String displayName() {
        return "Go execution trace";
    }

    @Override
    public int priority() {
        return 43;
    }

    @Override
    public boolean sniff(byte[] head) {
        return release(head) >= 0;
    }

    /// Returns the minor number of the Go release in the header, `go 1.22 trace` padded with zeros; -1 if there is
    /// no such header.
    private static int release(byte[] head) {
        if (head.length < HEADER_SIZE) {
            return -1;
        }
        String text = new String(head, 0, HEADER_SIZE, StandardCharsets.ISO_8859_1);
        int end = text.indexOf(" trace\0");
        if (!text.startsWith("go 1.") || end < 6 || end > 8) {
            return -1;
        }
        int release = 0;
        for (int i = 5; i < end; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return -1;
            }
            release = release * 10 + text.charAt(i) - '0';
        }
        return release;
    }

    /// Returns false, because version 2 marks which events are complete.
    @Override
    public boolean sortsAtEnd() {
        return false;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        int release = release(input.head());
        if (!VERSION_1.contains(release) && !VERSION_2.contains(release)) {
            throw new TraceProblem(input.name() + " is an execution trace in the format of Go 1." + release
                    + ". Formats up to Go 1.26 are supported. Please report this.");
        }
        ClockId clock = ClockId.ofFile(context.traceId());
        context.clocks().useOnly(clock);
        if (VERSION_2.contains(release)) {
            new GoV2Reader(context, clock).read(input, HEADER_SIZE);
        } else {
            context.sorter().sortAtEndOnly();
            new GoV1Reader(context, release).read(input, HEADER_SIZE);
        }
    }
}
