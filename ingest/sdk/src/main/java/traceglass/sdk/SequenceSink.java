package traceglass.sdk;

/// Takes the finished packets of one sequence.
interface SequenceSink {

    /// Takes a packet.
    ///
    /// @param isClearing whether readers can start with this packet
    /// @return false if there is no space and the packet is lost
    boolean write(byte[] packet, int size, boolean isClearing);
}
