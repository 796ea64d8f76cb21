package traceglass.ingest.quipper;

import traceglass.ingest.collection.GrowingLongs;
import traceglass.protos.foreign.quipper.PerfEventAttrDecoder;
import traceglass.protos.foreign.quipper.PerfFileAttrDecoder;

/// Description of a recorded event, `struct perf_event_attr`. Fields of samples that quipper does not store, such as
/// registers, are not part of its description of samples.
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

    private final long type;
    private final long config;
    private final long period;
    private long flags;
    private final long sampleType;
    private final long readFormat;
    private final long branchSampleType;
    private final GrowingLongs ids = new GrowingLongs();

    /// Reads an encoded `PerfFileAttr`.
    QuipperAttr(byte[] message) {
        PerfFileAttrDecoder file = new PerfFileAttrDecoder();
        file.decode(message, 0, message.length);
        for (int i = 0; i < file.idsCount(); i++) {
            ids.add(file.ids(i));
        }
        PerfEventAttrDecoder attr = file.attr(new PerfEventAttrDecoder());
        type = attr.type();
        config = attr.config();
        period = attr.hasSampleFreq() ? attr.sampleFreq() : attr.samplePeriod();
        sampleType = attr.sampleType() & STORED;
        readFormat = attr.readFormat();
        branchSampleType = attr.branchSampleType();
        setFlag(attr.freq(), FREQUENCY_BIT);
        setFlag(attr.sampleIdAll(), SAMPLE_ID_ALL_BIT);
        setFlag(attr.contextSwitch(), CONTEXT_SWITCH_BIT);
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
