package traceglass.ingest.ghc;

import traceglass.ingest.sort.EventCodec;
import traceglass.ingest.sort.RunInput;
import traceglass.ingest.sort.RunOutput;

/// Writes the events of [GhcProgram] to disk: a number for type and capability, and the content as in the log.
final class GhcEventCodec implements EventCodec {

    /// Size of the header of an array in memory, in bytes.
    private static final int ARRAY_HEADER = 16;

    @Override
    public int size(long data, Object ref) {
        return ARRAY_HEADER + ((byte[]) ref).length;
    }

    @Override
    public void write(long data, Object ref, RunOutput out) {
        byte[] content = (byte[]) ref;
        out.writeSigned(data);
        out.writeBytes(content, 0, content.length);
    }

    @Override
    public void read(RunInput in) {
        long data = in.signed();
        byte[] content = new byte[in.remaining()];
        System.arraycopy(in.buffer(), in.position(), content, 0, content.length);
        in.setEvent(data, content);
    }
}
