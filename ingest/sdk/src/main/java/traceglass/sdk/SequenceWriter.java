package traceglass.sdk;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.memory.SequenceSink;
import traceglass.sdk.posix.Posix;
import traceglass.sdk.proto.ProtoWriter;

/// Writes the events of one thread to one session: a sequence with its interned strings and its clock.
final class SequenceWriter {

    /// Clock ids of the format. Ids from 64 on are local to a sequence.
    static final int MONOTONIC = 3;

    static final int INCREMENTAL_CLOCK = 64;
    static final int SCALED_CLOCK = 65;
    private static final int CLEARED = 1;
    private static final int NEEDS_STATE = 2;
    /// Reason for lost packets: shared memory was full.
    private static final int LOST_AND_FULL = 256 | 1;

    /// Number of described tracks at which a sequence restarts, to bound its memory.
    private static final int MAX_TRACKS = 10_000;
    /// Maximum number of bytes of a plain event.
    private static final int PLAIN_SIZE = 56;
    /// Maximum number of bytes of a plain event before its arguments.
    private static final int PLAIN_START = 28;
    /// Maximum number of bytes of the arguments of a plain event, so that each size takes one byte.
    private static final int MAX_FIELDS = 84;
    /// Bytes of a plain event before its fields.
    private static final int HEAD = 4;

    private static final int LENGTH_SHIFT = 56;

    private static final long MAX_PLAIN_NS = 1 << 28;
    private static final int ONE_BYTE = 0x80;
    private static final int TWO_BYTES = 1 << 14;

    final EventRecorder recorder;
    private final Track defaultTrack;
    private final SequenceSink sink;
    private final ProtoWriter packet = new ProtoWriter();
    private final ProtoWriter interned = new ProtoWriter();
    private final Interner names = new Interner();
    private final EventFields fields = new EventFields(this);
    private final Interner tracks = new Interner();
    private final long unitNs;
    private final @Nullable ThreadTime threadTime;
    private final boolean hasPlainEvents;
    private int[] categories = new int[32];
    private int lastCategory;
    private final @Nullable Track[] recent = new Track[16];
    private final Map<Track, Long> lastValues = new HashMap<>();
    private final Map<DataSource, Integer> sources = new HashMap<>();
    private long lastNs;
    private int generation = -1;
    private boolean isFirst = true;
    private boolean hasLost;
    private int tracksSeen;
    /// Number of times that this sequence restarted.
    private int epoch;

    /// @param isThread whether a single thread writes here and `defaultTrack` is its track
    SequenceWriter(EventRecorder recorder, Track defaultTrack, boolean isThread) {
        this.recorder = recorder;
        this.defaultTrack = defaultTrack;
        sink = recorder.newSink();
        TracingOptions options = recorder.options();
        unitNs = options.timestampUnitNs();
        threadTime = options.threadTimeNs() < 0 || !isThread || !Posix.isSupported()
                ? null
                : new ThreadTime(defaultTrack, options.threadTimeNs(), unitNs);
        hasPlainEvents = unitNs == 1 && options.hasIncrementalTimestamps() && threadTime == null;
    }

    boolean isClosed() {
        return sink.isClosed();
    }

    /// Writes an event.
    ///
    /// @param value counter value; raw bits if it is a double
    void write(
            EventKind kind,
            Category category,
            @Nullable String name,
            @Nullable Track track,
            @Nullable TraceEvent event,
            long value) {
        if (!sink.enter()) {
            return;
        }
        try {
            if (!writePlain(kind, category, name, track, event, value)) {
                writeAny(kind, category, name, track, event, value);
            }
        } catch (RuntimeException | Error e) {
            // Readers don't get the strings that this packet interns.
            hasLost = true;
            throw e;
        } finally {
            sink.exit();
        }
    }

    /// Writes a short event if its category, name, track and argument names are already interned.
    ///
    /// @return false if the event needs the general path
    private boolean writePlain(
            EventKind kind,
            Category category,
            @Nullable String name,
            @Nullable Track track,
            @Nullable TraceEvent event,
            long value) {
        if (!hasPlainEvents || generation != recorder.generation() || hasLost) {
            return false;
        }
        int size = event == null ? PLAIN_SIZE : plainSize(event, kind);
        if (size < 0) {
            return false;
        }
        long fields = plainFields(kind, category, name);
        Track otherTrack = track == null || track == defaultTrack ? null : track;
        if (fields == 0 || otherTrack != null && (!isRecent(otherTrack) || otherTrack.isIncremental)) {
            return false;
        }
        long now = System.nanoTime();
        long delta = now - lastNs;
        if (delta < 0 || delta >= MAX_PLAIN_NS) {
            return false;
        }
        long start = sink.begin(size);
        if (start < 0) {
            hasLost = true;
            return true;
        }
        long head = putTime(start, delta);
        long position = head + HEAD;
        sink.putWord(position, fields);
        position += fields >>> LENGTH_SHIFT;
        if (otherTrack != null) {
            position = otherTrack.putId(sink, position);
        }
        if (kind == EventKind.COUNTER) {
            position = sink.putVarint(position, 2, 0x01f0, value);
        } else if (kind == EventKind.DOUBLE_COUNTER) {
            sink.putWord(position, 0x02e1);
            sink.putWord(position + 2, value);
            position += 10;
        }
        if (event != null) {
            position = this.fields.plain().write(sink, position, start + size, event);
            if (position == PlainFields.UNKNOWN) {
                // Readers ignore the data written so far, because the packet was not ended.
                return false;
            }
        }
        // Field 13 has the flags, field 11 the event.
        sink.putInt(head, 0x5a0268 | (int) (position - head - HEAD) << 24);
        sink.end(position);
        lastNs = now;
        return true;
    }

