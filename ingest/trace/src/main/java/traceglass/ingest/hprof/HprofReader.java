package traceglass.ingest.hprof;

import java.io.EOFException;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.collection.LongIntMap;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// First pass over a heap dump: the records of the file, and the segments with the heap. A file of the HPROF agent may
/// contain several dumps, which share strings, names of classes and stacks.
final class HprofReader {

    private static final int STRING = 0x01;
    private static final int LOAD_CLASS = 0x02;
    private static final int FRAME = 0x04;
    private static final int TRACE = 0x05;
    private static final int HEAP_DUMP = 0x0C;
    private static final int HEAP_DUMP_SEGMENT = 0x1C;
    private static final int HEAP_DUMP_END = 0x2C;
    /// Maximum number of dumps of a file; more indicate a damaged file.
    private static final int MAX_DUMPS = 1000;
    /// Modulus of the 32-bit lengths in records.
    private static final long LENGTH_MODULUS = 1L << 32;

    private final HprofInput in;
    private HprofDump dump;
    private final ImportContext context;
    private final StringPool strings;
    private final LongIntMap stringIds = new LongIntMap();
    private HprofSegment segment;
    private int dumps;
    /// Whether the current dump has ended.
    private boolean isComplete;
    /// Whether the current dump was one record instead of several segments.
    private boolean isOneRecord;

    HprofReader(HprofInput in, HprofDump first, ImportContext context) {
        this.in = in;
        this.context = context;
        strings = context.strings();
        dump = first;
    }

    /// Reads up to the end of the dump, the start of another one, the end of the file, or the point where it is
    /// truncated.
    HprofDump read(HprofSpool spool) throws IOException, TraceProblem {
        dump = dumps++ == 0 ? dump : dump.next();
        segment = new HprofSegment(in, dump, spool, this::stringId);
        isComplete = false;
        isOneRecord = false;
        try {
            while (in.peek() >= 0 && !isAtEnd()) {
                readRecord();
            }
        } catch (EOFException e) {
            context.logs().recordAt(StatNames.HPROF_TRUNCATED, in.position(), null);
        }
        // Only the last entry can be incomplete.
        segment.discardIncomplete();
        spool.finish(segment.completeBytes());
        dump.objects.finish();
        dump.classes.findPrimitiveArrays();
        return dump;
    }

    private boolean isAtEnd() throws IOException {
        return dumps < MAX_DUMPS && (isComplete || isOneRecord && in.peek() == HEAP_DUMP);
    }

    /// Returns whether the file continues after the dump.
    boolean hasMore() throws IOException {
        return in.peek() >= 0;
    }

    private void readRecord() throws IOException, TraceProblem {
        int tag = in.u1();
        long micros = in.u4();
        long length = in.u4();
        long end = in.position() + length;
        switch (tag) {
            case STRING -> readString(length);
            case LOAD_CLASS -> loadClass(end);
            case FRAME -> readFrame(end);
            case TRACE -> readTrace(end);
            case HEAP_DUMP, HEAP_DUMP_SEGMENT -> {
                isOneRecord = tag == HEAP_DUMP;
                if (dump.segments == 0) {
                    dump.micros = micros;
                }
                readHeap(end, length == 0);
            }
            case HEAP_DUMP_END -> {
                isComplete = dump.segments > 0;
                in.skip(length);
            }
            default -> in.skip(length);
        }
        dump.records++;
    }

    private void readString(long length) throws IOException {
        if (length < in.idSize()) {
            in.skip(length);
            reportError(StatNames.HPROF_HEADER_ERRORS);
            return;
        }
        long id = in.id();
        byte[] text = in.bytes(length - in.idSize());
        stringIds.put(id, strings.intern(text, 0, text.length));
        dump.stringRecords++;
    }

    private void loadClass(long end) throws IOException {
        long serial = in.u4();
        long id = in.id();
        in.u4();
        String raw = strings.get(stringId(in.id()));
        String name = HprofClasses.normalize(raw);
        if (name == null) {
            reportError(StatNames.HPROF_CLASS_ERRORS);
        }
        dump.classes.load(id, name == null ? raw : name);
        dump.threads.addClass(serial, name == null ? raw : name);
        dump.loadedClasses++;
        in.skip(end - in.position());
    }

    private void readFrame(long end) throws IOException {
        if (end - in.position() >= 4L * in.idSize() + 2 * Integer.BYTES) {
            long id = in.id();
            int method = stringId(in.id());
            in.id();
            long file = in.id();
            long classSerial = in.u4();
            int line = (int) in.u4();
            dump.threads.addFrame(id, method, file == 0 ? StringPool.NULL : stringId(file), classSerial, line);
        }
        in.skip(Math.max(0, end - in.position()));
    }

    private void readTrace(long end) throws IOException {
        if (end - in.position() >= 3 * Integer.BYTES) {
            long serial = in.u4();
            in.u4();
            long count = in.u4();
            if (dump.threads.accepts(count) && count <= (end - in.position()) / in.idSize()) {
                long[] ids = new long[(int) count];
                for (int i = 0; i < ids.length; i++) {
                    ids[i] = in.id();
                }
                dump.threads.addTrace(serial, ids);
            }
        }
        in.skip(Math.max(0, end - in.position()));
    }

    private int stringId(long id) {
        int existing = stringIds.get(id);
        return existing != LongIntMap.NONE
                ? existing
                : strings.intern("[unknown string ID: " + Long.toUnsignedString(id) + "]");
    }

    /// Reads a segment. Its declared length may be too small for its last entry. In old files with segments of 4
    /// GiB or more, it is too small by a multiple of 4 GiB. It is 0 if the virtual machine ended while writing the
    /// segment.
    private void readHeap(long declaredEnd, boolean isEmpty) throws IOException, TraceProblem {
        dump.segments++;
        long end = isEmpty && isObject(in.peek()) ? Long.MAX_VALUE : declaredEnd;
        while (true) {
            if (in.position() >= end) {
                // No record begins with this tag, so the segment continues.
                if (!isObject(in.peek())) {
                    break;
                }
                end += LENGTH_MODULUS;
            }
            if (end == Long.MAX_VALUE && (in.peek() == HEAP_DUMP_SEGMENT || in.peek() == HEAP_DUMP_END)) {
                return;
            }
            if (in.peek() < 0) {
                throw new EOFException();
            }
            if (!segment.readEntry()) {
                reportError(StatNames.HPROF_HEAP_DUMP_ERRORS);
                in.skip(Math.max(0, end - in.position()));
                return;
            }
        }
        if (in.position() > end) {
            dump.segmentOvershoots++;
        }
    }

    private static boolean isObject(int tag) {
        return tag >= HprofSegment.CLASS && tag <= HprofSegment.PRIMITIVE_ARRAY;
    }

    private void reportError(String stat) {
        context.logs().recordAt(stat, in.position(), null);
    }
}
