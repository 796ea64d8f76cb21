package traceglass.sdk.memory;

import traceglass.sdk.proto.ProtoWriter;

/// Discards all packets, for sessions that have stopped or have no space for a sequence.
public final class DroppingSink extends SequenceSink {

    public DroppingSink() {
        super(0, 1, 0);
    }

    @Override
    protected boolean nextChunk(int bytes) {
        return false;
    }

    @Override
    protected void publish(long end) {}

    @Override
    protected boolean copy(ProtoWriter packet) {
        return false;
    }

    @Override
    protected void finish() {}
}
