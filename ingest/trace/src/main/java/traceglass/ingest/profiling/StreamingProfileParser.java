package traceglass.ingest.profiling;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.InternedStacks;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.trackevent.TrackEventDeltas;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.protos.profiling.StreamingProfilePacketDecoder;
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
        StreamingProfilePacketDecoder profile = packet.decode(new StreamingProfilePacketDecoder());
        PendingSample sample = new PendingSample(packet.state(), profile.processPriority());
        int callstacks = profile.callstackIidCount();
        int times = profile.timestampDeltaUsCount();
        for (int i = 0; i < Math.max(callstacks, times); i++) {
            if (i >= times) {
                context.logs().recordAt(StatNames.STACKPROFILE_PARSER_ERROR, packet.position(), null);
                break;
            }
            long delta = TrackEventDeltas.usToNs(profile.timestampDeltaUs(i));
            if (deltas.addTime(delta) < 0) {
                reportInvalid(packet);
                return true;
            }
            if (i < callstacks) {
                ts = TrackEventDeltas.addSaturating(ts, delta);
                queue.push(ts, profile.callstackIid(i), sample);
            }
        }
        return true;
    }

    private void reportInvalid(Packet packet) {
        context.logs().recordAt(StatNames.STREAMING_PROFILE_INVALID_TIMESTAMP, packet.position(), null);
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
