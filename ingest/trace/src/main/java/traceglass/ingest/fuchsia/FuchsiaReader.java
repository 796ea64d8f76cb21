package traceglass.ingest.fuchsia;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Reads the records of a trace: keeps the tables of its providers, names processes and threads, and queues events.
final class FuchsiaReader {

    private static final int PERFETTO_BLOB = 3;
    private static final int PROCESS = 1;
    private static final int THREAD = 2;
    private static final int BUFFER_FULL = 0;
    /// Maximum total size of embedded Perfetto traces, in bytes.
    private static final int MAX_EMBEDDED = 1 << 30;

    private final ImportContext context;
    private final StringPool strings;
    private final EventStore events;
    private final Map<Integer, FuchsiaProvider> providers = new HashMap<>();
    private final LongMap<Long> pidOfTid = new LongMap<>();
    private final ByteArrayOutputStream embeddedTraces = new ByteArrayOutputStream();
    private final int processArg;
    private FuchsiaProvider provider;
    private RecordInput in;
    private long pid;
    private long tid;
    private boolean isMissingString;

    FuchsiaReader(ImportContext context) {
        this.context = context;
        strings = context.strings();
        processArg = strings.intern("process");
        events = new EventStore(context.sorter().queue(new FuchsiaEvents(context, pidOfTid)));
        register(0, strings.intern(""));
    }

    /// Returns the bytes of embedded Perfetto traces.
    byte[] embeddedTraces() {
        return embeddedTraces.toByteArray();
    }

    void read(RecordInput records) throws IOException {
        in = records;
        while (in.nextRecord()) {
            readRecord();
            if (in.hasFailed()) {
                reportProblem(StatNames.FUCHSIA_RECORD_READ_ERROR);
            }
        }
        if (in.hasFailed()) {
            reportProblem(StatNames.FUCHSIA_RECORD_READ_ERROR);
        } else if (in.isTruncated()) {
            reportProblem(StatNames.FUCHSIA_TRUNCATED);
        }
    }

    private void reportProblem(String stat) {
        context.logs().recordAt(stat, in.filePosition(), null);
    }

    private void register(int id, int name) {
        provider = new FuchsiaProvider(name);
        providers.put(id, provider);
    }

    private void readRecord() {
        long header = in.header();
        int type = FuchsiaRecord.type(header);
        if (provider == null && type != FuchsiaRecord.METADATA) {
            reportProblem(StatNames.FUCHSIA_INVALID_EVENT);
            return;
        }
        isMissingString = false;
        switch (type) {
            case FuchsiaRecord.METADATA -> readMetadata(header);
            case FuchsiaRecord.INITIALIZATION -> {
                long ticks = in.word();
                if (!in.hasFailed()) {
                    provider.setTicksPerSecond(ticks);
                }
            }
            case FuchsiaRecord.STRING -> {
                int index = FuchsiaRecord.bits(header, 16, 30);
                int text = readText(FuchsiaRecord.bits(header, 32, 46));
                if (index != 0 && !in.hasFailed()) {
                    provider.setString(index, text);
                }
            }
            case FuchsiaRecord.THREAD -> {
                int index = FuchsiaRecord.bits(header, 16, 23);
                readThread(0);
                if (index != 0 && !in.hasFailed()) {
                    provider.setThread(index, pid, tid);
                }
            }
            case FuchsiaRecord.EVENT -> readEvent(header);
            case FuchsiaRecord.BLOB -> readBlob(header);
            case FuchsiaRecord.KERNEL_OBJECT -> readKernelObject(header);
            case FuchsiaRecord.SCHEDULER -> readScheduler(header);
            case FuchsiaRecord.LOG -> readLog(header);
            default -> {}
        }
    }

    private void readMetadata(long header) {
        int id = (int) (header >>> 20);
        switch (FuchsiaRecord.bits(header, 16, 19)) {
            case FuchsiaRecord.PROVIDER_INFO -> {
                int name = readText(FuchsiaRecord.bits(header, 52, 59));
                if (!in.hasFailed()) {
                    register(id, name);
                }
            }
            case FuchsiaRecord.PROVIDER_SECTION -> provider = providers.get(id);
            case FuchsiaRecord.PROVIDER_EVENT -> {
                if (FuchsiaRecord.bits(header, 52, 55) == BUFFER_FULL) {
                    reportProblem(StatNames.FUCHSIA_PROVIDER_BUFFER_FULL);
                }
            }
            default -> {}
        }
    }

