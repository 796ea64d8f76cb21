package traceglass.service.probe.jdk;

import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.CounterDescriptor;
import traceglass.protos.trackevent.ProcessDescriptor;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeContext;

/// A counter track of the system or of a process.
final class JdkCounter {

    private final ProbeContext context;
    private final long uuid;

    private JdkCounter(ProbeContext context, long uuid) {
        this.context = context;
        this.uuid = uuid;
    }

    /// Creates a system-wide counter and writes its track descriptor.
    static JdkCounter ofSystem(ProbeContext context, long uuid, String name, CounterDescriptor counter) {
        context.write(TracePacket.newBuilder()
                .setTimestamp(now())
                .setTrackDescriptor(
                        TrackDescriptor.newBuilder().setUuid(uuid).setName(name).setCounter(counter))
                .build());
        return new JdkCounter(context, uuid);
    }

    /// Creates a counter of a process and writes the track descriptors of both.
    ///
    /// @param uuid UUID of the counter track; the process track gets the next UUID
    static JdkCounter ofProcess(ProbeContext context, long uuid, int pid, String name, CounterDescriptor counter) {
        context.write(TracePacket.newBuilder()
                .setTimestamp(now())
                .setTrackDescriptor(TrackDescriptor.newBuilder()
                        .setUuid(uuid + 1)
                        .setProcess(ProcessDescriptor.newBuilder().setPid(pid)))
                .build());
        context.write(TracePacket.newBuilder()
                .setTimestamp(now())
                .setTrackDescriptor(TrackDescriptor.newBuilder()
                        .setUuid(uuid)
                        .setParentUuid(uuid + 1)
                        .setName(name)
                        .setCounter(counter))
                .build());
        return new JdkCounter(context, uuid);
    }

    void write(double value) {
        context.write(TracePacket.newBuilder()
                .setTimestamp(now())
                .setTrackEvent(TrackEvent.newBuilder()
                        .setType(TrackEvent.Type.TYPE_COUNTER)
                        .setTrackUuid(uuid)
                        .setDoubleCounterValue(value))
                .build());
    }

    void write(long value) {
        context.write(TracePacket.newBuilder()
                .setTimestamp(now())
                .setTrackEvent(TrackEvent.newBuilder()
                        .setType(TrackEvent.Type.TYPE_COUNTER)
                        .setTrackUuid(uuid)
                        .setCounterValue(value))
                .build());
    }

    /// Returns the time in ns on the clock of the service's packets.
    static long now() {
        return Posix.isSupported() ? Posix.clockNs(Posix.CLOCK_BOOTTIME) : System.nanoTime();
    }
}
