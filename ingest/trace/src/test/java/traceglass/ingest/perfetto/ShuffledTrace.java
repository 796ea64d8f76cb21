package traceglass.ingest.perfetto;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.SchedSwitchFtraceEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.ThreadDescriptor;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEvent;

/// Writes Perfetto traces whose packets are in random order, as if they had been written to a ring buffer by many
/// threads, without flush marks: no event can be emitted before the whole trace has been read.
///
/// As a program, `OUT MEGABYTES` writes a trace of about this size: slices with arguments and counter samples on eight
/// tracks, and ftrace bundles of two CPUs with scheduling in both encodings.
public final class ShuffledTrace {

    private static final int TRACKS = 8;
    private static final int CPUS = 2;
    private static final int EVENTS_IN_BUNDLE = 20;
    private static final long STEP_NS = 10_000;
    private static final int SEQUENCE = 1;
    private static final int FTRACE_SEQUENCE = 2;
    /// Average size of a packet in bytes.
    private static final int PACKET_BYTES = 66;

    private ShuffledTrace() {}

    public static void main(String[] args) throws IOException {
        write(Path.of(args[0]), Math.toIntExact((Long.parseLong(args[1]) << 20) / PACKET_BYTES));
    }

    /// Writes a trace with this number of packets after the track descriptors.
    public static void write(Path file, int packets) throws IOException {
        // An odd stride near the golden ratio of the length visits the packets in an order far from time order.
        long stride = (long) (packets * 0.618) | 1;
        while (gcd(stride, packets) != 1) {
            stride += 2;
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            for (int track = 0; track < TRACKS; track++) {
                write(out, descriptor(track));
            }
            for (int i = 0; i < packets; i++) {
                write(out, packet((int) (i * stride % packets)));
            }
        }
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private static void write(OutputStream out, TracePacket packet) throws IOException {
        byte[] bytes = packet.toByteArray();
        out.write(1 << 3 | 2);
        for (int length = bytes.length; ; length >>>= 7) {
            if (length < 0x80) {
                out.write(length);
                break;
            }
            out.write(length & 0x7f | 0x80);
        }
        out.write(bytes);
    }

    private static TracePacket descriptor(int track) {
        TrackDescriptor.Builder described = TrackDescriptor.newBuilder().setUuid(uuid(track));
        if (track == 0) {
            described.setName("queue").setCounter(traceglass.protos.trackevent.CounterDescriptor.newBuilder());
        } else {
            described.setThread(ThreadDescriptor.newBuilder()
                    .setPid(100)
                    .setTid(100 + track)
                    .setThreadName("worker " + track));
        }
        return TracePacket.newBuilder()
                .setTrustedPacketSequenceId(SEQUENCE)
                .setSequenceFlags(track == 0 ? TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE : 0)
                .setTrackDescriptor(described)
                .build();
    }

    private static long uuid(int track) {
        return 1000 + track;
    }

    /// Returns the packet at this position in time order.
    private static TracePacket packet(int position) {
        long ts = 1_000_000_000L + position * STEP_NS;
        if (position % 40 == 39) {
            return TracePacket.newBuilder()
                    .setTrustedPacketSequenceId(FTRACE_SEQUENCE)
                    .setFtraceEvents(bundle(position / 40, ts))
                    .build();
        }
        int track = position % TRACKS;
        int number = position / TRACKS;
        TrackEvent.Builder event = TrackEvent.newBuilder().setTrackUuid(uuid(track));
        if (track == 0) {
            event.setType(TrackEvent.Type.TYPE_COUNTER).setCounterValue(number % 1000);
        } else if (number % 2 == 0) {
            event.setType(TrackEvent.Type.TYPE_SLICE_BEGIN)
                    .setName("task " + number % 50)
                    .addCategories("work")
                    .addDebugAnnotations(
                            DebugAnnotation.newBuilder().setName("item").setIntValue(number % 500))
                    .addDebugAnnotations(DebugAnnotation.newBuilder()
                            .setName("path")
                            .setStringValue("/data/items/" + number % 200 + "/content-of-the-item-to-load"));
        } else {
            event.setType(TrackEvent.Type.TYPE_SLICE_END);
        }
        return TracePacket.newBuilder()
                .setTimestamp(ts)
                .setTrustedPacketSequenceId(SEQUENCE)
                .setTrackEvent(event)
                .build();
    }

    private static FtraceEventBundle bundle(int number, long ts) {
        FtraceEventBundle.Builder bundle = FtraceEventBundle.newBuilder().setCpu(number % CPUS);
        long from = ts;
        if (number % 4 < 2) {
            for (int i = 0; i < EVENTS_IN_BUNDLE; i++) {
                int next = (number + i) % 7;
                bundle.addEvent(FtraceEvent.newBuilder()
                        .setTimestamp(from + i * STEP_NS)
                        .setPid(100 + (next + 6) % 7)
                        .setSchedSwitch(SchedSwitchFtraceEvent.newBuilder()
                                .setPrevComm("worker " + (next + 6) % 7)
                                .setPrevPid(100 + (next + 6) % 7)
                                .setPrevPrio(120)
                                .setPrevState(1)
                                .setNextComm("worker " + next)
                                .setNextPid(100 + next)
                                .setNextPrio(120)));
            }
            return bundle.build();
        }
        var compact = FtraceEventBundle.CompactSched.newBuilder()
                .addInternTable("worker")
                .addInternTable("other");
        for (int i = 0; i < EVENTS_IN_BUNDLE; i++) {
            compact.addSwitchTimestamp(i == 0 ? from : STEP_NS)
                    .addSwitchPrevState(1)
                    .addSwitchNextPid(100 + (number + i) % 7)
                    .addSwitchNextPrio(120)
                    .addSwitchNextCommIndex(i % 2);
            compact.addWakingTimestamp(i == 0 ? from + 1 : STEP_NS)
                    .addWakingPid(100 + (number + i) % 5)
                    .addWakingTargetCpu(i % CPUS)
                    .addWakingPrio(120)
                    .addWakingCommIndex(i % 2)
                    .addWakingCommonFlags(1);
        }
        return bundle.setCompactSched(compact).build();
    }
}
