package traceglass.ingest.spall;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Imports Spall traces as written by its header library `spall.h`: a header, then events without padding. All numbers
/// are little-endian.
public final class SpallImporter implements Importer {

    private static final long MAGIC = 0x0BADF00DL;
    private static final int HEADER = 32;
    private static final int BEGIN = 3;
    private static final int END = 4;
    /// Size in bytes of category, process, thread, time and the lengths of two strings.
    private static final int BEGIN_SIZE = 1 + 4 + 4 + 8 + 1 + 1;
    private static final int END_SIZE = 4 + 4 + 8;
    private static final double NS_PER_US = 1000;
    /// Maximum time in ns; larger numbers are not valid times.
    private static final double MAX_NS = 9e18;

    @Override
    public String id() {
        return "spall";
    }

    @Override
    public String displayName() {
        return "Spall trace";
    }

    @Override
    public int priority() {
        return 42;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= Long.BYTES && buffer(head).getLong(0) == MAGIC;
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        byte[] header = new byte[HEADER];
        if (input.read(header, 0, HEADER) < HEADER) {
            throw new TraceProblem(input.name() + " ends within the header of a Spall trace");
        }
        ByteBuffer fields = buffer(header);
        long version = fields.getLong(8);
        double unitUs = fields.getDouble(16);
        if (version != 0 && version != 1 || fields.getLong(24) != 0) {
            throw new TraceProblem(input.name() + " is a Spall trace of version " + version
                    + ", which isn't supported. Save it as Chrome JSON in the program that wrote it.");
        }
        if (!(unitUs > 0) || Double.isInfinite(unitUs)) {
            throw new TraceProblem(input.name() + " is a Spall trace without a unit of time");
        }
        new Reader(input, context, unitUs * NS_PER_US).read();
    }

    /// An open call.
    private record Call(int name, int args, int track) {}

    /// State of reading one file.
    private static final class Reader {

        private final TraceInput input;
        private final ImportContext context;
        private final EventSorter.Queue queue;
        private final double unitNs;
        private final Map<Long, Integer> tracks = new HashMap<>();
        /// Number of open calls that are nested too deep for the table, by track; their ends are skipped.
        private final Map<Integer, Integer> dropped = new HashMap<>();
        private final byte[] bytes = new byte[BEGIN_SIZE];
        private final byte[] text = new byte[255];

        Reader(TraceInput input, ImportContext context, double unitNs) {
            this.input = input;
            this.context = context;
            this.unitNs = unitNs;
            context.clocks().useOnly(ClockId.ofFile(context.traceId()));
            queue = context.sorter().queue((ts, track, ref) -> handleEvent(ts, (int) track, (Call) ref));
        }

        void read() throws IOException {
            while (input.read(bytes, 0, 1) > 0) {
                boolean isComplete = switch (bytes[0]) {
                    case BEGIN -> readBegin();
                    case END -> readEnd();
                    default -> {
                        // The sizes of other events are unknown, so nothing after them can be read.
                        context.logs().recordAt(StatNames.SPALL_UNSUPPORTED_EVENT, input.position() - 1, null);
                        yield false;
                    }
                };
                if (!isComplete) {
                    return;
                }
            }
        }

        private boolean fill(byte[] target, int length) throws IOException {
            if (length == 0 || input.read(target, 0, length) == length) {
                return true;
            }
            context.logs().recordAt(StatNames.SPALL_TRUNCATED, input.position(), null);
            return false;
        }

        private boolean readBegin() throws IOException {
            if (!fill(bytes, BEGIN_SIZE)) {
                return false;
            }
            ByteBuffer fields = buffer(bytes);
            int track = track(fields.getInt(1), fields.getInt(5));
            double time = fields.getDouble(9);
            int nameLength = fields.get(17) & 0xff;
            int argsLength = fields.get(18) & 0xff;
            if (!fill(text, nameLength)) {
                return false;
            }
            int name = context.strings().intern(new String(text, 0, nameLength, StandardCharsets.UTF_8));
            if (!fill(text, argsLength)) {
                return false;
            }
            int args = argsLength == 0
                    ? StringPool.NULL
                    : context.strings().intern(new String(text, 0, argsLength, StandardCharsets.UTF_8));
            push(time, track, new Call(name, args, track));
            return true;
        }

        private boolean readEnd() throws IOException {
            if (!fill(bytes, END_SIZE)) {
                return false;
            }
            ByteBuffer fields = buffer(bytes);
            push(fields.getDouble(8), track(fields.getInt(0), fields.getInt(4)), null);
            return true;
        }

        private int track(int pid, int tid) {
            return tracks.computeIfAbsent((long) pid << Integer.SIZE | tid & 0xffff_ffffL, key -> {
                int utid = context.processes().updateThread(Integer.toUnsignedLong(tid), Integer.toUnsignedLong(pid));
                return context.tracks().threadTrack(utid);
            });
        }

        private void push(double time, int track, Call call) {
            double ns = time * unitNs;
            long ts = ns >= 0 && ns < MAX_NS ? context.clocks().defaultToTraceTime(Math.round(ns)) : ClockTracker.NONE;
            if (ts == ClockTracker.NONE) {
                context.stats().increment(StatNames.SPALL_UNSUPPORTED_EVENT);
            } else {
                queue.push(ts, track, call);
            }
        }

        private void handleEvent(long ts, int track, Call call) {
            if (call != null) {
                int row = context.slices()
                        .begin(
                                ts,
                                track,
                                StringPool.NULL,
                                call.name,
                                call.args == StringPool.NULL
                                        ? null
                                        : b -> b.addString(context.strings().intern("args"), call.args));
                if (row < 0) {
                    dropped.merge(track, 1, Integer::sum);
                }
            } else if (dropped.getOrDefault(track, 0) > 0) {
                dropped.merge(track, -1, Integer::sum);
            } else {
                context.slices().end(ts, track, StringPool.NULL, StringPool.NULL, null);
            }
        }
    }
}
