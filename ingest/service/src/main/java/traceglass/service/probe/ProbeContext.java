package traceglass.service.probe;

import traceglass.protos.trace.TracePacket;
import traceglass.service.metatrace.Metatrace;

/// Output and timers for an instance of a probe.
public interface ProbeContext {

    /// Adds a packet to the session. The packets of an instance form one sequence, in the order of the calls. The
    /// service adds its ids and the identity of the process. Waits while too much data is pending.
    default void write(TracePacket packet) {
        write(packet.toByteArray());
    }

    /// Adds an encoded packet.
    void write(byte[] packet);

    /// Runs a task repeatedly on the probe thread until the instance stops. Runs are at wall-clock multiples of the
    /// period, so that many periodic tasks wake the CPU at the same time. Missed runs are skipped.
    ///
    /// @param periodMs period in milliseconds, at least 1
    void runEvery(long periodMs, Runnable task);

    /// Runs a task once on the probe thread after a delay, unless the instance stops before.
    void runAfter(long ms, Runnable task);

    /// Returns the recorder of the service's and the probes' own activity.
    Metatrace metatrace();

    /// Reports that some data can't be recorded, in one sentence for the user. The instance continues.
    void warn(String problem);
}
