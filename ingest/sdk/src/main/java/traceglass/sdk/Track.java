package traceglass.sdk;

import org.jspecify.annotations.Nullable;
import traceglass.sdk.memory.SequenceSink;
import traceglass.sdk.proto.ProtoWriter;

/// A track of the timeline to which events are written. Keep tracks in constants. Tracks are immutable: methods
/// such as [#withId] return changed copies.
public final class Track {

    /// Sort order of the child tracks.
    public enum Order {
        /// Sorted by name.
        NAME,
        /// Sorted by the time of the first event.
        TIME,
        /// Sorted by rank, see [#withRank].
        RANK
    }

    /// Units of counter values.
    public enum Unit {
        NONE,
        NANOSECONDS,
        COUNT,
        BYTES
    }

    private static final long NAMED = 0xCD571EC5EAD37024L;
    private static final long STATES = 0x2E2398EC92E89138L;
    private static final int THREAD_TIME = 1;
    private static final long COUNTERS = 0xB1A4A67D7970839EL;

    final long uuid;
    final @Nullable Track parent;
    final boolean isIncremental;

    /// Encoded fields of the descriptor other than the ids.
    private final byte[] fields;

    private final Identity identity;

    /// The encoded `track_uuid` field of events: its first eight bytes, the remaining bytes, and its length.
    private final long idLow;

    private final long idHigh;
    private final int idLength;

    /// Inputs of the uuid.
    private record Identity(String name, long kind, long id) {

        long uuid(@Nullable Track parent) {
            return id ^ Fnv.hash(name) ^ kind ^ (parent == null ? 0 : parent.uuid);
        }
    }

    private Track(Identity identity, @Nullable Track parent, byte[] fields, boolean isIncremental) {
        this(identity.uuid(parent), identity, parent, fields, isIncremental);
    }

    private Track(long uuid, Identity identity, @Nullable Track parent, byte[] fields, boolean isIncremental) {
        this.uuid = uuid;
        this.identity = identity;
        this.parent = parent;
        this.fields = fields;
        this.isIncremental = isIncremental;
        // Field 11 of TrackEvent is the track uuid.
        long low = 0x58;
        long high = 0;
        int length = 1;
        for (long remaining = uuid; length == 1 || remaining != 0; remaining >>>= 7, length++) {
            long next = remaining & 0x7f | (remaining >>> 7 == 0 ? 0 : 0x80);
            if (length < Long.BYTES) {
                low |= next << 8 * length;
            } else {
                high |= next << 8 * (length - Long.BYTES);
            }
        }
        idLow = low;
        idHigh = high;
        idLength = length;
    }

    /// Returns the track of this process.
    public static Track process() {
        return ProcessTrack.TRACK;
    }

    /// Returns the track of the calling thread, so that other threads can write to it.
    public static Track currentThread() {
        return ThreadWriters.track();
    }

    /// Returns a named track of this process, for slices and instants.
    public static Track named(String name) {
        return new Track(new Identity(name, NAMED, 0), process(), name(name).toByteArray(), false);
    }

    /// Returns a track for states. A new state ends the previous one.
    public static Track states(String name) {
        ProtoWriter to = name(name);
        to.close(to.open(18));
        return new Track(new Identity(name, STATES, 0), process(), to.toByteArray(), false);
    }

    /// Returns a counter track.
    public static Track counter(String name, Unit unit) {
        ProtoWriter to = name(name);
        int counter = to.open(8);
        if (unit != Unit.NONE) {
            to.varint(3, unit.ordinal());
        }
        to.close(counter);
        return new Track(new Identity(name, COUNTERS, 0), process(), to.toByteArray(), false);
    }

