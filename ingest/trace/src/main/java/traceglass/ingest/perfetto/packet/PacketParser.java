package traceglass.ingest.perfetto.packet;

/// Handles one kind of packet, or a few that belong together. A new one is a class and one line in `PacketParsers`.
///
/// Each packet passes twice: [#tokenize] in the order of the trace, where its events may be given their own times, and
/// [#parse] in the order of time. Each machine of each trace has its own instances.
public interface PacketParser {

    /// The payload fields of `TracePacket` that this parser is called for.
    int[] fields();

    /// Called as the packet is read, before sorting, with [Packet#field] being one of [#fields].
    ///
    /// @param ts trace time of the packet, ns
    /// @return true if the packet is done with; false to have it sorted and given to [#parse]
    default boolean tokenize(long ts, Packet packet) {
        return false;
    }

    /// Called in order of time, for the first field of the packet that any parser registered for.
    ///
    /// @param ts trace time, ns
    default void parse(long ts, Packet packet) {}

    /// Called in order of time for each trace config. [Packet#field] is the config.
    default void traceConfig(long ts, Packet packet) {}

    /// The sequence has cleared its state; called as the packet is read.
    default void sequenceCleared(int sequenceId) {}

    /// This is the first packet that the sequence ever wrote: nothing of it was lost. Called as the packet is read.
    default void firstPacketOnSequence(int sequenceId) {}

    /// Called after the last event was parsed.
    default void atEnd() {}
}
