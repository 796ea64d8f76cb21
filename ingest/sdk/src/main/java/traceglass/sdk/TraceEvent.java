package traceglass.sdk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Builds an event with arguments, flows, source locations and more. [Trace#event] starts it; [#begin], [#scope],
/// [#instant], [#counter] or [#end] writes it. Don't use the object after that: it is reused for the next event.
///
/// Arguments can be nested: [#dict] and [#array] start a nested value and [#close] ends it.
public final class TraceEvent {

    /// Type of an entry of the event.
    enum Entry {
        BOOL,
        INT,
        UNSIGNED,
        DOUBLE,
        STRING,
        INTERNED,
        POINTER,
        JSON,
        PROTO,
        DICT,
        ARRAY,
        CLOSE,
        CATEGORY,
        FLOW,
        END_FLOW,
        CORRELATION,
        CORRELATION_TEXT,
        LOCATION,
        LOG,
        CALLSTACK,
        FIELD;

        /// Returns whether the entry is a debug annotation, which sessions can omit.
        boolean isArgument() {
            return ordinal() <= CLOSE.ordinal();
        }
    }

    /// Source location of an event.
    record Location(String file, String function, int line) {}

    /// Ignores all calls; for disabled categories.
    static final TraceEvent OFF = new TraceEvent();

    private Entry[] entries = new Entry[16];
    private @Nullable String[] names = new String[16];
    private long[] numbers = new long[16];
    private @Nullable Object[] objects = new Object[16];
    private int count;

    @Nullable
    Category category;

    @Nullable
    String name;

    @Nullable
    Track track;

    boolean isDynamic;
    boolean isInUse;
    long atNs;

    void start(Category newCategory, String newName) {
        category = newCategory;
        name = newName;
        track = null;
        isDynamic = false;
        isInUse = true;
        atNs = 0;
        count = 0;
    }

    int count() {
        return count;
    }

    Entry entry(int i) {
        return entries[i];
    }

    @Nullable
    String name(int i) {
        return names[i];
    }

    long number(int i) {
        return numbers[i];
    }

    @Nullable
    Object object(int i) {
        return objects[i];
    }

    private TraceEvent add(Entry entry, @Nullable String key, long number, @Nullable Object object) {
        if (this == OFF) {
            return this;
        }
        if (count == entries.length) {
            int capacity = 2 * count;
            entries = Arrays.copyOf(entries, capacity);
            names = Arrays.copyOf(names, capacity);
            numbers = Arrays.copyOf(numbers, capacity);
            objects = Arrays.copyOf(objects, capacity);
        }
        entries[count] = entry;
        names[count] = key;
        numbers[count] = number;
        objects[count++] = object;
        return this;
    }

    /// Adds a Boolean argument. Within an array, the key is ignored and can be null; this holds for all methods with
    /// a key.
    public TraceEvent arg(@Nullable String key, boolean value) {
        return add(Entry.BOOL, key, value ? 1 : 0, null);
    }

    /// Adds a signed integer argument.
    public TraceEvent arg(@Nullable String key, long value) {
        return add(Entry.INT, key, value, null);
    }

    /// Adds a floating-point argument.
    public TraceEvent arg(@Nullable String key, double value) {
        return add(Entry.DOUBLE, key, Double.doubleToRawLongBits(value), null);
    }

    /// Adds a string argument, or nothing if the value is null.
    public TraceEvent arg(@Nullable String key, @Nullable String value) {
        return value == null ? this : add(Entry.STRING, key, 0, value);
    }

    /// Adds a string argument whose value is interned: each string is written once per thread. For values that
    /// repeat.
    public TraceEvent internedArg(@Nullable String key, @Nullable String value) {
        return value == null ? this : add(Entry.INTERNED, key, 0, value);
    }

    /// Adds an argument whose value is an unsigned 64-bit integer.
    public TraceEvent unsigned(@Nullable String key, long value) {
        return add(Entry.UNSIGNED, key, value, null);
    }

    /// Adds an argument whose value is an address, which viewers show in hexadecimal.
    public TraceEvent pointer(@Nullable String key, long value) {
        return add(Entry.POINTER, key, value, null);
    }

    /// Adds an argument whose value is JSON, which readers parse into nested arguments.
    public TraceEvent json(@Nullable String key, String value) {
        return add(Entry.JSON, key, 0, value);
    }

    /// Adds an argument whose value is an encoded protobuf message.
    ///
    /// @param type full name of the message type, which the reader of the trace must know
    /// @param message the encoded message
    public TraceEvent proto(String key, String type, byte[] message) {
        add(Entry.PROTO, key, 0, type);
        return add(Entry.CLOSE, null, 0, message);
    }

    /// Starts an argument whose value is a dictionary: the arguments up to [#close].
    public TraceEvent dict(@Nullable String key) {
        return add(Entry.DICT, key, 0, null);
    }

    /// Starts an argument whose value is an array: the arguments up to [#close].
    public TraceEvent array(@Nullable String key) {
        return add(Entry.ARRAY, key, 0, null);
    }

    /// Ends the innermost [#dict] or [#array].
    public TraceEvent close() {
        return add(Entry.CLOSE, null, 0, null);
    }

    /// Adds a message field of a `TrackEvent` extension.
    ///
    /// @param number field number in `TrackEvent`
    /// @param message the encoded message
    public TraceEvent field(int number, byte[] message) {
        return add(Entry.FIELD, null, number, message);
    }

    /// Adds a string field of a `TrackEvent` extension.
    public TraceEvent field(int number, String text) {
        return add(Entry.FIELD, null, number, text);
    }

    /// Adds an integer, `bool` or enum field of a `TrackEvent` extension.
    public TraceEvent field(int number, long value) {
        return this == OFF ? this : add(Entry.FIELD, null, value, number);
    }

    /// Adds a category whose name is known only at run time.
    public TraceEvent category(String dynamic) {
        return add(Entry.CATEGORY, null, 0, dynamic);
    }

    /// Adds a flow that connects this event with events of this process that have the same flow id.
    public TraceEvent flow(long id) {
        return add(Entry.FLOW, null, id ^ ProcessTrack.UUID, null);
    }

    /// Adds a flow that connects this event with events of any process that have the same flow id.
    public TraceEvent globalFlow(long id) {
        return add(Entry.FLOW, null, id, null);
    }

    /// Ends a flow that [#flow] started.
    public TraceEvent endFlow(long id) {
        return add(Entry.END_FLOW, null, id ^ ProcessTrack.UUID, null);
    }

    /// Ends a flow that [#globalFlow] started.
    public TraceEvent endGlobalFlow(long id) {
        return add(Entry.END_FLOW, null, id, null);
    }

    /// Marks this event as related to others with the same id, without flow arrows.
    public TraceEvent correlation(long id) {
        return add(Entry.CORRELATION, null, id, null);
    }

    /// Marks this event as related to others with the same id, like [#correlation(long)].
    public TraceEvent correlation(String id) {
        return add(Entry.CORRELATION_TEXT, null, 0, id);
    }

    /// Sets the source location of the event.
    public TraceEvent location(String file, String function, int line) {
        return this == OFF ? this : add(Entry.LOCATION, null, 0, new Location(file, function, line));
    }

    /// Adds a log message, which also appears in the table of logs.
    public TraceEvent log(LogPriority priority, String text) {
        return add(Entry.LOG, null, priority.number, text);
    }

    /// Adds the current callstack.
    public TraceEvent callstack() {
        if (this == OFF) {
            return this;
        }
        StackTraceElement[] frames = new Throwable().getStackTrace();
        // The first frame is this method.
        return callstack(Arrays.copyOfRange(frames, Math.min(1, frames.length), frames.length));
    }

    /// Adds a callstack, innermost frame first.
    public TraceEvent callstack(StackTraceElement[] frames) {
        return add(Entry.CALLSTACK, null, 0, frames);
    }

    /// Writes the event to the given track instead of the calling thread's.
    public TraceEvent on(Track other) {
        if (this != OFF) {
            track = other;
        }
        return this;
    }

    /// Sets the time of the event; the default is the current time.
    ///
    /// @param nanoTime a value of [System#nanoTime]
    public TraceEvent at(long nanoTime) {
        if (this != OFF) {
            atNs = nanoTime;
        }
        return this;
    }

    /// Marks the name as built at run time: it is not interned, and sessions can filter it out.
    public TraceEvent dynamicName() {
        if (this != OFF) {
            isDynamic = true;
        }
        return this;
    }

    /// Writes the beginning of a slice.
    public void begin() {
        write(EventKind.BEGIN);
    }

    /// Writes the beginning of a slice on the track of the calling thread. Closing the returned scope ends it.
    public Scope scope() {
        Category ended = category;
        if (this == OFF || ended == null) {
            return Scope.NONE;
        }
        write(EventKind.BEGIN);
        return ended.scope();
    }

    /// Writes the end of a slice. Its arguments are added to the slice.
    public void end() {
        write(EventKind.END);
    }

    /// Writes an instant.
    public void instant() {
        write(EventKind.INSTANT);
    }

    /// Writes a value of the counter track that [#on] set.
    public void counter(long value) {
        write(EventKind.COUNTER, value);
    }

    /// Writes a value of the counter track that [#on] set.
    public void counter(double value) {
        write(EventKind.DOUBLE_COUNTER, Double.doubleToRawLongBits(value));
    }

    private void write(EventKind kind) {
        write(kind, 0);
    }

    private void write(EventKind kind, long value) {
        Category eventCategory = category;
        if (this != OFF && eventCategory != null) {
            isInUse = false;
            ThreadWriters.write(eventCategory.enabledBits(), kind, eventCategory, name, track, this, value);
            Arrays.fill(objects, 0, count, null);
        }
    }
}