    /// Writes the time since the previous event.
    ///
    /// @return the offset after the field
    private long putTime(long start, long delta) {
        // Field 8 is the time.
        long time = 0x40;
        int shift = 8;
        for (long remaining = delta; ; remaining >>>= 7, shift += 8) {
            if (remaining < ONE_BYTE) {
                time |= remaining << shift;
                break;
            }
            time |= (remaining & 0x7f | 0x80) << shift;
        }
        sink.putWord(start, time);
        return start + shift / 8 + 1;
    }

    /// Returns the maximum encoded size in bytes of an event; a negative number if it can't be written as a plain
    /// event.
    private int plainSize(TraceEvent event, EventKind kind) {
        boolean isPlain = event.atNs == 0
                && !event.isDynamic
                && kind != EventKind.COUNTER
                && kind != EventKind.DOUBLE_COUNTER
                && !recorder.options().filtersArguments();
        int fieldsSize = isPlain ? PlainFields.size(event, MAX_FIELDS) : PlainFields.UNKNOWN;
        return fieldsSize < 0 ? fieldsSize : PLAIN_START + fieldsSize;
    }

    /// Returns the encoded type, category and name of an event, with their length in the highest byte, or 0 if
    /// category or name are not interned yet.
    private long plainFields(EventKind kind, Category category, @Nullable String name) {
        // Field 9 is the type, 3 the category, 10 the name.
        long type = 0x48L | (long) kind.number << 8;
        if (!kind.isNamed()) {
            return type | 2L << LENGTH_SHIFT;
        }
        int index = category.index;
        int categoryId = index < categories.length ? categories[index] : 0;
        int nameId = name == null ? 0 : names.find(name);
        if (categoryId == 0 || categoryId >= ONE_BYTE || nameId == 0 || nameId >= TWO_BYTES) {
            return 0;
        }
        long fields = type | 0x18L << 16 | (long) categoryId << 24 | 0x50L << 32;
        return nameId < ONE_BYTE
                ? fields | (long) nameId << 40 | 6L << LENGTH_SHIFT
                : fields | (nameId & 0x7fL | 0x80) << 40 | (long) (nameId >>> 7) << 48 | 7L << LENGTH_SHIFT;
    }

    /// Returns whether a track was described and used recently.
    private boolean isRecent(Track track) {
        return recent[(int) track.uuid & recent.length - 1] == track;
    }

    private void writeAny(
            EventKind kind,
            Category category,
            @Nullable String name,
            @Nullable Track track,
            @Nullable TraceEvent event,
            long value) {
        long now = event != null && event.atNs != 0 ? event.atNs : System.nanoTime();
        if (!prepare(now)) {
            return;
        }
        boolean isOnOtherTrack = track != null && !track.equals(defaultTrack);
        if (track != null && isOnOtherTrack && !describe(track, now)) {
            return;
        }
        if (track != null) {
            recent[(int) track.uuid & recent.length - 1] = track;
        }
        startPacket(now);
        int start = packet.open(11);
        packet.varint(9, kind.number);
        if (kind.isNamed()) {
            packet.varint(3, categoryId(category));
            if (name != null) {
                writeName(name, event != null && event.isDynamic);
            }
        }
        if (track != null && isOnOtherTrack) {
            packet.varint(11, track.uuid);
        } else if (threadTime != null) {
            packet.varint(12, threadTime.difference(now));
        }
        if (kind == EventKind.COUNTER) {
            packet.varint(30, track != null && track.isIncremental ? difference(track, value) : value);
        } else if (kind == EventKind.DOUBLE_COUNTER) {
            packet.fixed64(44, value);
        }
        if (event != null) {
            fields.write(packet, event, recorder.options());
        }
        packet.close(start);
        finishPacket();
    }

    /// Restarts the sequence if readers could not decode the next packets without that.
    ///
    /// @return false if there is no space to do so
    private boolean prepare(long now) {
        return generation == recorder.generation() && !hasLost && tracksSeen < MAX_TRACKS || restart(now);
    }

