package traceglass.app.testing;

import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.SchedSwitchFtraceEvent;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.CounterDescriptor;
import traceglass.protos.trackevent.EventName;
import traceglass.protos.trackevent.ProcessDescriptor;
import traceglass.protos.trackevent.ThreadDescriptor;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.record.spi.TraceFile;

/// Writes the trace of a program with four threads on two CPUs, for as long as a test needs it: each thread works in
/// nested slices, a counter rises, and the threads take turns on the CPUs. Every second has a slice with its
/// number. The first slice lasts until the end.
public final class GrowingTrace {

    /// Time of the first event, ns.
    public static final long START = 1_000_000_000_000L;
    public static final int THREADS = 4;

    private static final int PID = 100;
    private static final int SEQUENCE = 1;
    private static final long COUNTER_TRACK = 50;
    private static final long SECONDS_TRACK = 60;
    private static final long WHOLE_TRACK = 61;
    private static final int NAMES = 20;
    private static final long SECOND_NS = 1_000_000_000;
    /// Duration of the slices that are named after their second.
    private static final long BUSY_NS = 900_000_000;

    private final TraceFile file;
    private final long periodNs;
    private long now = START;
    private long steps;
    private final int[] onCpu = {0, 0};

    /// @param periodNs time between two outer slices of a thread
    public GrowingTrace(TraceFile file, long periodNs) throws IOException {
        this.file = file;
        this.periodNs = periodNs;
        InternedData.Builder names = InternedData.newBuilder();
        for (int i = 1; i <= NAMES; i++) {
            names.addEventNames(EventName.newBuilder().setIid(i).setName("task " + (char) ('a' + i)));
        }
        write(TracePacket.newBuilder()
                .setTimestamp(START)
                .setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
                .setInternedData(names));
        writeDescriptor(TrackDescriptor.newBuilder()
                .setUuid(1)
                .setProcess(ProcessDescriptor.newBuilder().setPid(PID).setProcessName("app")));
        for (int i = 0; i < THREADS; i++) {
            writeDescriptor(TrackDescriptor.newBuilder()
                    .setUuid(10L + i)
                    .setThread(ThreadDescriptor.newBuilder()
                            .setPid(PID)
                            .setTid(PID + 1 + i)
                            .setThreadName("worker " + i)));
        }
        writeDescriptor(TrackDescriptor.newBuilder()
                .setUuid(COUNTER_TRACK)
                .setParentUuid(1)
                .setName("progress")
                .setCounter(CounterDescriptor.newBuilder()));
        writeDescriptor(TrackDescriptor.newBuilder()
                .setUuid(SECONDS_TRACK)
                .setParentUuid(1)
                .setName("seconds"));
        writeDescriptor(TrackDescriptor.newBuilder()
                .setUuid(WHOLE_TRACK)
                .setParentUuid(1)
                .setName("whole"));
        writeEvent(
                START,
                TrackEvent.newBuilder()
                        .setType(TrackEvent.Type.TYPE_SLICE_BEGIN)
                        .setTrackUuid(WHOLE_TRACK)
                        .setName("recording"));
    }

    private void writeDescriptor(TrackDescriptor.Builder track) throws IOException {
        write(TracePacket.newBuilder().setTimestamp(START).setTrackDescriptor(track));
    }

    private void write(TracePacket.Builder packet) throws IOException {
        write(packet.setTrustedPacketSequenceId(SEQUENCE).build());
    }

    private void write(MessageLite packet) throws IOException {
        byte[] bytes = packet.toByteArray();
        file.writeSlice(bytes, 0, bytes.length, true);
    }

    private void writeEvent(long ts, TrackEvent.Builder event) throws IOException {
        write(TracePacket.newBuilder()
                .setTimestamp(ts)
                .setSequenceFlags(TracePacket.SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE)
                .setTrackEvent(event));
    }

    private void writeSlice(long ts, long durNs, long track, int name) throws IOException {
        writeEvent(
                ts,
                TrackEvent.newBuilder()
                        .setType(TrackEvent.Type.TYPE_SLICE_BEGIN)
                        .setTrackUuid(track)
                        .setNameIid(name));
        writeEvent(
                ts + durNs,
                TrackEvent.newBuilder().setType(TrackEvent.Type.TYPE_SLICE_END).setTrackUuid(track));
    }

    /// Writes the events of the next span of time and makes them readable.
    public void advance(long ns) throws IOException {
        long until = now + ns;
        List<List<FtraceEvent>> cpus = List.of(new ArrayList<>(), new ArrayList<>());
        while (now + periodNs <= until) {
            for (int t = 0; t < THREADS; t++) {
                long due = now + t * periodNs / 10;
                int name = 1 + (int) ((steps * 7 + t * 3L) % (NAMES - 1));
                writeEvent(
                        due,
                        TrackEvent.newBuilder()
                                .setType(TrackEvent.Type.TYPE_SLICE_BEGIN)
                                .setTrackUuid(10L + t)
                                .setNameIid(name));
                writeSlice(due + periodNs / 20, periodNs / 5, 10L + t, name + 1);
                writeEvent(
                        due + periodNs / 2,
                        TrackEvent.newBuilder()
                                .setType(TrackEvent.Type.TYPE_SLICE_END)
                                .setTrackUuid(10L + t));
                addSwitch(cpus, t % 2, due, PID + 1 + t);
            }
            writeEvent(
                    now,
                    TrackEvent.newBuilder()
                            .setType(TrackEvent.Type.TYPE_COUNTER)
                            .setTrackUuid(COUNTER_TRACK)
                            .setCounterValue(steps));
            long inSecond = (now - START) % SECOND_NS;
            if (inSecond < periodNs) {
                writeEvent(
                        now,
                        TrackEvent.newBuilder()
                                .setType(TrackEvent.Type.TYPE_SLICE_BEGIN)
                                .setTrackUuid(SECONDS_TRACK)
                                .setName("second " + (now - START) / SECOND_NS));
            } else if (inSecond >= BUSY_NS && inSecond < BUSY_NS + periodNs) {
                writeEvent(
                        now,
                        TrackEvent.newBuilder()
                                .setType(TrackEvent.Type.TYPE_SLICE_END)
                                .setTrackUuid(SECONDS_TRACK));
            }
            steps++;
            now += periodNs;
        }
        for (int cpu = 0; cpu < cpus.size(); cpu++) {
            if (!cpus.get(cpu).isEmpty()) {
                write(TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(SEQUENCE + 1 + cpu)
                        .setFtraceEvents(
                                FtraceEventBundle.newBuilder().setCpu(cpu).addAllEvent(cpus.get(cpu)))
                        .build());
            }
        }
        file.drain();
    }

    private void addSwitch(List<List<FtraceEvent>> cpus, int cpu, long ts, int next) {
        cpus.get(cpu)
                .add(FtraceEvent.newBuilder()
                        .setTimestamp(ts)
                        .setPid(onCpu[cpu])
                        .setSchedSwitch(SchedSwitchFtraceEvent.newBuilder()
                                .setPrevComm(onCpu[cpu] == 0 ? "swapper" : "worker " + (onCpu[cpu] - PID - 1))
                                .setPrevPid(onCpu[cpu])
                                .setPrevPrio(120)
                                .setPrevState(1)
                                .setNextComm("worker " + (next - PID - 1))
                                .setNextPid(next)
                                .setNextPrio(120))
                        .build());
        onCpu[cpu] = next;
    }

    /// Returns the time up to which events have been written, ns.
    public long now() {
        return now;
    }
}
