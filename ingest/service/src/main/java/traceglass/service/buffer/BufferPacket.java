package traceglass.service.buffer;

/// A complete packet read from a trace buffer.
///
/// @param bytes the packet as the producer wrote it; not validated
/// @param loss bits of [LossReason], 0 if no packet before this one is missing
public record BufferPacket(Writer writer, byte[] bytes, int loss) {}
