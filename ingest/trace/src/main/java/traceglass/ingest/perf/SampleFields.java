package traceglass.ingest.perf;

/// Fields of the current sample record. The instance is reused; variable parts stay in the record's bytes.
final class SampleFields {

    private static final int MAX_READS = 64;

    private final RecordBytes in;

    byte[] bytes;
    int mode;
    boolean hasIp;
    long ip;
    boolean hasTid;
    long pid;
    long tid;
    boolean hasTime;
    /// CPU; -1 if unknown.
    int cpu;
    boolean hasPeriod;
    long period;
    /// Number of counter values read, with their values and event ids; an id is 0 if it was not recorded.
    int reads;
    final long[] readValues = new long[MAX_READS];
    final long[] readIds = new long[MAX_READS];
    /// Offset and number of entries of the call chain.
    int chainOffset;
    int chainCount;
    int rawOffset;
    int rawSize;
    int branchOffset;
    int branchCount;
    long registersAbi;
    int registersOffset;
    int stackOffset;
    /// Number of valid bytes of the stack copy; 0 if there are none.
    int stackSize;

    SampleFields(RecordBytes in) {
        this.in = in;
    }

    /// Reads a record. Returns false if the record is too short for its fields up to the call chain.
    ///
    /// @param offset start of the record
    boolean read(EventAttr attr, byte[] b, int offset) {
        bytes = b;
        mode = in.u16(b, offset + 4) & RecordTypes.CPU_MODE_MASK;
        int end = offset + in.u16(b, offset + 6);
        hasIp = attr.has(EventAttr.IP);
        hasTid = attr.has(EventAttr.TID);
        hasTime = attr.has(EventAttr.TIME);
        hasPeriod = attr.has(EventAttr.PERIOD);
        cpu = -1;
        reads = 0;
        chainCount = 0;
        rawSize = 0;
        branchCount = 0;
        registersAbi = 0;
        stackSize = 0;
        int p = readFixed(attr, offset + RecordTypes.HEADER_SIZE, end);
        if (p >= 0 && attr.has(EventAttr.READ)) {
            p = readCounts(attr, p, end);
        }
        if (p >= 0 && attr.has(EventAttr.CALLCHAIN)) {
            p = readChain(p, end);
        }
        if (p < 0) {
            return false;
        }
        readAfterChain(attr, p, end);
        return true;
    }

    /// Returns the offset after the fixed-size fields; -1 if the record is too short.
    private int readFixed(EventAttr attr, int start, int end) {
        int p = start;
        int size = Long.BYTES
                * Long.bitCount(attr.sampleType
                        & (EventAttr.IDENTIFIER
                                | EventAttr.IP
                                | EventAttr.TID
                                | EventAttr.TIME
                                | EventAttr.ADDR
                                | EventAttr.ID
                                | EventAttr.STREAM_ID
                                | EventAttr.CPU
                                | EventAttr.PERIOD));
        if (end - p < size) {
            return -1;
        }
        p += attr.has(EventAttr.IDENTIFIER) ? Long.BYTES : 0;
        if (hasIp) {
            ip = in.i64(bytes, p);
            p += Long.BYTES;
        }
        if (hasTid) {
            pid = in.u32(bytes, p);
            tid = in.u32(bytes, p + 4);
            p += Long.BYTES;
        }
        p += Long.BYTES
                * Long.bitCount(
                        attr.sampleType & (EventAttr.TIME | EventAttr.ADDR | EventAttr.ID | EventAttr.STREAM_ID));
        if (attr.has(EventAttr.CPU)) {
            cpu = in.i32(bytes, p);
            p += Long.BYTES;
        }
        if (hasPeriod) {
            period = in.i64(bytes, p);
            p += Long.BYTES;
        }
        return p;
    }

    private int readCounts(EventAttr attr, int start, int end) {
        long format = attr.readFormat;
        int p = start;
        int times = Long.BYTES * Long.bitCount(format & (EventAttr.READ_ENABLED | EventAttr.READ_RUNNING));
        if (end - p < Long.BYTES + times) {
            return -1;
        }
        long first = in.i64(bytes, p);
        p += Long.BYTES + times;
        boolean isGroup = (format & EventAttr.READ_GROUP) != 0;
        long count = isGroup ? first : 1;
        int entry = (isGroup ? Long.BYTES : 0)
                + Long.BYTES * Long.bitCount(format & (EventAttr.READ_ID | EventAttr.READ_LOST));
        if (count <= 0 || entry > 0 && count > (end - p) / entry) {
            return -1;
        }
        for (int i = 0; i < count; i++) {
            int value = p;
            p += isGroup ? Long.BYTES : 0;
            long id = (format & EventAttr.READ_ID) != 0 ? in.i64(bytes, p) : 0;
            p += entry - (isGroup ? Long.BYTES : 0);
            if (reads < MAX_READS) {
                readValues[reads] = isGroup ? in.i64(bytes, value) : first;
                readIds[reads++] = id;
            }
        }
        return p;
    }

    private int readChain(int p, int end) {
        long count = end - p < Long.BYTES ? -1 : in.i64(bytes, p);
        if (count < 0 || count > (end - p) / Long.BYTES - 1) {
            return -1;
        }
        chainOffset = p + Long.BYTES;
        chainCount = (int) count;
        return chainOffset + chainCount * Long.BYTES;
    }

    /// Reads the fields after the call chain, as far as the record is valid.
    private void readAfterChain(EventAttr attr, int start, int end) {
        int p = start;
        if (attr.has(EventAttr.RAW)) {
            long size = end - p < 4 ? -1 : in.u32(bytes, p);
            if (size < 0 || size > end - p - 4) {
                return;
            }
            rawOffset = p + 4;
            rawSize = (int) size;
            p += (int) (4 + size + 7 & ~7L);
        }
        if (attr.has(EventAttr.BRANCH_STACK)) {
            p = readBranches(attr, p, end);
        }
        if (p >= 0 && attr.has(EventAttr.REGS_USER) && end - p >= Long.BYTES) {
            registersAbi = in.i64(bytes, p);
            registersOffset = p + Long.BYTES;
            p = registersOffset + (registersAbi == 0 ? 0 : Long.BYTES * Long.bitCount(attr.userRegisters));
            if (p > end) {
                registersAbi = 0;
                return;
            }
        }
        if (p >= 0 && attr.has(EventAttr.STACK_USER) && end - p >= Long.BYTES) {
            long size = in.i64(bytes, p);
            if (size > 0 && size <= end - p - 2L * Long.BYTES) {
                stackOffset = p + Long.BYTES;
                long used = in.i64(bytes, stackOffset + (int) size);
                stackSize = (int) Math.max(0, Math.min(size, used));
            }
        }
    }

    private int readBranches(EventAttr attr, int start, int end) {
        int p = start;
        int extra = (attr.branchSampleType & EventAttr.BRANCH_HW_INDEX) != 0 ? Long.BYTES : 0;
        if (end - p < Long.BYTES + extra) {
            return -1;
        }
        long count = in.i64(bytes, p);
        p += Long.BYTES + extra;
        if (count < 0 || count > (end - p) / (3 * Long.BYTES)) {
            return -1;
        }
        branchOffset = p;
        branchCount = (int) count;
        return p + branchCount * 3 * Long.BYTES;
    }

    /// Returns an entry of the call chain; index 0 is the innermost one.
    long chain(int i) {
        return in.i64(bytes, chainOffset + i * Long.BYTES);
    }

    /// Returns the source address of a branch; index 0 is the latest one.
    long branchFrom(int i) {
        return in.i64(bytes, branchOffset + i * 3 * Long.BYTES);
    }
}
