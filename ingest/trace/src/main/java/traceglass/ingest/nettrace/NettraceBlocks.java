package traceglass.ingest.nettrace;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.store.names.StatNames;

/// Reads blocks: the description of the trace, event metadata, stacks, threads, labels and events.
final class NettraceBlocks {

    static final int END = 0;
    static final int TRACE = 1;
    private static final int EVENTS = 2;
    private static final int METADATA = 3;
    private static final int SEQUENCE_POINT = 4;
    private static final int STACKS = 5;
    private static final int THREADS = 6;
    private static final int LABELS = 8;
    private static final int UNKNOWN = 255;
    /// Size in bytes of the trace description in versions 4 and 5.
    static final int TRACE_SIZE = 48;

    private static final long SECOND = 1_000_000_000;
    private static final int MAX_STACK_DEPTH = 1 << 16;

    private final ImportContext context;
    private final int major;
    private final NettraceEvents events;
    private final LongMap<EventTypeInfo> types = new LongMap<>();
    private final LongMap<long[]> stacks = new LongMap<>();
    private final LongMap<OsThread> threads = new LongMap<>();
    private final LongMap<long[]> activities = new LongMap<>();
    private final Map<Long, Integer> sequences = new HashMap<>();
    private int pointerSize = 8;
    private long pid;
    private long startTicks;
    private long startNs;
    private long frequency = SECOND;

    /// Operating system thread.
    record OsThread(long pid, long tid, String name) {}

    NettraceBlocks(ImportContext context, int major) {
        this.context = context;
        this.major = major;
        events = new NettraceEvents(context);
    }

    /// Returns the kind of block for an object name of versions 4 and 5.
    static int kind(String name) {
        return switch (name) {
            case "EventBlock" -> EVENTS;
            case "MetadataBlock" -> METADATA;
            case "SPBlock" -> SEQUENCE_POINT;
            case "StackBlock" -> STACKS;
            default -> UNKNOWN;
        };
    }

    /// Reads a block. Unknown kinds are skipped.
    ///
    /// @throws NettraceFormatException if the block is damaged; the data before the damage has been read
    void add(int kind, byte[] data) {
        NettraceCursor in = new NettraceCursor(data);
        switch (kind) {
            case TRACE -> readTrace(in);
            case EVENTS -> readEvents(in, false);
            case METADATA -> readMetadata(in);
            case SEQUENCE_POINT -> readSequencePoint(in);
            case STACKS -> readStacks(in);
            case THREADS -> readThreads(in);
            case LABELS -> readLabels(in);
            default -> {
                // Later minor versions may have more kinds.
            }
        }
    }

    void finish() {
        events.finish();
    }

