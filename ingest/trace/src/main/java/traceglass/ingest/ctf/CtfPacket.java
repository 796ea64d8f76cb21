package traceglass.ingest.ctf;

/// Packet of a stream: its bytes and the values that apply to all of its events.
///
/// @param contentBits number of bits of content, without padding
record CtfPacket(
        CtfTrace.Stream stream, byte[] bytes, long contentBits, StructValue header, StructValue context, int cpu) {}
