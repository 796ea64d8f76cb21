package traceglass.record.spi;

import java.io.IOException;

/// Takes the pieces of trace packets in the order in which the tracing service sends them.
public interface PacketSink {

    /// A piece of a packet; the bytes may be reused after the call.
    ///
    /// @param last whether the packet ends with this piece
    void slice(byte[] bytes, int offset, int length, boolean last) throws IOException;
}
