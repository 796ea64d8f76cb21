package traceglass.ingest.profiling;

import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.InternedStacks;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.trackevent.TrackEventDeltas;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.protos.profiling.StreamingProfilePacket;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses samples of Chrome's built-in profiler: callstacks of the sequence's thread and the times between them.
public final class StreamingProfileParser implements PacketParser {

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final EventSorter.Queue queue;
    private final ProtoCursor cursor = new ProtoCursor();

    /// A sample waiting to be sorted; the iid of its callstack is passed along as a `long`.
    private record PendingSample(SequenceState state, int priority) {}

    public StreamingProfileParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
        samples = context.session().profilerSamples();
        queue = packets.queue(this::addSample);
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.STREAMING_PROFILE_PACKET_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long packetTs, Packet packet) {
        TrackEventDeltas deltas = TrackEventDeltas.of(packet.state());
        long ts = deltas.addTime(0);
        if (ts < 0) {
            reportInvalid(packet);
            return true;
        }
        long traceTime = context.clocks().toTraceTime(ClockId.of(ClockId.MONOTONIC), ts);
        ts = traceTime == ClockTracker.NONE ? ts : traceTime;
        long[] callstacks = numbers(packet, StreamingProfilePacket.CALLSTACK_IID_FIELD_NUMBER);
        long[] times = numbers(packet, StreamingProfilePacket.TIMESTAMP_DELTA_US_FIELD_NUMBER);
        long[] priority = numbers(packet, StreamingProfilePacket.PROCESS_PRIORITY_FIELD_NUMBER);
        PendingSample sample =
                new PendingSample(packet.state(), priority.length == 0 ? 0 : (int) priority[priority.length - 1]);
        for (int i = 0; i < Math.max(callstacks.length, times.length); i++) {
            if (i >= times.length) {
                context.logs().recordAt(StatNames.STACKPROFILE_PARSER_ERROR, packet.position(), null);
                break;
            }
            long delta = TrackEventDeltas.usToNs(times[i]);
            if (deltas.addTime(delta) < 0) {
                reportInvalid(packet);
                return true;
            }
            if (i < callstacks.length) {
                ts = TrackEventDeltas.addSaturating(ts, delta);
                queue.push(ts, callstacks[i], sample);
            }
        }
        return true;
    }

    private void reportInvalid(Packet packet) {
        context.logs().recordAt(StatNames.STREAMING_PROFILE_INVALID_TIMESTAMP, packet.position(), null);
    }

    private long[] numbers(Packet packet, int field) {
        long[] numbers = new long[0];
        PackedCursor p = new PackedCursor();
        for (packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() != field) {
                continue;
            }
            p.enter(cursor);
            int n = numbers.length;
            numbers = Arrays.copyOf(numbers, n + p.countVarints());
            while (p.nextVarint()) {
                numbers[n++] = p.asLong();
            }
            numbers = n == numbers.length ? numbers : Arrays.copyOf(numbers, n);
        }
        return numbers;
    }

    private void addSample(long ts, long callstackIid, Object ref) {
        PendingSample sample = (PendingSample) ref;
        SequenceState state = sample.state;
        long pid = state.pid() & 0xFFFF_FFFFL;
        int utid = context.processes().updateThread(state.tid() & 0xFFFF_FFFFL, pid);
        int upid = context.processes().process(pid);
        int callsite = InternedStacks.of(state).callstack(context, state, upid, callstackIid);
        if (callsite == InternedStacks.NONE) {
            context.logs()
                    .recordAtTime(
                            StatNames.STACKPROFILE_PARSER_ERROR,
                            ts,
                            b -> b.addUint(strings.intern("callstack_iid"), callstackIid));
            return;
        }
        int row = samples.add(ts, strings.intern("chrome"), samples.task(upid, utid), callsite);
        if (sample.priority != 0) {
            Table extras = context.storage().table(TableNames.ChromeStackSampleExtras.TABLE);
            int extra = extras.addRow();
            extras.ints(TableNames.ChromeStackSampleExtras.PROFILER_SAMPLE_ID).set(extra, row);
            extras.ints(TableNames.ChromeStackSampleExtras.PROCESS_PRIORITY).set(extra, sample.priority);
        }
    }
}
