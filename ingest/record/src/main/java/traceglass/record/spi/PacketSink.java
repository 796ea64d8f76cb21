package traceglass.record.spi;

import java.io.IOException;

/// Receives the slices of trace packets in the order in which the tracing service sends them.
public interface PacketSink {

    /// Receives a slice of a packet. The array can be reused after the call.
    ///
    /// @param isLast whether this is the last slice of the packet
    void writeSlice(byte[] bytes, int offset, int length, boolean isLast) throws IOException;
}
