package traceglass.service.testing;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.List;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.trace.TracePacket;
import traceglass.service.metatrace.Metatrace;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ServiceProbe;

/// Context that runs an instance of a probe on the test's thread: its tasks run only when the test calls
/// [#runPending] or [#runPeriodic].
public final class ManualProbeContext implements ProbeContext {

    private final List<TracePacket> packets = new ArrayList<>();
    private final List<Runnable> pending = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Metatrace metatrace = new Metatrace();
    private Runnable periodic = () -> {};
    private long periodMs;

    /// Creates and starts an instance.
    public ProbeInstance start(ServiceProbe probe, DataSourceConfig config) throws Exception {
        ProbeInstance instance = probe.create(config, this);
        instance.start();
        return instance;
    }

    @Override
    public void write(byte[] packet) {
        try {
            packets.add(TracePacket.parseFrom(packet));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void runEvery(long period, Runnable task) {
        periodMs = period;
        periodic = task;
    }

    @Override
    public void runAfter(long ms, Runnable task) {
        pending.add(task);
    }

    @Override
    public Metatrace metatrace() {
        return metatrace;
    }

    @Override
    public void warn(String problem) {
        warnings.add(problem);
    }

    /// Runs the pending one-time tasks.
    public void runPending() {
        List<Runnable> due = List.copyOf(pending);
        pending.clear();
        due.forEach(Runnable::run);
    }

    public boolean hasPending() {
        return !pending.isEmpty();
    }

    /// Runs the periodic task once.
    public void runPeriodic() {
        periodic.run();
    }

    /// Returns the period of the periodic task in milliseconds; 0 if there is none.
    public long periodMs() {
        return periodMs;
    }

    public List<String> warnings() {
        return warnings;
    }

    /// Returns the packets written since the last call.
    public List<TracePacket> drainPackets() {
        List<TracePacket> drained = List.copyOf(packets);
        packets.clear();
        return drained;
    }
}