    private boolean restart(long now) {
        int current = recorder.generation();
        names.clear();
        fields.clear();
        tracks.clear();
        Arrays.fill(recent, null);
        lastValues.clear();
        Arrays.fill(categories, 0);
        lastCategory = 0;
        tracksSeen = 0;
        lastNs = now;
        epoch++;
        sink.begin(packet);
        packet.varint(8, isIncremental() ? 0 : unitNs == 1 ? now : now / unitNs);
        packet.varint(13, CLEARED);
        if (isFirst) {
            packet.bool(87, true);
        }
        if (hasLost) {
            packet.varint(42, LOST_AND_FULL);
        }
        int defaults = packet.open(59);
        packet.varint(58, defaultClock());
        int events = packet.open(11);
        packet.varint(11, defaultTrack.uuid);
        if (threadTime != null) {
            packet.varint(31, threadTime.track().uuid);
        }
        packet.close(events);
        packet.close(defaults);
        writeSnapshot(now);
        sink.markCleared();
        if (!sink.end(packet)) {
            hasLost = true;
            return false;
        }
        isFirst = false;
        hasLost = false;
        generation = current;
        if (threadTime != null) {
            threadTime.restart();
            return describe(defaultTrack, now) && describe(threadTime.track(), now);
        }
        return describe(defaultTrack, now);
    }

    private boolean isIncremental() {
        return recorder.options().hasIncrementalTimestamps();
    }

    private int defaultClock() {
        return isIncremental() ? INCREMENTAL_CLOCK : unitNs == 1 ? MONOTONIC : SCALED_CLOCK;
    }

    /// Writes the definitions of this sequence's clocks.
    private void writeSnapshot(long now) {
        if (defaultClock() == MONOTONIC) {
            return;
        }
        int snapshot = packet.open(6);
        writeClock(MONOTONIC, now, 1, false);
        if (isIncremental()) {
            writeClock(INCREMENTAL_CLOCK, now / unitNs, unitNs, true);
        }
        if (unitNs > 1) {
            writeClock(SCALED_CLOCK, now / unitNs, unitNs, false);
        }
        packet.close(snapshot);
    }

    private void writeClock(int id, long value, long unit, boolean isIncremental) {
        int clock = packet.open(1);
        packet.varint(1, id).varint(2, value);
        if (isIncremental) {
            packet.bool(3, true);
        }
        if (unit != 1) {
            packet.varint(4, unit);
        }
        packet.close(clock);
    }

    /// Writes the descriptors of a track and its parents, once.
    ///
    /// @return false if there is no space
    private boolean describe(Track track, long now) {
        for (Track t = track; t != null && !hasLost && tracks.id(t) < 0; t = t.parent) {
            tracksSeen++;
            startPacket(now);
            boolean isWhole = t == ProcessTrack.TRACK && recorder.writesCommandLine();
            (isWhole ? ProcessTrack.WITH_COMMAND_LINE : t).describe(packet);
            finishPacket();
        }
        return !hasLost;
    }

    private void startPacket(long now) {
        sink.begin(packet);
        interned.reset();
        long delta = now - lastNs;
        if (!isIncremental()) {
            packet.varint(8, unitNs == 1 ? now : now / unitNs);
        } else if (delta >= 0) {
            long units = unitNs == 1 ? delta : delta / unitNs;
            packet.varint(8, units);
            lastNs += units * unitNs;
        } else {
            packet.varint(8, unitNs == 1 ? now : now / unitNs);
            packet.varint(58, unitNs == 1 ? MONOTONIC : SCALED_CLOCK);
        }
        packet.varint(13, NEEDS_STATE);
    }

    private void finishPacket() {
        if (interned.size() > 0) {
            packet.message(12, interned);
        }
        if (!sink.end(packet)) {
            hasLost = true;
        }
    }

    private int categoryId(Category category) {
        int index = category.index;
        if (index >= categories.length) {
            categories = Arrays.copyOf(categories, 2 * index);
        }
        int id = categories[index];
        if (id == 0) {
            id = ++lastCategory;
            categories[index] = id;
            intern(1, id, category.name());
        }
        return id;
    }

    private void writeName(String name, boolean isDynamic) {
        if (isDynamic) {
            packet.string(23, recorder.options().filtersDynamicNames() ? "FILTERED" : name);
            return;
        }
        int id = id(names, 2, name);
        if (id == 0) {
            packet.string(23, name);
        } else {
            packet.varint(10, id);
        }
    }

    /// Returns the interning id of a string, which is written with this packet if it is new; 0 if there are too
    /// many.
    int id(Interner table, int internedField, String text) {
        int id = table.id(text);
        if (id < 0) {
            intern(internedField, -id, text);
        }
        return Math.abs(id);
    }

    private void intern(int field, int id, String text) {
        int entry = interned.open(field);
        interned.varint(1, id).string(2, text);
        interned.close(entry);
    }

    ProtoWriter interned() {
        return interned;
    }

    private long difference(Track track, long value) {
        Long previous = lastValues.put(track, value);
        return previous == null ? value : value - previous;
    }

    /// Writes a packet of a custom data source.
    void writePacket(DataSource source, DataSource.Body body) {
        if (!sink.enter()) {
            return;
        }
        try {
            long now = System.nanoTime();
            if (prepare(now)) {
                Integer previous = sources.put(source, epoch);
                startPacket(now);
                body.write(packet, previous == null || previous != epoch);
                finishPacket();
            }
        } catch (RuntimeException | Error e) {
            // Readers don't get the strings that this packet interns.
            hasLost = true;
            throw e;
        } finally {
            sink.exit();
        }
    }
}
