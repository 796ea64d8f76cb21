package traceglass.ingest.strace;

import java.io.IOException;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Imports system calls from the output of strace: with or without threads (`-f`), times (`-ttt`, `-tt`, `-t`, `-r`)
/// and durations (`-T`).
public final class StraceImporter implements Importer {

    private static final int MAX_SNIFFED_BYTES = 4096;
    /// Thread id for files whose lines have none, because strace followed only one thread.
    private static final long ONLY_THREAD = 1;

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

    @Override
    public boolean isText() {
        return true;
    }

    /// Accepts text whose first line is a system call, or whose first lines are calls without times.
    @Override
    public boolean sniff(byte[] head) {
        return StraceTimes.of(Arrays.copyOf(head, Math.min(head.length, MAX_SNIFFED_BYTES))) != null;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        StraceTimes times =
                StraceTimes.of(Arrays.copyOf(input.head(), Math.min(input.head().length, MAX_SNIFFED_BYTES)));
        times = times == null ? new StraceTimes(StraceTimes.Format.EPOCH, true) : times;
        ClockTracker clocks = context.clocks();
        ClockId clock = times.format() == StraceTimes.Format.EPOCH
                ? ClockId.of(ClockId.REALTIME)
                : ClockId.ofFile(context.traceId());
        clocks.useOnly(clock);
        EventSorter.Queue queue = context.sorter().queue((ts, data, ref) -> readEvent(ts, (StraceLine) ref, context));
        try (TextLines text = new TextLines(input.asStream())) {
            for (String line = text.next(); line != null; line = text.next()) {
                StraceLine parsed = StraceLine.parse(line, times);
                if (parsed == null) {
                    // Signals and process exits appear between the calls. They are counted, but are
                    // not an error.
                    boolean isTimeOfDay =
                            times.format() != StraceTimes.Format.TIME_OF_DAY && StraceLine.hasTimeOfDay(line);
                    context.logs()
                            .recordAt(
                                    isTimeOfDay
                                            ? StatNames.STRACE_UNSUPPORTED_TIMESTAMP_FORMAT
                                            : StatNames.STRACE_PARSE_FAILURE,
                                    input.position(),
                                    null);
                    continue;
                }
                long ts = clocks.defaultToTraceTime(parsed.timeNs());
                if (ts == ClockTracker.NONE) {
                    continue;
                }
                if (parsed.tid() < 0 && times.hasThreads()) {
                    // Any generated id could belong to another thread.
                    context.logs().recordAt(StatNames.STRACE_MISSING_PID, input.position(), null);
                    continue;
                }
                queue.push(ts, 0, parsed.tid() < 0 ? parsed.ofThread(ONLY_THREAD) : parsed);
            }
        }
    }

    /// Adds a call. A call on a single line becomes an instant unless strace printed its duration. An interrupted
    /// call becomes a slice that lasts until it resumes.
    private static void readEvent(long ts, StraceLine line, ImportContext context) {
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
            context.slices().scoped(ts, Math.max(line.durationNs(), 0), track, category, name, args);
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
