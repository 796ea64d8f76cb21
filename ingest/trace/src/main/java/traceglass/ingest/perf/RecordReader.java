package traceglass.ingest.perf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.names.StatNames;

/// Reads records and passes those that become rows to the sorter, as positions in the arrays into which they
/// were read. Records about the recording itself, such as compressed ones, are handled immediately.
final class RecordReader {

    private static final int RECORD_SHIFT = 32;
    /// Events are emitted after this many bytes, at the end of a round.
    private static final long EMIT_BYTES = 8L << 20;

    private final ImportContext context;
    private final RecordBytes in;
    private final EventAttrs attrs;
    private final PerfFeatures features;
    private final RecordRows rows;
    private final EventSorter.Queue queue;
    private final HardwareTrace hardwareTrace;
    private final boolean emitsRounds;
    private final List<Pending> untimed = new ArrayList<>();
    /// Names without a timestamp, which apply in file order.
    private final List<Pending> untimedNames = new ArrayList<>();
    private boolean hasEmitted;
    private boolean hasClock;
    private long bytesSinceEmit;
    private CompressedRecords compressed;
    private boolean isDecompressing;
    private SplitRecord split;

    /// A record without a timestamp.
    private record Pending(byte[] bytes, long location) {}

    /// @param emitsRounds whether events may be emitted before the end of the file
    RecordReader(
            ImportContext context,
            RecordBytes in,
            EventAttrs attrs,
            PerfFeatures features,
            RecordRows rows,
            boolean emitsRounds) {
        this.context = context;
        this.in = in;
        this.attrs = attrs;
        this.features = features;
        this.rows = rows;
        this.emitsRounds = emitsRounds;
        queue = context.sorter().queue(rows);
        hardwareTrace = new HardwareTrace(context);
    }

    static int offset(long location) {
        return (int) location;
    }

    static int attr(long location) {
        return (int) (location >>> RECORD_SHIFT);
    }

    /// Reads all records of a stream.
    ///
    /// @return false if the stream ends within a record or has an invalid one
    boolean read(RecordChunks chunks) throws IOException {
        try {
            boolean isComplete = readRecords(chunks) && chunks.remaining() == 0;
            return compressed == null
                    ? isComplete
                    : isComplete
                            && !compressed.isDamaged()
                            && compressed.chunks().remaining() == 0;
        } finally {
            if (compressed != null) {
                compressed.close();
                compressed = null;
            }
        }
    }

    /// Emits the records without times if no other record has one. Called after the last record.
    void finish() {
        flush(untimed);
        flush(untimedNames);
    }

    private boolean readRecords(RecordChunks chunks) throws IOException {
        while (chunks.require(RecordTypes.HEADER_SIZE)) {
            int size = in.u16(chunks.bytes(), chunks.start() + 6);
            if (size < RecordTypes.HEADER_SIZE || !chunks.require(size)) {
                return false;
            }
            byte[] b = chunks.bytes();
            int offset = chunks.start();
            chunks.advance(size);
            int type = in.i32(b, offset);
            if (type > 0 && type < RecordTypes.FIRST_USER) {
                handleKernelRecord(type, b, offset, size);
            } else if (!readUserRecord(type, b, offset, size, chunks)) {
                return false;
            }
            bytesSinceEmit += size;
        }
        return true;
    }

    private void handleKernelRecord(int type, byte[] b, int offset, int size) {
        if (attrs.isEmpty()) {
            context.stats().add(StatNames.PERF_RECORD_SKIPPED, type, 1);
            return;
        }
        int payload = offset + RecordTypes.HEADER_SIZE;
        int end = offset + size;
        boolean isSample = type == RecordTypes.SAMPLE;
        EventAttr attr = isSample ? attrs.ofSample(b, payload, end) : attrs.ofRecord(b, payload, end);
        if (attr == null || !rows.handles(type)) {
            countUnused(type);
            return;
        }
        if (isSample && attr.timeFromStart < 0) {
            context.stats().add(StatNames.PERF_RECORD_SKIPPED, type, 1);
            return;
        }
        int timeAt = isSample
                ? attr.timeFromStart < 0 ? -1 : payload + attr.timeFromStart
                : attr.timeFromEnd < 0 ? -1 : end - attr.timeFromEnd;
        long time = timeAt < payload || timeAt + Long.BYTES > end ? 0 : in.i64(b, timeAt);
        long location = (long) attr.index << RECORD_SHIFT | offset;
        if (time == 0) {
            (type == RecordTypes.COMM ? untimedNames : untimed).add(new Pending(b, location));
            return;
        }
        if (!hasClock) {
            setClock();
        }
        long ts = context.clocks().toTraceTime(attr.clock, time);
        if (ts == ClockTracker.NONE) {
            return;
        }
        rows.updateStart(ts);
        if (!untimed.isEmpty()) {
            flush(untimed);
        }
        if (isSample && attr.type == EventAttr.TRACEPOINT) {
            rows.readThread(attr, b, offset);
        }
        queue.push(ts, location, b);
    }

