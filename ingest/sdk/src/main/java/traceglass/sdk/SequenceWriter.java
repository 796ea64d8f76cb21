package traceglass.sdk;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.proto.ProtoWriter;

/// Writes the events of one thread to one session: a sequence with its interned texts and its clock.
final class SequenceWriter {

    static final int MONOTONIC = 3;
    static final int INCREMENTAL_CLOCK = 64;
    static final int SCALED_CLOCK = 65;
    private static final int CLEARED = 1;
    private static final int NEEDS_STATE = 2;
    /// A sequence restarts when it has described so many tracks, so that its memory stays small.
    private static final int TRACKS = 10_000;

    final EventRecorder recorder;
    private final Track defaultTrack;
    private final SequenceSink sink;
    private final ProtoWriter packet = new ProtoWriter();
    private final ProtoWriter interned = new ProtoWriter();
    private final Interner names = new Interner();
    private final EventFields fields = new EventFields(this);
    private final Interner tracks = new Interner();
    private final long unitNs;
    private int[] categories = new int[32];
    private int lastCategory;
    private final Map<Track, Long> lastValues = new HashMap<>();
    private final Map<DataSource, Integer> sources = new HashMap<>();
    private long lastNs;
    private int generation = -1;
    private boolean isFirst = true;
    private boolean hasLost;
    private int tracksSeen;
    /// Number of times that this sequence restarted.
    private int epoch;

    SequenceWriter(EventRecorder recorder, Track defaultTrack) {
        this.recorder = recorder;
        this.defaultTrack = defaultTrack;
        sink = recorder.newSink();
        unitNs = recorder.options().timestampUnitNs();
    }

    /// Writes an event.
    ///
    /// @param value of a counter, as bits if it is a double
    void write(
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
        if (track != null && track != defaultTrack) {
            describe(track, now);
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
        if (track != null && track != defaultTrack) {
            packet.varint(11, track.uuid);
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

    /// Restarts the sequence if readers could not understand what follows.
    ///
    /// @return false if there is no space for it
    private boolean prepare(long now) {
        return generation == recorder.generation() && !hasLost && tracksSeen < TRACKS || restart(now);
    }

    private boolean restart(long now) {
        int current = recorder.generation();
        names.clear();
        fields.clear();
        tracks.clear();
        lastValues.clear();
        Arrays.fill(categories, 0);
        lastCategory = 0;
        tracksSeen = 0;
        lastNs = now;
        epoch++;
        packet.reset();
        packet.varint(8, isIncremental() ? 0 : unitNs == 1 ? now : now / unitNs);
        packet.varint(13, CLEARED);
        if (isFirst) {
            packet.bool(87, true);
        }
        if (hasLost) {
            packet.varint(42, 257);
        }
        int defaults = packet.open(59);
        packet.varint(58, defaultClock());
        int events = packet.open(11);
        packet.varint(11, defaultTrack.uuid);
        packet.close(events);
        packet.close(defaults);
        snapshot(now);
        if (!sink.write(packet.array(), packet.size(), true)) {
            hasLost = true;
            return false;
        }
        isFirst = false;
        hasLost = false;
        generation = current;
        describe(defaultTrack, now);
        return !hasLost;
    }

    private boolean isIncremental() {
        return recorder.options().hasIncrementalTimestamps();
    }

    private int defaultClock() {
        return isIncremental() ? INCREMENTAL_CLOCK : unitNs == 1 ? MONOTONIC : SCALED_CLOCK;
    }

    /// Says what the clocks of this sequence mean.
    private void snapshot(long now) {
        if (defaultClock() == MONOTONIC) {
            return;
        }
        int snapshot = packet.open(6);
        clock(MONOTONIC, now, 1, false);
        if (isIncremental()) {
            clock(INCREMENTAL_CLOCK, now / unitNs, unitNs, true);
        }
        if (unitNs > 1) {
            clock(SCALED_CLOCK, now / unitNs, unitNs, false);
        }
        packet.close(snapshot);
    }

    private void clock(int id, long value, long unit, boolean incremental) {
        int clock = packet.open(1);
        packet.varint(1, id).varint(2, value);
        if (incremental) {
            packet.bool(3, true);
        }
        if (unit != 1) {
            packet.varint(4, unit);
        }
        packet.close(clock);
    }

    /// Writes the descriptors of a track and its parents, once.
    private void describe(Track track, long now) {
        for (Track t = track; t != null && tracks.id(t) < 0; t = t.parent) {
            tracksSeen++;
            startPacket(now);
            t.describe(packet);
            finishPacket();
        }
    }

    private void startPacket(long now) {
        packet.reset();
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
            packet.bytes(12, interned.array(), 0, interned.size());
        }
        if (!sink.write(packet.array(), packet.size(), false)) {
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

    /// Returns the number of a text, which is written with this packet if it is new; 0 if there are too many.
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
        Long before = lastValues.put(track, value);
        return before == null ? value : value - before;
    }

    /// Writes a packet of a custom data source.
    void writePacket(DataSource source, DataSource.Body body) {
        long now = System.nanoTime();
        if (prepare(now)) {
            Integer before = sources.put(source, epoch);
            startPacket(now);
            body.write(packet, before == null || before != epoch);
            finishPacket();
        }
    }
}