    private void readEvent(long header) {
        int kind = FuchsiaRecord.bits(header, 16, 19);
        long ts = toTraceTime(in.word());
        readThread(FuchsiaRecord.bits(header, 24, 31));
        int category = readString(FuchsiaRecord.bits(header, 32, 47));
        int name = readString(FuchsiaRecord.bits(header, 48, 63));
        if (ts < 0 || !isUsable()) {
            return;
        }
        events.start(kind);
        events.add(pid);
        events.add(tid);
        events.add((long) category << 32 | name);
        // The argument's value follows the arguments in the record.
        int arguments = in.offset();
        skipArguments(FuchsiaRecord.bits(header, 20, 23));
        long value = 0;
        if (kind != FuchsiaRecord.INSTANT && kind != FuchsiaRecord.BEGIN && kind != FuchsiaRecord.END) {
            value = in.word();
            if (kind == FuchsiaRecord.COMPLETE) {
                value = toTraceTime(value) - ts;
                if (value < 0) {
                    reportProblem(StatNames.FUCHSIA_TIMESTAMP_OVERFLOW);
                    return;
                }
            }
        }
        events.add(value);
        in.moveTo(arguments);
        readArguments(FuchsiaRecord.bits(header, 20, 23));
        push(ts);
    }

    private void skipArguments(int count) {
        for (int i = 0; i < count && !in.hasFailed(); i++) {
            int start = in.offset();
            in.moveTo(start + Math.max(FuchsiaRecord.bits(in.word(), 4, 15), 1) * Long.BYTES);
        }
    }

    private void readArguments(int count) {
        for (int i = 0; i < count && isUsable(); i++) {
            int start = in.offset();
            long header = in.word();
            int type = FuchsiaRecord.bits(header, 0, 3);
            int name = readString(FuchsiaRecord.bits(header, 16, 31));
            long value;
            if (type == Argument.STRING) {
                value = readString(FuchsiaRecord.bits(header, 32, 47));
            } else {
                value = Argument.hasWord(type) ? in.word() : Argument.valueInHeader(type, header);
            }
            events.addArgument(type, name, value);
            in.moveTo(start + Math.max(FuchsiaRecord.bits(header, 4, 15), 1) * Long.BYTES);
        }
    }

    private void readScheduler(long header) {
        int type = FuchsiaRecord.bits(header, 60, 63);
        int count = FuchsiaRecord.bits(header, 16, 19);
        long ts;
        switch (type) {
            case FuchsiaRecord.LEGACY_SWITCH -> {
                ts = toTraceTime(in.word());
                events.start(EventStore.LEGACY_SWITCH);
                events.add((long) FuchsiaRecord.bits(header, 24, 27) << 32 | FuchsiaRecord.bits(header, 16, 23));
                readThread(FuchsiaRecord.bits(header, 28, 35));
                events.add(pid);
                events.add(tid);
                readThread(FuchsiaRecord.bits(header, 36, 43));
                events.add(pid);
                events.add(tid);
                events.add((long) FuchsiaRecord.bits(header, 44, 51) << 32 | FuchsiaRecord.bits(header, 52, 59));
            }
            case FuchsiaRecord.SWITCH -> {
                ts = toTraceTime(in.word());
                events.start(EventStore.SWITCH);
                events.add((long) FuchsiaRecord.bits(header, 36, 39) << 32 | FuchsiaRecord.bits(header, 20, 35));
                events.add(koid(in.word()));
                events.add(koid(in.word()));
                readArguments(count);
            }
            case FuchsiaRecord.WAKEUP -> {
                ts = toTraceTime(in.word());
                events.start(EventStore.WAKEUP);
                events.add(FuchsiaRecord.bits(header, 20, 35));
                events.add(koid(in.word()));
                readArguments(count);
            }
            default -> {
                return;
            }
        }
        push(ts);
    }

    private void readLog(long header) {
        long ts = toTraceTime(in.word());
        readThread(FuchsiaRecord.bits(header, 32, 39));
        int message = readText(FuchsiaRecord.bits(header, 16, 30));
        events.start(EventStore.LOG);
        events.add(pid);
        events.add(tid);
        events.add((long) provider.name << 32 | message);
        push(ts);
    }

