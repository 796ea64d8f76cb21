package traceglass.sdk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An event that is being built: arguments, flows, source locations and more. Made by [Trace#event], written by
/// [#begin], [#scope], [#instant] or [#end], and not to be used after that: the object serves the next event.
///
/// Arguments of slices that are open can be nested: [#dict] and [#array] start a value that [#close] ends.
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

        /// Returns whether it is a debug annotation, which sessions may leave out.
        boolean isArgument() {
            return ordinal() <= CLOSE.ordinal();
        }
    }

    /// Where an event is in the sources.
    record Location(String file, String function, int line) {}

    /// Ignores everything; for disabled categories.
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
            int more = 2 * count;
            entries = Arrays.copyOf(entries, more);
            names = Arrays.copyOf(names, more);
            numbers = Arrays.copyOf(numbers, more);
            objects = Arrays.copyOf(objects, more);
        }
        entries[count] = entry;
        names[count] = key;
        numbers[count] = number;
        objects[count++] = object;
        return this;
    }

    /// Adds an argument. Within an array the name is ignored and may be null, here and below.
    public TraceEvent arg(@Nullable String key, boolean value) {
        return add(Entry.BOOL, key, value ? 1 : 0, null);
    }

    public TraceEvent arg(@Nullable String key, long value) {
        return add(Entry.INT, key, value, null);
    }

    public TraceEvent arg(@Nullable String key, double value) {
        return add(Entry.DOUBLE, key, Double.doubleToRawLongBits(value), null);
    }

    /// Adds an argument with a text, or none if the text is null.
    public TraceEvent arg(@Nullable String key, @Nullable String value) {
        return value == null ? this : add(Entry.STRING, key, 0, value);
    }

    /// Adds an argument with one of a few strings that occur repeatedly. Each string is written once per thread.
    public TraceEvent internedArg(@Nullable String key, @Nullable String value) {
        return value == null ? this : add(Entry.INTERNED, key, 0, value);
    }

    public TraceEvent unsigned(@Nullable String key, long value) {
        return add(Entry.UNSIGNED, key, value, null);
    }

    public TraceEvent pointer(@Nullable String key, long value) {
        return add(Entry.POINTER, key, value, null);
    }

    /// Adds an argument whose value is JSON text, which readers take apart.
    public TraceEvent json(@Nullable String key, String value) {
        return add(Entry.JSON, key, 0, value);
    }

    /// Adds an argument whose value is an encoded message of a type that the reader of the trace knows.
    public TraceEvent proto(String key, String type, byte[] message) {
        add(Entry.PROTO, key, 0, type);
        return add(Entry.CLOSE, null, 0, message);
    }

    /// Starts an argument that has arguments.
    public TraceEvent dict(@Nullable String key) {
        return add(Entry.DICT, key, 0, null);
    }

    /// Starts an argument that has a list of values.
    public TraceEvent array(@Nullable String key) {
        return add(Entry.ARRAY, key, 0, null);
    }

    /// Ends what [#dict] or [#array] started.
    public TraceEvent close() {
        return add(Entry.CLOSE, null, 0, null);
    }

    /// Adds a field of the event that an extension of the format defines.
    ///
    /// @param number number of the field in the message of track events
    /// @param message the encoded message
    public TraceEvent field(int number, byte[] message) {
        return add(Entry.FIELD, null, number, message);
    }

    /// Adds a field of the event that an extension of the format defines, of a type that is a text.
    public TraceEvent field(int number, String text) {
        return add(Entry.FIELD, null, number, text);
    }

    /// Adds a field of the event that an extension of the format defines, of an integer type, `bool` or an enum.
    public TraceEvent field(int number, long value) {
        return this == OFF ? this : add(Entry.FIELD, null, value, number);
    }

    /// Adds a category whose name is known at run time only.
    public TraceEvent category(String dynamic) {
        return add(Entry.CATEGORY, null, 0, dynamic);
    }

    /// Connects this event with others of the process that have the same id.
    public TraceEvent flow(long id) {
        return add(Entry.FLOW, null, id ^ ProcessTrack.UUID, null);
    }

    /// Connects this event with those of the same id in all processes.
    public TraceEvent globalFlow(long id) {
        return add(Entry.FLOW, null, id, null);
    }

    /// Ends a flow of this process.
    public TraceEvent endFlow(long id) {
        return add(Entry.END_FLOW, null, id ^ ProcessTrack.UUID, null);
    }

    /// Ends a flow between processes.
    public TraceEvent endGlobalFlow(long id) {
        return add(Entry.END_FLOW, null, id, null);
    }

    /// Marks events that belong together, without arrows.
    public TraceEvent correlation(long id) {
        return add(Entry.CORRELATION, null, id, null);
    }

    public TraceEvent correlation(String id) {
        return add(Entry.CORRELATION_TEXT, null, 0, id);
    }

    /// Sets the source location of the event.
    public TraceEvent location(String file, String function, int line) {
        return this == OFF ? this : add(Entry.LOCATION, null, 0, new Location(file, function, line));
    }

    /// Adds a log message, which is listed with the logs too.
    public TraceEvent log(LogPriority priority, String text) {
        return add(Entry.LOG, null, priority.number, text);
    }

    /// Adds the calls that led here.
    public TraceEvent callstack() {
        if (this == OFF) {
            return this;
        }
        StackTraceElement[] frames = new Throwable().getStackTrace();
        // The first one is this method.
        return callstack(Arrays.copyOfRange(frames, Math.min(1, frames.length), frames.length));
    }

    /// Adds calls, the innermost first.
    public TraceEvent callstack(StackTraceElement[] frames) {
        return add(Entry.CALLSTACK, null, 0, frames);
    }

    /// Writes the event to this track instead of that of the calling thread.
    public TraceEvent on(Track other) {
        if (this != OFF) {
            track = other;
        }
        return this;
    }

    /// Sets the time of the event; the default is the current time.
    ///
    /// @param nanoTime as of [System#nanoTime]
    public TraceEvent at(long nanoTime) {
        if (this != OFF) {
            atNs = nanoTime;
        }
        return this;
    }

    /// Marks the name as built at run time: it is not interned, and sessions may hide it.
    public TraceEvent dynamicName() {
        if (this != OFF) {
            isDynamic = true;
        }
        return this;
    }

    /// Writes the begin of a slice.
    public void begin() {
        write(EventKind.BEGIN);
    }

    /// Writes the begin of a slice that the returned object ends. For the track of the calling thread only.
    public Scope scope() {
        Category ended = category;
        if (this == OFF || ended == null) {
            return Scope.NONE;
        }
        write(EventKind.BEGIN);
        return ended.scope();
    }

    /// Writes the end of a slice; arguments are added to those of its begin.
    public void end() {
        write(EventKind.END);
    }

    /// Writes an instant.
    public void instant() {
        write(EventKind.INSTANT);
    }

    /// Writes a value of the counter track that the event is on.
    public void counter(long value) {
        write(EventKind.COUNTER, value);
    }

    /// Writes a value of the counter track that the event is on.
    public void counter(double value) {
        write(EventKind.DOUBLE_COUNTER, Double.doubleToRawLongBits(value));
    }

    private void write(EventKind kind) {
        write(kind, 0);
    }

    private void write(EventKind kind, long value) {
        Category of = category;
        if (this != OFF && of != null) {
            isInUse = false;
            ThreadWriters.write(of.enabledBits(), kind, of, name, track, this, value);
            Arrays.fill(objects, 0, count, null);
        }
    }
}
