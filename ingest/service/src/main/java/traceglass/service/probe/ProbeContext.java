package traceglass.service.probe;

import traceglass.protos.trace.TracePacket;
import traceglass.service.metatrace.Metatrace;

/// Output and timers for an instance of a probe.
public interface ProbeContext {

    /// Adds a packet to the session. The packets of an instance are one sequence, in the order of the calls. The
    /// service adds its ids and the identity of the process. Waits while the service is behind.
    default void write(TracePacket packet) {
        write(packet.toByteArray());
    }

    /// Adds an encoded packet.
    void write(byte[] packet);

    /// Runs a task repeatedly on the thread of the probes until the instance stops, first at the next multiple
    /// of the period on the wall clock, so that many periodic tasks wake the processor together. A task that is
    /// late is not repeated to catch up.
    ///
    /// @param periodMs at least 1
    void every(long periodMs, Runnable task);

    /// Runs a task once on the thread of the probes, unless the instance stops before.
    void after(long ms, Runnable task);

    /// Returns the recorder of the service's and the probes' own activity.
    Metatrace metatrace();

    /// Reports data that is not recorded, in one sentence for the user. The instance continues.
    void warn(String problem);
}
