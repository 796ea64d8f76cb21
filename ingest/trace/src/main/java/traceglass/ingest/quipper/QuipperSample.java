package traceglass.ingest.quipper;

import traceglass.protos.foreign.quipper.BranchStackEntryDecoder;
import traceglass.protos.foreign.quipper.ReadInfoDecoder;
import traceglass.protos.foreign.quipper.ReadValueDecoder;
import traceglass.protos.foreign.quipper.SampleEventDecoder;

/// Writes the content of samples from messages `SampleEvent`.
final class QuipperSample {

    // Bits of read_format.
    private static final long READ_ENABLED = 1;
    private static final long READ_RUNNING = 1 << 1;
    private static final long READ_ID = 1 << 2;
    private static final long READ_GROUP = 1 << 3;
    private static final long READ_LOST = 1 << 4;

    private final PerfRecordWriter out;
    private final ReadInfoDecoder counts = new ReadInfoDecoder();
    private final ReadValueDecoder count = new ReadValueDecoder();
    private final BranchStackEntryDecoder branch = new BranchStackEntryDecoder();

    QuipperSample(PerfRecordWriter out) {
        this.out = out;
    }

    void write(QuipperAttr attr, SampleEventDecoder sample) {
        writeOptional(attr, QuipperAttr.IDENTIFIER, sample.id());
        writeOptional(attr, QuipperAttr.IP, sample.ip());
        if (attr.has(QuipperAttr.TID)) {
            out.u32(sample.pid()).u32(sample.tid());
        }
        writeOptional(attr, QuipperAttr.TIME, sample.sampleTimeNs());
        writeOptional(attr, QuipperAttr.ADDRESS, sample.addr());
        writeOptional(attr, QuipperAttr.ID, sample.id());
        writeOptional(attr, QuipperAttr.STREAM_ID, sample.streamId());
        writeOptional(attr, QuipperAttr.CPU, Integer.toUnsignedLong(sample.cpu()));
        writeOptional(attr, QuipperAttr.PERIOD, sample.period());
        if (attr.has(QuipperAttr.READ)) {
            sample.readInfo(counts);
            writeCounts(attr.readFormat());
        }
        if (attr.has(QuipperAttr.CALLCHAIN)) {
            out.u64(sample.callchainCount());
            for (int i = 0; i < sample.callchainCount(); i++) {
                out.u64(sample.callchain(i));
            }
        }
        if (attr.has(QuipperAttr.RAW)) {
            byte[] raw = sample.raw();
            out.u32(raw.length).bytes(raw).pad();
        }
        if (attr.has(QuipperAttr.BRANCHES)) {
            writeBranches(attr, sample);
        }
    }

    private void writeOptional(QuipperAttr attr, long bit, long value) {
        if (attr.has(bit)) {
            out.u64(value);
        }
    }

    /// Writes the values of the counters of a group, or of the event itself.
    private void writeCounts(long format) {
        boolean isGroup = (format & READ_GROUP) != 0;
        int size = counts.readValueCount();
        if (isGroup) {
            out.u64(size);
        } else {
            readCount(size - 1);
            out.u64(count.value());
        }
        if ((format & READ_ENABLED) != 0) {
            out.u64(counts.timeEnabled());
        }
        if ((format & READ_RUNNING) != 0) {
            out.u64(counts.timeRunning());
        }
        if (!isGroup) {
            writeIdentity(format);
            return;
        }
        for (int i = 0; i < size; i++) {
            readCount(i);
            out.u64(count.value());
            writeIdentity(format);
        }
    }

    /// Reads a counter; it is empty if there is none.
    private void readCount(int i) {
        if (i >= 0) {
            counts.readValue(i, count);
        } else {
            count.decode(counts.buffer(), 0, 0);
        }
    }

    private void writeIdentity(long format) {
        if ((format & READ_ID) != 0) {
            out.u64(count.id());
        }
        if ((format & READ_LOST) != 0) {
            out.u64(count.lost());
        }
    }

    /// Writes the source, the target and the unused flags of each branch.
    private void writeBranches(QuipperAttr attr, SampleEventDecoder sample) {
        out.u64(sample.branchStackCount());
        if (attr.hasBranchIndex()) {
            out.u64(sample.branchStackHwIdx());
        }
        for (int i = 0; i < sample.branchStackCount(); i++) {
            sample.branchStack(i, branch);
            out.u64(branch.fromIp()).u64(branch.toIp()).u64(0);
        }
    }
}
