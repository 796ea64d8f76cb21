package traceglass.ingest.quipper;

import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;

/// Description of a recorded event, `struct perf_event_attr`. Fields of samples that quipper does not store, such as
/// registers, are left out of its description of samples.
final class QuipperAttr {

    static final long IP = 1;
    static final long TID = 1 << 1;
    static final long TIME = 1 << 2;
    static final long ADDRESS = 1 << 3;
    static final long READ = 1 << 4;
    static final long CALLCHAIN = 1 << 5;
    static final long ID = 1 << 6;
    static final long CPU = 1 << 7;
    static final long PERIOD = 1 << 8;
    static final long STREAM_ID = 1 << 9;
    static final long RAW = 1 << 10;
    static final long BRANCHES = 1 << 11;
    static final long IDENTIFIER = 1 << 16;
    private static final long STORED =
            IP | TID | TIME | ADDRESS | READ | CALLCHAIN | ID | CPU | PERIOD | STREAM_ID | RAW | BRANCHES | IDENTIFIER;

    static final long BRANCH_INDEX = 1 << 17;

    private static final int SIZE = 96;
    private static final int FREQUENCY_BIT = 10;
    private static final int SAMPLE_ID_ALL_BIT = 18;
    private static final int CONTEXT_SWITCH_BIT = 26;

    private long type;
    private long config;
    private long period;
    private long flags;
    private long sampleType;
    private long readFormat;
    private long branchSampleType;
    private final GrowingLongs ids = new GrowingLongs();

    /// Reads an encoded `PerfFileAttr`.
    QuipperAttr(byte[] message) {
        ProtoCursor file = new ProtoCursor();
        PackedCursor packed = new PackedCursor();
        for (file.enter(message, 0, message.length); file.next(); ) {
            if (file.field() == QuipperFields.FILE_ATTR) {
                read(new ProtoCursor().enter(file));
            } else if (file.field() == QuipperFields.FILE_ATTR_IDS) {
                for (packed.enter(file); packed.nextVarint(); ) {
                    ids.add(packed.asLong());
                }
            }
        }
    }

    private void read(ProtoCursor c) {
        while (c.next()) {
            switch (c.field()) {
                case QuipperFields.ATTR_TYPE -> type = c.asLong();
                case QuipperFields.ATTR_CONFIG -> config = c.asLong();
                case QuipperFields.ATTR_PERIOD, QuipperFields.ATTR_FREQUENCY -> period = c.asLong();
                case QuipperFields.ATTR_SAMPLE_TYPE -> sampleType = c.asLong() & STORED;
                case QuipperFields.ATTR_READ_FORMAT -> readFormat = c.asLong();
                case QuipperFields.ATTR_BRANCH_SAMPLE_TYPE -> branchSampleType = c.asLong();
                case QuipperFields.ATTR_IS_FREQUENCY -> setFlag(c.asBool(), FREQUENCY_BIT);
                case QuipperFields.ATTR_SAMPLE_ID_ALL -> setFlag(c.asBool(), SAMPLE_ID_ALL_BIT);
                case QuipperFields.ATTR_CONTEXT_SWITCH -> setFlag(c.asBool(), CONTEXT_SWITCH_BIT);
                default -> {}
            }
        }
    }

    private void setFlag(boolean isSet, int bit) {
        flags |= isSet ? 1L << bit : 0;
    }

    boolean has(long bits) {
        return (sampleType & bits) != 0;
    }

    /// Returns whether records other than samples end with the time and thread.
    boolean hasTrailer() {
        return (flags >>> SAMPLE_ID_ALL_BIT & 1) != 0;
    }

    long readFormat() {
        return readFormat;
    }

    /// Returns whether the branches of a sample follow an index.
    boolean hasBranchIndex() {
        return (branchSampleType & BRANCH_INDEX) != 0;
    }

    GrowingLongs ids() {
        return ids;
    }

    /// Writes the structure.
    void write(PerfRecordWriter out) {
        out.u32(type).u32(SIZE).u64(config).u64(period).u64(sampleType).u64(readFormat);
        out.u64(flags).u64(0).u64(0).u64(0).u64(branchSampleType).u64(0).u64(0);
    }
}