    private void readTrace(NettraceCursor in) {
        int year = in.readShort();
        int month = in.readShort();
        in.skip(2);
        try {
            startNs = LocalDateTime.of(year, month, in.readShort(), in.readShort(), in.readShort(), in.readShort())
                            .toEpochSecond(ZoneOffset.UTC)
                    * SECOND;
            startNs += in.readShort() * 1_000_000L;
        } catch (DateTimeException e) {
            throw new NettraceFormatException("invalid date");
        }
        startTicks = in.readLong();
        long ticksPerSecond = in.readLong();
        frequency = ticksPerSecond > 0 && ticksPerSecond < Long.MAX_VALUE / SECOND ? ticksPerSecond : SECOND;
        pointerSize = in.readInt() == 4 ? 4 : 8;
        if (major < 6) {
            pid = in.readInt() & 0xffff_ffffL;
        } else {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                String key = in.readUtf8();
                String value = in.readUtf8();
                if (key.equals("ProcessId") && value.matches("\\d{1,10}")) {
                    pid = Long.parseLong(value);
                }
            }
        }
        events.setProcess(pid);
    }

    private long ns(long ticks) {
        long delta = ticks - startTicks;
        return startNs + delta / frequency * SECOND + delta % frequency * SECOND / frequency;
    }

    private boolean readHeader(NettraceCursor in) {
        NettraceCursor header = in.slice(in.readShort() - 2L);
        return (header.readShort() & 1) != 0;
    }

    private void readMetadata(NettraceCursor in) {
        if (major < 6) {
            readEvents(in, true);
            return;
        }
        in.skip(in.readShort());
        while (in.hasMore()) {
            add(EventTypeInfo.readRow(in.slice(in.readShort())));
        }
    }

    private void add(EventTypeInfo type) {
        types.put(type.id, type);
    }

    private void readEvents(NettraceCursor in, boolean describesTypes) {
        boolean isCompressed = readHeader(in);
        EventHeader header = new EventHeader(major);
        context.progress().check();
        while (in.hasMore() && (isCompressed || in.remaining() >= 4)) {
            NettraceCursor payload = header.read(in, isCompressed);
            if (describesTypes) {
                add(EventTypeInfo.read(payload));
            } else {
                countLost(header);
                onEvent(header, payload);
            }
        }
    }

    /// Detects lost events by gaps in a thread's sequence numbers. If the numbers start over, the thread id was
    /// reused by a new thread.
    private void countLost(EventHeader header) {
        Integer previous = sequences.put(header.captureThreadId, header.sequence);
        long lost = previous == null ? 0 : (long) header.sequence - previous - 1;
        if (lost > 0 && header.sequence > 0) {
            context.stats().add(StatNames.NETTRACE_LOST_EVENTS, lost);
        }
    }

    private void onEvent(EventHeader header, NettraceCursor payload) {
        EventTypeInfo type = types.get(header.metadataId);
        if (type == null) {
            context.stats().increment(StatNames.NETTRACE_UNKNOWN_EVENT);
            return;
        }
        long tid = header.threadId;
        long eventPid = pid;
        String name = null;
        long high = header.activityHigh;
        long low = header.activityLow;
        if (major >= 6) {
            OsThread thread = threads.get(header.threadId);
            if (thread != null) {
                tid = thread.tid;
                eventPid = thread.pid;
                name = thread.name;
            }
            long[] activity = header.labels == 0 ? null : activities.get(header.labels);
            high = activity == null ? 0 : activity[0];
            low = activity == null ? 0 : activity[1];
        }
        long[] stack = header.stackId == 0 ? null : stacks.get(header.stackId & 0xffff_ffffL);
        events.parseEvent(
                type,
                new NettraceEvents.Event(
                        ns(header.ticks), eventPid, tid, name, header.processor, stack, high, low, pointerSize),
                payload);
    }

    private void readStacks(NettraceCursor in) {
        long id = in.readInt() & 0xffff_ffffL;
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            int size = in.readInt();
            if (size < 0 || size / pointerSize > MAX_STACK_DEPTH) {
                throw new NettraceFormatException("invalid size of a stack: " + size);
            }
            NettraceCursor stack = in.slice(size);
            long[] addresses = new long[size / pointerSize];
            Arrays.setAll(addresses, k -> stack.readPointer(pointerSize));
            stacks.put(id + i, events.intern(addresses));
        }
    }

    /// Handles a sequence point, after which stack and label ids are reused; if requested, the sequence numbers of
    /// threads are reset.
    private void readSequencePoint(NettraceCursor in) {
        in.skip(8);
        int flags = major < 6 ? 0 : in.readInt();
        if ((flags & 1) != 0) {
            sequences.clear();
        }
    }

    private void readThreads(NettraceCursor in) {
        while (in.hasMore()) {
            NettraceCursor row = in.slice(in.readShort());
            long index = row.readNumber();
            long threadPid = pid;
            long tid = index;
            String name = null;
            while (row.hasMore()) {
                switch (row.readByte()) {
                    case 1 -> name = row.readUtf8();
                    case 2 -> threadPid = row.readNumber();
                    case 3 -> tid = row.readNumber();
                    case 4 -> {
                        row.readUtf8();
                        row.readUtf8();
                    }
                    default -> row.skip(row.remaining());
                }
            }
            threads.put(index, new OsThread(threadPid, tid, name));
        }
    }

    private void readLabels(NettraceCursor in) {
        long id = in.readInt() & 0xffff_ffffL;
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            boolean isLast = false;
            while (!isLast) {
                int kind = in.readByte();
                isLast = kind > 0x7f;
                switch (kind & 0x7f) {
                    case 1 -> activities.put(id + i, new long[] {in.readLong(), in.readLong()});
                    case 2, 3 -> in.skip(16);
                    case 4, 8 -> in.skip(8);
                    case 5 -> {
                        in.readUtf8();
                        in.readUtf8();
                    }
                    case 6 -> {
                        in.readUtf8();
                        in.readNumber();
                    }
                    case 7, 9, 10 -> in.skip(1);
                    default -> throw new NettraceFormatException("unknown kind of label: " + kind);
                }
            }
        }
    }
}