    /// Returns a counter track with a custom unit.
    ///
    /// @param unit name of the unit, shown after values
    /// @param multiplier factor that readers apply to values
    /// @param isIncremental whether the program writes differences, which take fewer bytes, instead of values
    public static Track counter(String name, String unit, long multiplier, boolean isIncremental) {
        ProtoWriter to = name(name);
        int counter = to.open(8);
        to.string(6, unit);
        if (multiplier != 1) {
            to.varint(4, multiplier);
        }
        if (isIncremental) {
            to.bool(5, true);
        }
        to.close(counter);
        return new Track(new Identity(name, COUNTERS, 0), process(), to.toByteArray(), isIncremental);
    }

    /// Returns the track of a thread of this process, to which the thread's own events are written.
    ///
    /// @param tid the kernel's id of the thread
    public static Track thread(int tid, String name) {
        ProtoWriter to = new ProtoWriter();
        int thread = to.open(4);
        to.varint(1, ProcessTrack.PID).varint(2, tid).string(5, name);
        to.close(thread);
        long uuid = tid ^ ProcessTrack.UUID;
        return new Track(uuid, new Identity(name, 0, tid), process(), to.toByteArray(), false);
    }

    /// Returns the counter track for the CPU time of a thread.
    static Track threadTime(Track thread, long unitNs) {
        ProtoWriter to = name("thread_time");
        int counter = to.open(8);
        to.varint(1, THREAD_TIME);
        if (unitNs != 1) {
            to.varint(4, unitNs);
        }
        to.bool(5, true);
        to.close(counter);
        return new Track(new Identity("thread_time", COUNTERS, 0), thread, to.toByteArray(), true);
    }

    static Track processTrack(long uuid, byte[] fields) {
        return new Track(uuid, new Identity("", 0, 0), null, fields, false);
    }

    private static ProtoWriter name(String name) {
        return new ProtoWriter().string(2, name);
    }

    /// Returns a copy with an id, which distinguishes tracks with the same name and parent.
    public Track withId(long id) {
        return new Track(new Identity(identity.name, identity.kind, id), parent, fields, isIncremental);
    }

    /// Returns a copy that is a child of another track.
    public Track under(Track newParent) {
        return new Track(identity, newParent, fields, isIncremental);
    }

    /// Returns a copy that belongs to no process.
    public Track global() {
        return new Track(identity, null, fields, isIncremental);
    }

    /// Returns a copy with another sort order of its children.
    public Track withOrder(Order order) {
        return with(new ProtoWriter().varint(11, order.ordinal() + 1L));
    }

    /// Returns a copy with a rank. If its parent's order is [Order#RANK], tracks with lower ranks come first.
    public Track withRank(int rank) {
        return with(new ProtoWriter().varint(12, rank));
    }

    /// Returns a copy that is never merged with tracks of the same name into one row.
    public Track unmerged() {
        return with(new ProtoWriter().varint(15, 2));
    }

    /// Returns a copy that is merged into one row with tracks of the same key and parent.
    public Track mergedBy(String key) {
        return with(new ProtoWriter().varint(15, 3).string(16, key));
    }

    /// Returns a copy with a description, which viewers show.
    public Track withDescription(String text) {
        return with(new ProtoWriter().string(14, text));
    }

    private Track with(ProtoWriter descriptor) {
        byte[] bytes = new ProtoWriter()
                .append(fields)
                .append(descriptor.toByteArray())
                .toByteArray();
        return new Track(uuid, identity, parent, bytes, isIncremental);
    }

    /// Writes the `track_uuid` field of an event.
    ///
    /// @return the offset after the field
    long putId(SequenceSink sink, long offset) {
        sink.putWord(offset, idLow);
        sink.putWord(offset + Long.BYTES, idHigh);
        return offset + idLength;
    }

    /// Writes the track descriptor as a field of a packet.
    void describe(ProtoWriter packet) {
        int start = packet.open(60);
        packet.varint(1, uuid);
        if (parent != null) {
            packet.varint(5, parent.uuid);
        }
        packet.append(fields);
        packet.close(start);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Track track && track.uuid == uuid;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(uuid);
    }
}