    /// Makes the clock of the events the trace clock, unless another file has set it.
    private void setClock() {
        hasClock = true;
        ClockId clock = attrs.clock();
        context.clocks().setTraceTime(clock);
        context.clocks().assumeTraceTime(clock);
    }

    private void countUnused(int type) {
        boolean isKnown = type <= RecordTypes.CALLCHAIN_DEFERRED && type != RecordTypes.SAMPLE;
        context.stats().add(isKnown ? StatNames.PERF_UNKNOWN_RECORD_TYPE : StatNames.PERF_RECORD_SKIPPED, type, 1);
    }

    /// Passes on records without a timestamp before all others: they describe the state at the start of the
    /// recording, and the records of one CPU may be followed by earlier records of another CPU.
    private void flush(List<Pending> pending) {
        for (Pending p : pending) {
            if (hasEmitted) {
                // The sorter would drop an event that is earlier than those it has already emitted.
                rows.handleEvent(RecordRows.AT_START, p.location, p.bytes);
            } else {
                queue.push(RecordRows.AT_START, p.location, p.bytes);
            }
        }
        pending.clear();
    }

    /// Handles a record about the recording itself. Returns false if nothing after it can be read.
    private boolean readUserRecord(int type, byte[] b, int offset, int size, RecordChunks chunks) throws IOException {
        int payload = offset + RecordTypes.HEADER_SIZE;
        int end = offset + size;
        switch (type) {
            case RecordTypes.HEADER_ATTR -> addAttr(b, payload, end);
            case RecordTypes.EVENT_UPDATE -> updateEvent(b, payload, end);
            case RecordTypes.BUILD_ID -> features.readBuildId(in.u16(b, offset + 4), b, payload, end);
            case RecordTypes.HEADER_FEATURE -> {
                if (size >= RecordTypes.HEADER_SIZE + Long.BYTES) {
                    readFeature((int) in.i64(b, payload), b, payload + Long.BYTES, end);
                }
            }
            case RecordTypes.TRACING_DATA -> {
                return size < 12 || readTracingData(in.u32(b, payload), chunks);
            }
            case RecordTypes.AUXTRACE_INFO -> {
                if (size >= 12) {
                    hardwareTrace.setKind(in.u32(b, payload));
                }
            }
            case RecordTypes.AUXTRACE -> {
                if (size >= 16) {
                    long auxSize = in.i64(b, payload);
                    hardwareTrace.add(auxSize);
                    return auxSize >= 0 && chunks.skip(auxSize);
                }
            }
            case RecordTypes.FINISHED_ROUND -> endRound();
            case RecordTypes.ID_INDEX -> {
                // Number of entries, followed by id, index, CPU and thread of each. Events of all threads have thread
                // -1.
                if (size >= RecordTypes.HEADER_SIZE + 5 * Long.BYTES && in.i64(b, payload + 4 * Long.BYTES) == -1) {
                    rows.setRecordsAllThreads();
                }
            }
            case RecordTypes.COMPRESSED -> decompress(b, payload, end);
            case RecordTypes.COMPRESSED2 -> {
                if (size >= 16) {
                    long uncompressed = in.i64(b, payload);
                    decompress(b, payload + Long.BYTES, (int)
                            Math.min(end, payload + Long.BYTES + Math.max(uncompressed, 0)));
                }
            }
            default -> handleSimpleperfRecord(type, b, offset, size);
        }
        return true;
    }

