package traceglass.ingest.quipper;

import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;

/// Writes the content of samples from messages `SampleEvent`.
final class QuipperSample {

    // Bits of read_format.
    private static final long READ_ENABLED = 1;
    private static final long READ_RUNNING = 1 << 1;
    private static final long READ_ID = 1 << 2;
    private static final long READ_GROUP = 1 << 3;
    private static final long READ_LOST = 1 << 4;

    private final PerfRecordWriter out;
    private final QuipperMessage message = new QuipperMessage();
    private final QuipperMessage value = new QuipperMessage();
    private final ProtoCursor cursor = new ProtoCursor();
    private final PackedCursor packed = new PackedCursor();
    private final GrowingLongs addresses = new GrowingLongs();

    QuipperSample(PerfRecordWriter out) {
        this.out = out;
    }

    void write(QuipperAttr attr, QuipperMessage sample) {
        writeOptional(attr, QuipperAttr.IDENTIFIER, sample, QuipperFields.SAMPLE_ID);
        writeOptional(attr, QuipperAttr.IP, sample, QuipperFields.SAMPLE_IP);
        if (attr.has(QuipperAttr.TID)) {
            out.u32(sample.number(QuipperFields.SAMPLE_PID)).u32(sample.number(QuipperFields.SAMPLE_TID));
        }
        writeOptional(attr, QuipperAttr.TIME, sample, QuipperFields.SAMPLE_TIME);
        writeOptional(attr, QuipperAttr.ADDRESS, sample, QuipperFields.SAMPLE_ADDRESS);
        writeOptional(attr, QuipperAttr.ID, sample, QuipperFields.SAMPLE_ID);
        writeOptional(attr, QuipperAttr.STREAM_ID, sample, QuipperFields.SAMPLE_STREAM_ID);
        writeOptional(attr, QuipperAttr.CPU, sample, QuipperFields.SAMPLE_CPU);
        writeOptional(attr, QuipperAttr.PERIOD, sample, QuipperFields.SAMPLE_PERIOD);
        if (attr.has(QuipperAttr.READ)) {
            writeCounts(attr.readFormat(), message.read(sample, QuipperFields.SAMPLE_READ));
        }
        if (attr.has(QuipperAttr.CALLCHAIN)) {
            addresses.clear();
            for (sample.enter(cursor); cursor.next(); ) {
                if (cursor.field() == QuipperFields.SAMPLE_CALLCHAIN) {
                    for (packed.enter(cursor); packed.nextVarint(); ) {
                        addresses.add(packed.asLong());
                    }
                }
            }
            out.u64(addresses.size());
            writeAddresses();
        }
        if (attr.has(QuipperAttr.RAW)) {
            byte[] raw = sample.bytes(QuipperFields.SAMPLE_RAW);
            out.u32(raw.length).bytes(raw).pad();
        }
        if (attr.has(QuipperAttr.BRANCHES)) {
            writeBranches(attr, sample);
        }
    }

    private void writeOptional(QuipperAttr attr, long bit, QuipperMessage sample, int field) {
        if (attr.has(bit)) {
            out.u64(sample.number(field));
        }
    }

    private void writeAddresses() {
        for (int i = 0; i < addresses.size(); i++) {
            out.u64(addresses.get(i));
        }
    }

    /// Writes the values of the counters of a group, or of the event itself.
    private void writeCounts(long format, QuipperMessage read) {
        boolean isGroup = (format & READ_GROUP) != 0;
        value.read(read, QuipperFields.READ_VALUES);
        out.u64(isGroup ? valueCount(read) : value.number(QuipperFields.READ_VALUE));
        if ((format & READ_ENABLED) != 0) {
            out.u64(read.number(QuipperFields.READ_ENABLED));
        }
        if ((format & READ_RUNNING) != 0) {
            out.u64(read.number(QuipperFields.READ_RUNNING));
        }
        if (!isGroup) {
            writeIdentity(format);
            return;
        }
        for (read.enter(cursor); cursor.next(); ) {
            if (cursor.field() == QuipperFields.READ_VALUES) {
                out.u64(value.read(cursor).number(QuipperFields.READ_VALUE));
                writeIdentity(format);
            }
        }
    }

    private int valueCount(QuipperMessage read) {
        int count = 0;
        for (read.enter(cursor); cursor.next(); ) {
            count += cursor.field() == QuipperFields.READ_VALUES ? 1 : 0;
        }
        return count;
    }

    private void writeIdentity(long format) {
        if ((format & READ_ID) != 0) {
            out.u64(value.number(QuipperFields.READ_ID));
        }
        if ((format & READ_LOST) != 0) {
            out.u64(value.number(QuipperFields.READ_LOST));
        }
    }

    /// Writes the source, the target and the unused flags of each branch.
    private void writeBranches(QuipperAttr attr, QuipperMessage sample) {
        addresses.clear();
        for (sample.enter(cursor); cursor.next(); ) {
            if (cursor.field() == QuipperFields.SAMPLE_BRANCHES) {
                value.read(cursor);
                addresses.add(value.number(QuipperFields.BRANCH_FROM));
                addresses.add(value.number(QuipperFields.BRANCH_TO));
                addresses.add(0);
            }
        }
        out.u64(addresses.size() / 3);
        if (attr.hasBranchIndex()) {
            out.u64(sample.number(QuipperFields.SAMPLE_BRANCH_INDEX));
        }
        writeAddresses();
    }
}
