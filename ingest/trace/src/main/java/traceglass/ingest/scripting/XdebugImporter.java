package traceglass.ingest.scripting;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Imports function traces of Xdebug for PHP in the computer-readable format (`xdebug.trace_format=1`): calls and
/// returns with time and memory, separated by tabs.
public final class XdebugImporter implements Importer {

    private static final TrackType MEMORY = TrackType.counter("xdebug_memory", "bytes", TrackType.UPID);
    private static final int SNIFFED = 1024;
    private static final int MIN_COLUMNS = 5;
    private static final int ARGS_COLUMN = 11;
    private static final int MAX_ARGS = 64;

    @Override
    public String id() {
        return "xdebug_trace";
    }

    @Override
    public String displayName() {
        return "Xdebug trace";
    }

    @Override
    public int priority() {
        return 184;
    }

    @Override
    public boolean sniff(byte[] head) {
        String text = new String(head, 0, Math.min(head.length, SNIFFED), StandardCharsets.ISO_8859_1);
        return (text.startsWith("Version: ") || text.startsWith("TRACE START ["))
                && text.contains("TRACE START [")
                && (text.contains("File format: ") || text.startsWith("TRACE START ["));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        Reader reader = new Reader(context);
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!reader.read(line)) {
                    context.logs().recordAt(StatNames.SCRIPT_PROFILE_LINE_SKIPPED, input.position(), null);
                }
            }
        }
        if (!reader.hasRows) {
            throw new TraceProblem(input.name() + " is not in Xdebug's computer-readable format."
                    + " Record the trace with xdebug.trace_format=1.");
        }
        reader.finish();
    }

    /// A call.
    private record Call(String name, String file, long line, String args, double memory) {}

    /// State of reading one file.
    private static final class Reader {

        private final ImportContext context;
        private final EventSorter.Queue queue;
        private final int track;
        private final int memoryTrack;
        private final GrowingLongs levels = new GrowingLongs();
        private boolean hasRows;
        private long last;
        private int dropped;

        Reader(ImportContext context) {
            this.context = context;
            ClockTracker clocks = context.clocks();
            ClockId clock = ClockId.ofFile(context.traceId());
            clocks.useOnly(clock);
            long pid = context.processes().unusedPid();
            int utid = context.processes().updateThread(pid, pid);
            int upid = context.processes().process(pid);
            context.processes().setProcessName(upid, context.strings().intern("PHP"), NamePriority.OfProcess.OTHER);
            track = context.tracks().threadTrack(utid);
            memoryTrack = context.tracks().intern(MEMORY, context.strings().intern("Memory"), upid);
            queue = context.sorter().queue((ts, data, ref) -> handleEvent(ts, ref));
        }

        boolean read(String line) {
            String[] columns = line.split("\t", MAX_ARGS);
            if (columns.length < MIN_COLUMNS) {
                return true;
            }
            try {
                if (columns[0].isEmpty()) {
                    // This row marks the end of the script.
                    last = Math.max(last, parseNs(columns[3]));
                    return true;
                }
                long level = Long.parseLong(columns[0].strip());
                hasRows = true;
                switch (columns[2]) {
                    case "0" -> enter(level, columns);
                    case "1" -> exit(level, parseNs(columns[3]), Double.parseDouble(columns[4]));
                    default -> {}
                }
                return true;
            } catch (NumberFormatException e) {
                return false;
            }
        }

        private static long parseNs(String seconds) {
            return Math.round(Double.parseDouble(seconds.strip()) * 1e9);
        }

        private void enter(long level, String[] columns) {
            long ns = parseNs(columns[3]);
            double memory = Double.parseDouble(columns[4]);
            // Calls that were left by an exception may have no exit row.
            while (levels.size() > 0 && levels.get(levels.size() - 1) >= level) {
                exit(levels.get(levels.size() - 1), ns, memory);
            }
            String name = columns.length > 5 ? columns[5] : "";
            String included = columns.length > 7 ? columns[7] : "";
            String file = columns.length > 8 ? columns[8] : null;
            String line = columns.length > 9 ? columns[9].strip() : "";
            StringBuilder args = new StringBuilder(included);
            for (int i = ARGS_COLUMN; i < columns.length; i++) {
                args.append(args.isEmpty() ? "" : ", ").append(columns[i]);
            }
            long number = line.isEmpty() ? 0 : Long.parseLong(line);
            levels.add(level);
            push(ns, 1, new Call(name, file, number, args.toString(), memory));
        }

        private void exit(long level, long ns, double memory) {
            while (levels.size() > 0 && levels.get(levels.size() - 1) >= level) {
                levels.removeLast();
                push(ns, 0, memory);
            }
        }

        private void push(long ns, int data, Object ref) {
            last = Math.max(last, ns);
            long ts = last < 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(last);
            if (ts != ClockTracker.NONE) {
                queue.push(ts, data, ref);
            }
        }

        void finish() {
            while (levels.size() > 0) {
                levels.removeLast();
                push(last, 0, Double.NaN);
            }
        }

        private void handleEvent(long ts, Object ref) {
            double memory = ref instanceof Call c ? c.memory : (Double) ref;
            if (Double.isFinite(memory)) {
                context.counters().push(ts, memory, memoryTrack);
            }
            if (!(ref instanceof Call call)) {
                if (dropped > 0) {
                    dropped--;
                } else {
                    context.slices().end(ts, track, StringPool.NULL, StringPool.NULL, null);
                }
                return;
            }
            int row = context.slices()
                    .begin(ts, track, StringPool.NULL, context.strings().intern(call.name), b -> {
                        if (call.file != null) {
                            b.addString(
                                    context.strings().intern("file"),
                                    context.strings().intern(call.file));
                        }
                        if (call.line > 0) {
                            b.addInt(context.strings().intern("line"), call.line);
                        }
                        if (!call.args.isEmpty()) {
                            b.addString(
                                    context.strings().intern("args"),
                                    context.strings().intern(call.args));
                        }
                    });
            dropped += row < 0 ? 1 : 0;
        }
    }
}