    private void handleSimpleperfRecord(int type, byte[] b, int offset, int size) throws IOException {
        switch (type) {
            case RecordTypes.SIMPLEPERF_TRACING_DATA -> {
                int payload = offset + RecordTypes.HEADER_SIZE;
                if (size >= 12) {
                    long length = Math.min(in.u32(b, payload), size - 12);
                    features.readTracingData(b, payload + 4, payload + 4 + (int) length);
                }
            }
            case RecordTypes.SIMPLEPERF_SPLIT -> {
                split = split == null ? new SplitRecord() : split;
                split.add(b, offset + RecordTypes.HEADER_SIZE, size - RecordTypes.HEADER_SIZE);
            }
            case RecordTypes.SIMPLEPERF_SPLIT_END -> {
                byte[] bytes = split == null ? null : split.removeRecord();
                if (bytes != null && bytes.length >= RecordTypes.HEADER_SIZE) {
                    handleCompleteRecord(bytes);
                }
            }
            default -> {
                boolean isKnown = type >= RecordTypes.FIRST_USER && type <= RecordTypes.LAST_USER
                        || type >= RecordTypes.SIMPLEPERF_KERNEL_SYMBOLS && type <= RecordTypes.SIMPLEPERF_UNWINDING;
                if (!isKnown) {
                    context.stats().add(StatNames.PERF_UNKNOWN_RECORD_TYPE, type, 1);
                }
            }
        }
    }

    /// Handles a record that was split because it exceeds the maximum record size. In such a record, simpleperf also
    /// stores a part of the size in `misc`.
    private void handleCompleteRecord(byte[] record) throws IOException {
        int type = in.i32(record, 0);
        if (type == RecordTypes.SIMPLEPERF_TRACING_DATA) {
            handleSimpleperfRecord(type, record, 0, record.length);
        }
    }

    private void addAttr(byte[] b, int offset, int end) {
        if (end - offset < EventAttr.MIN_SIZE) {
            return;
        }
        int size = in.i32(b, offset + 4);
        int attrSize = size < EventAttr.MIN_SIZE || size > end - offset ? EventAttr.MIN_SIZE : size;
        EventAttr attr = new EventAttr(attrs.all().size(), in, b, offset, attrSize);
        long[] ids = new long[(end - offset - attrSize) / Long.BYTES];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = in.i64(b, offset + attrSize + i * Long.BYTES);
        }
        attrs.add(attr, ids);
        rows.onAttrAdded(attr);
    }

    /// Reads an update of an event: a new name.
    private void updateEvent(byte[] b, int offset, int end) {
        boolean isName = end - offset > 16 && in.i64(b, offset) == 2;
        EventAttr attr = isName ? attrs.ofId(in.i64(b, offset + Long.BYTES)) : null;
        if (attr != null && attr.name.isEmpty()) {
            attr.name = RecordBytes.text(b, offset + 16, end);
        }
    }

    private void readFeature(int id, byte[] b, int offset, int end) {
        if (!features.read(id, b, offset, end, attrs)) {
            context.stats().add(StatNames.PERF_FEATURES_SKIPPED, id, 1);
        }
    }

    /// Reads the event formats, which follow their record and are padded to 8 bytes.
    private boolean readTracingData(long size, RecordChunks chunks) throws IOException {
        byte[] data = chunks.read(size);
        features.readTracingData(data, 0, data.length);
        long padding = -size & 7;
        return data.length == size && chunks.skip(padding);
    }

    private void endRound() {
        if (emitsRounds && bytesSinceEmit > EMIT_BYTES) {
            bytesSinceEmit = 0;
            flush(untimedNames);
            hasEmitted = true;
            context.sorter().markFlushed();
            context.sorter().markFlushed();
            context.sorter().markBuffersRead();
        }
    }

    private void decompress(byte[] b, int offset, int end) throws IOException {
        if (compressed == null) {
            compressed = new CompressedRecords();
        }
        // Compressed records inside compressed data are invalid and could nest without limit.
        if (end > offset && !isDecompressing && !compressed.isDamaged()) {
            isDecompressing = true;
            compressed.feed(b, offset, end - offset);
            readRecords(compressed.chunks());
            isDecompressing = false;
        }
    }

    /// Collects the parts of a record.
    private static final class SplitRecord {

        private static final int MAX_BYTES = 64 << 20;
        private byte[] bytes = new byte[0];

        void add(byte[] b, int offset, int size) {
            if (bytes.length <= MAX_BYTES) {
                int oldLength = bytes.length;
                bytes = Arrays.copyOf(bytes, oldLength + size);
                System.arraycopy(b, offset, bytes, oldLength, size);
            }
        }

        byte[] removeRecord() {
            byte[] record = bytes;
            bytes = new byte[0];
            return record;
        }
    }
}
