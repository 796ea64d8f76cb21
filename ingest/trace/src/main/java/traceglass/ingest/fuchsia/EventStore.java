package traceglass.ingest.fuchsia;

import traceglass.ingest.sort.EventSorter;

/// Events waiting to be sorted, stored as words in fixed-size blocks. The first word of an event holds its kind
/// and its number of arguments.
final class EventStore {

    // Kinds of events in addition to the types of event records in FuchsiaRecord.

    static final int LEGACY_SWITCH = 16;
    static final int SWITCH = 17;
    static final int WAKEUP = 18;
    static final int LOG = 19;

    private static final int BLOCK_SIZE = 1 << 15;
    /// The longest event: 8 words and 15 arguments with two words each.
    private static final int MAX_EVENT_WORDS = 64;

    private final EventSorter.Queue queue;
    private long[] block = new long[BLOCK_SIZE];
    private int used;
    private int start;

    EventStore(EventSorter.Queue queue) {
        this.queue = queue;
    }

    /// Starts an event, replacing one that was not pushed.
    void start(int kind) {
        if (start + MAX_EVENT_WORDS > BLOCK_SIZE) {
            block = new long[BLOCK_SIZE];
            start = 0;
        }
        used = start;
        add(kind);
    }

    void add(long word) {
        block[used++] = word;
    }

    /// Adds an argument of the event.
    ///
    /// @param type see [Argument]
    void addArgument(int type, int name, long value) {
        block[start] += 1 << 8;
        add((long) type << 32 | name);
        add(value);
    }

    /// Pushes the started event.
    void push(long ts) {
        queue.push(ts, start, block);
        start = used;
    }

    static int kind(long first) {
        return (int) first & 0xff;
    }

    static int argumentCount(long first) {
        return (int) first >>> 8;
    }
}
