package traceglass.ingest.primes;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.foreign.primes.DurationDecoder;
import traceglass.protos.foreign.primes.TimestampDecoder;
import traceglass.protos.foreign.primes.Trace;
import traceglass.protos.foreign.primes.TraceEdgeDecoder;
import traceglass.store.names.StatNames;

/// Imports traces of Primes (primes_tracing.proto): one message with a start time and edges, which begin and end
/// slices.
public final class PrimesImporter implements Importer {

    private static final int ID_TAG = Trace.ID_FIELD_NUMBER << 3 | ProtoCursor.FIXED64;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final int MAX_FIELD_BYTES = 64 << 20;

    @Override
    public String id() {
        return "primes";
    }

    @Override
    public String displayName() {
        return "Primes trace";
    }

    @Override
    public int priority() {
        return 240;
    }

    /// Accepts a message that begins with an id, followed by other fields of this format until a start time or
    /// an edge.
    @Override
    public boolean sniff(byte[] head) {
        if (head.length == 0 || head[0] != ID_TAG) {
            return false;
        }
        ProtoCursor cursor = new ProtoCursor();
        for (cursor.enter(head, 0, head.length); cursor.next(); ) {
            boolean hasExpectedType = cursor.wire() == ProtoCursor.BYTES;
            switch (cursor.field()) {
                case Trace.ID_FIELD_NUMBER -> hasExpectedType = cursor.wire() == ProtoCursor.FIXED64;
                case Trace.START_TIME_FIELD_NUMBER, Trace.EDGES_FIELD_NUMBER -> {
                    return hasExpectedType;
                }
                default -> hasExpectedType &= cursor.field() <= Trace.ROOT_CALL_SITE_FIELD_NUMBER;
            }
            if (!hasExpectedType) {
                return false;
            }
        }
        return false;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.ofFile(context.traceId());
        clocks.useOnly(clock);
        EventSorter.Queue queue = context.sorter().queue(new PrimesEdges(context));
        List<byte[]> waiting = new ArrayList<>();
        InputStream in = input.asStream();
        long start = -1;
        for (long tag = readVarint(in); tag >= 0; tag = readVarint(in)) {
            byte[] bytes = readField(in, (int) tag & 7);
            if (bytes == null) {
                context.logs().recordAt(StatNames.PRIMES_TRUNCATED, input.position(), null);
                break;
            }
            if (tag >>> 3 == Trace.START_TIME_FIELD_NUMBER) {
                TimestampDecoder time = new TimestampDecoder();
                time.decode(bytes, 0, bytes.length);
                start = ns(time.seconds(), time.nanos());
                // Times are wall-clock times.
                clocks.addSnapshot(List.of(
                        new ClockGraph.Reading(clock, start),
                        new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), start)));
                for (byte[] edge : waiting) {
                    push(context, queue, start, edge);
                }
                waiting.clear();
            } else if (tag >>> 3 == Trace.EDGES_FIELD_NUMBER) {
                if (start < 0) {
                    waiting.add(bytes);
                } else {
                    push(context, queue, start, bytes);
                }
            }
        }
        if (start < 0) {
            throw new TraceProblem(input.name() + " is a Primes trace without a start time");
        }
    }

    private static void push(ImportContext context, EventSorter.Queue queue, long start, byte[] edge) {
        TraceEdgeDecoder fields = new TraceEdgeDecoder();
        fields.decode(edge, 0, edge.length);
        if (!fields.hasTraceStartOffset()) {
            context.logs().record(StatNames.PRIMES_MALFORMED_TIMESTAMP, null);
            return;
        }
        DurationDecoder offset = fields.traceStartOffset(new DurationDecoder());
        long ts = context.clocks().defaultToTraceTime(start + ns(offset.seconds(), offset.nanos()));
        if (ts != ClockTracker.NONE) {
            queue.push(ts, 0, edge);
        }
    }

    private static long ns(long seconds, int nanos) {
        return seconds * NS_PER_S + nanos;
    }

    /// Reads a varint of up to 63 bits; returns -1 at the end and for longer ones.
    private static long readVarint(InputStream in) throws IOException {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int b = in.read();
            if (b < 0) {
                return -1;
            }
            value |= (b & 0x7fL) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        return -1;
    }

    /// Reads the content of a field; returns null if it is truncated.
    private static byte[] readField(InputStream in, int wire) throws IOException {
        long size = switch (wire) {
            case ProtoCursor.FIXED64 -> Long.BYTES;
            case ProtoCursor.FIXED32 -> Integer.BYTES;
            case ProtoCursor.BYTES -> readVarint(in);
            case ProtoCursor.VARINT -> readVarint(in) < 0 ? -1 : 0;
            default -> -1;
        };
        if (size < 0 || size > MAX_FIELD_BYTES) {
            return null;
        }
        byte[] bytes = in.readNBytes((int) size);
        return bytes.length < size ? null : bytes;
    }
}
