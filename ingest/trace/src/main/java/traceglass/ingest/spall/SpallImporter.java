package traceglass.ingest.spall;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Imports Spall traces as written by its header library `spall.h`: a header, then events without padding, which are
/// grouped into buffers of one thread in version 3. All numbers are little-endian.
public final class SpallImporter implements Importer {

    private static final long MAGIC = 0x0BADF00DL;
    private static final int HEADER_SIZE = 32;
    /// Version whose events are grouped into buffers. Its unit of time is in ns, that of earlier versions in µs.
    private static final long BUFFERS = 3;
    private static final double NS_PER_US = 1000;

    @Override
    public String id() {
        return "spall";
    }

    @Override
    public String displayName() {
        return "Spall trace";
    }

    @Override
    public int priority() {
        return 42;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= Long.BYTES && buffer(head).getLong(0) == MAGIC;
    }

    static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        byte[] header = new byte[HEADER_SIZE];
        if (input.read(header, 0, HEADER_SIZE) < HEADER_SIZE) {
            throw new TraceProblem(input.name() + " ends within the header of a Spall trace");
        }
        ByteBuffer fields = buffer(header);
        long version = fields.getLong(8);
        double unit = fields.getDouble(16);
        if (version != 0 && version != 1 && version != BUFFERS || fields.getLong(24) != 0) {
            throw new TraceProblem(input.name() + " is a Spall trace of version " + version
                    + ", which is not supported. Save it as Chrome JSON in the program that wrote it.");
        }
        if (!(unit > 0) || Double.isInfinite(unit)) {
            throw new TraceProblem(input.name() + " is a Spall trace without a unit of time");
        }
        if (version == BUFFERS) {
            new SpallBuffers(input, new SpallCalls(input, context, unit)).read();
        } else {
            new SpallEvents(input, new SpallCalls(input, context, unit * NS_PER_US)).read();
        }
    }
}
