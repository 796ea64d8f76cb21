package traceglass.ingest.perfetto.packet;

/// Parser of one kind of packet, or of several related ones. A new parser needs a class and a line in `PacketParsers`.
///
/// Each packet is processed twice: by [#tokenize] in trace order, where its events may get their own times, and by
/// [#parse] in time order. Each machine of each trace has its own instances.
public interface PacketParser {

    /// Returns the payload fields of `TracePacket` that this parser handles.
    int[] fields();

    /// Called when the packet is read, before sorting, with [Packet#field] being one of [#fields].
    ///
    /// @param ts trace time of the packet in ns
    /// @return true if the packet is fully processed; false to pass it to [#parse] after sorting
    default boolean tokenize(long ts, Packet packet) {
        return false;
    }

    /// Called in time order, for the first field of the packet that any parser handles.
    ///
    /// @param ts trace time in ns
    default void parse(long ts, Packet packet) {}

    /// Called in time order for each trace config, with [Packet#field] being the config.
    default void traceConfig(long ts, Packet packet) {}

    /// Called when reading a packet with which the sequence cleared its state.
    default void onSequenceCleared(int sequenceId) {}

    /// Called when reading the first packet that the sequence ever wrote, which means that no earlier packets
    /// of the sequence were lost.
    default void onFirstPacket(int sequenceId) {}

    /// Called after the last event has been parsed.
    default void atEnd() {}
}
