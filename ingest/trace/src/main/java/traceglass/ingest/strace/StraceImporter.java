package traceglass.ingest.strace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.table.StringPool;

/// Imports system calls from the output of `strace -f -ttt`.
public final class StraceImporter implements Importer {

    private static final int MAX_SNIFFED_BYTES = 4096;

    @Override
    public String id() {
        return "strace";
    }

    @Override
    public String displayName() {
        return "strace text";
    }

    @Override
    public int priority() {
        return 197;
    }

    /// Accepts text whose first line is a system call.
    @Override
    public boolean sniff(byte[] head) {
        int end = 0;
        while (end < head.length && end < MAX_SNIFFED_BYTES && head[end] != '\n') {
            end++;
        }
        return StraceLine.parse(new String(head, 0, end, StandardCharsets.UTF_8)) != null;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.of(ClockId.REALTIME);
        clocks.setDefaultClock(clock);
        clocks.setTraceTime(clock);
        clocks.assumeTraceTime(clock);
        EventSorter.Queue queue = context.sorter().queue((ts, data, ref) -> event(ts, (StraceLine) ref, context));
        try (TextLines text = new TextLines(input.asStream())) {
            for (String line = text.next(); line != null; line = text.next()) {
                StraceLine parsed = StraceLine.parse(line);
                if (parsed == null) {
                    // Signals and process exits appear between the calls. They are counted, but are
                    // not an error.
                    boolean timeOfDay = StraceLine.hasTimeOfDay(line);
                    context.logs()
                            .recordAt(
                                    timeOfDay ? "strace_unsupported_timestamp_format" : "strace_parse_failure",
                                    input.position(),
                                    null);
                    continue;
                }
                long ts = clocks.defaultToTraceTime(parsed.timeNs());
                if (ts == ClockTracker.NONE) {
                    continue;
                }
                if (parsed.tid() < 0) {
                    // Any made-up id could be that of another thread.
                    context.logs().recordAt("strace_missing_pid", input.position(), null);
                    continue;
                }
                queue.push(ts, 0, parsed);
            }
        }
    }

    /// Adds a call. A call on a single line becomes an instant, because strace prints its start but not its
    /// duration. An interrupted call becomes a slice that lasts until it resumes.
    private static void event(long ts, StraceLine line, ImportContext context) {
        StringPool strings = context.strings();
        int track = context.tracks().threadTrack(context.processes().thread(line.tid()));
        int category = strings.intern("strace");
        int name = strings.intern(line.call());
        ArgsWriter args = b -> {
            if (!line.args().isEmpty()) {
                b.addString(strings.intern("args"), strings.intern(line.args()));
            }
            if (line.result() != null) {
                b.addString(strings.intern("ret"), strings.intern(line.result()));
            }
        };
        if (line.kind() == StraceLine.Kind.COMPLETE) {
            context.slices().scoped(ts, 0, track, category, name, args);
            return;
        }
        if (line.kind() != StraceLine.Kind.UNFINISHED) {
            context.slices().end(ts, track, category, name, args);
        }
        if (line.kind() != StraceLine.Kind.RESUMED) {
            context.slices().begin(ts, track, category, name, args);
        }
    }
}