    private void readBlob(long header) {
        if (FuchsiaRecord.bits(header, 48, 55) != PERFETTO_BLOB) {
            return;
        }
        int name = FuchsiaRecord.bits(header, 16, 31);
        if (FuchsiaRecord.isInline(name)) {
            in.skipText(FuchsiaRecord.inlineLength(name));
        }
        int length = FuchsiaRecord.bits(header, 32, 46);
        int start = in.skipText(length);
        if (start < 0) {
            return;
        }
        if (embeddedTraces.size() > MAX_EMBEDDED - length) {
            reportProblem(StatNames.FUCHSIA_INVALID_EVENT);
            return;
        }
        embeddedTraces.write(in.buffer(), start, length);
    }

    /// Names a process or thread. The name applies to the whole trace, including earlier events.
    private void readKernelObject(long header) {
        long koid = koid(in.word());
        int name = readString(FuchsiaRecord.bits(header, 24, 39));
        if (!isUsable()) {
            return;
        }
        int type = FuchsiaRecord.bits(header, 16, 23);
        if (type == PROCESS) {
            int upid = context.processes().process(koid);
            context.processes().setProcessMetadata(upid, name, StringPool.NULL);
        } else if (type == THREAD) {
            long owner = owner(FuchsiaRecord.bits(header, 40, 43));
            if (owner >= 0) {
                pidOfTid.put(koid, owner);
                int utid = context.processes().updateThread(koid, owner);
                context.processes().setThreadName(utid, name, NamePriority.OfThread.CONSTANT);
            }
        }
    }

    /// Returns the process given in the arguments of a thread; 0 if there is none, -1 if the arguments are invalid.
    private long owner(int count) {
        long owner = 0;
        for (int i = 0; i < count; i++) {
            int start = in.offset();
            long header = in.word();
            int type = FuchsiaRecord.bits(header, 0, 3);
            int ref = FuchsiaRecord.bits(header, 16, 31);
            int name = FuchsiaRecord.isInline(ref) ? readText(FuchsiaRecord.inlineLength(ref)) : provider.string(ref);
            if (name == processArg) {
                if (type != Argument.KOID) {
                    reportProblem(StatNames.FUCHSIA_INVALID_EVENT_ARG_TYPE);
                    return -1;
                }
                owner = koid(in.word());
            }
            in.moveTo(start + Math.max(FuchsiaRecord.bits(header, 4, 15), 1) * Long.BYTES);
        }
        return in.hasFailed() ? -1 : owner;
    }

    /// Queues the started event unless its record was damaged.
    private void push(long ts) {
        if (ts < 0 || !isUsable()) {
            return;
        }
        long time = context.clocks().defaultToTraceTime(ts);
        if (time != ClockTracker.NONE) {
            events.push(time);
        }
    }

    private boolean isUsable() {
        return !in.hasFailed() && !isMissingString;
    }

    private long toTraceTime(long ticks) {
        long ns = provider.toNs(ticks);
        if (ns < 0) {
            reportProblem(StatNames.FUCHSIA_TIMESTAMP_OVERFLOW);
        }
        return ns;
    }

    /// Reads a thread reference into `pid` and `tid`.
    private void readThread(int ref) {
        if (ref == 0) {
            pid = koid(in.word());
            tid = koid(in.word());
        } else {
            pid = provider.pid(ref);
            tid = provider.tid(ref);
        }
    }

    /// Returns the kernel object id without the highest bit, which marks ids generated by providers.
    private static long koid(long word) {
        return word & Long.MAX_VALUE;
    }

    /// Returns the id of a referenced string. A reference to a string missing from the provider's table is
    /// counted as an error.
    private int readString(int ref) {
        if (FuchsiaRecord.isInline(ref)) {
            return readText(FuchsiaRecord.inlineLength(ref));
        }
        int id = provider.string(ref);
        if (id == StringPool.NULL && !isMissingString) {
            isMissingString = true;
            reportProblem(StatNames.FUCHSIA_INVALID_STRING_REF);
        }
        return id;
    }

    private int readText(int length) {
        int start = in.skipText(length);
        return start < 0 ? StringPool.NULL : strings.intern(in.buffer(), start, length);
    }
}
