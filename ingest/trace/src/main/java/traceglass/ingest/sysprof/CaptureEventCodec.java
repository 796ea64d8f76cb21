package traceglass.ingest.sysprof;

import traceglass.ingest.sort.EventCodec;
import traceglass.ingest.sort.RunInput;
import traceglass.ingest.sort.RunOutput;

/// Writes the frames of captures to disk unchanged.
final class CaptureEventCodec implements EventCodec {

    /// Size of the header of an array in memory, in bytes.
    private static final int ARRAY_HEADER = 16;

    @Override
    public int size(long data, Object ref) {
        return ARRAY_HEADER + ((byte[]) ref).length;
    }

    @Override
    public void write(long data, Object ref, RunOutput out) {
        byte[] frame = (byte[]) ref;
        out.writeBytes(frame, 0, frame.length);
    }

    @Override
    public void read(RunInput in) {
        byte[] frame = new byte[in.remaining()];
        System.arraycopy(in.buffer(), in.position(), frame, 0, frame.length);
        in.setEvent(0, frame);
    }
}
