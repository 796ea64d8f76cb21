package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.trackevent.TrackEventDecoder;

/// Columns of decoded track events, filled by [TrackEventFiller] and read by [TrackEventRows], which writes their
/// rows. A part that has not been decoded ahead is marked as missing.
final class TrackEventRecord {

    /// The importer needs nothing of the event but these columns.
    static final byte COMPLETE = 1;
    static final byte HAS_TYPE = 2;
    static final byte HAS_TRACK = 4;

    /// Marks a missing category, name or range of arguments.
    static final int MISSING = -1;

    /// Arguments of all events; their order is that of the events.
    private static final class Args {
        final int[] flatKeys;
        final int[] keys;
        final byte[] types;
        final long[] values;
        int used;

        Args(int capacity) {
            flatKeys = new int[capacity];
            keys = new int[capacity];
            types = new byte[capacity];
            values = new long[capacity];
        }
    }

    private final byte[] kinds;
    private final int[] types;
    private final long[] tracks;
    private final int[] extraValues;
    private final int[] categories;
    private final int[] names;
    private final int[] from;
    private final int[] to;
    private final int[] unknown;
    /// Flows of all complete events. Those of an event are followed by the flows that it terminates.
    private final long[] flows;
    private final int[] flowsFrom;
    private final int[] terminatingFlowsFrom;
    private final int[] flowsTo;
    private int usedFlows;
    private Args args;

    /// @param capacity maximum number of events, and of their flows
    /// @param argCapacity maximum number of their arguments
    TrackEventRecord(int capacity, int argCapacity) {
        kinds = new byte[capacity];
        types = new int[capacity];
        tracks = new long[capacity];
        extraValues = new int[capacity];
        categories = new int[capacity];
        names = new int[capacity];
        from = new int[capacity];
        to = new int[capacity];
        unknown = new int[capacity];
        flows = new long[capacity];
        flowsFrom = new int[capacity];
        terminatingFlowsFrom = new int[capacity];
        flowsTo = new int[capacity];
        args = new Args(argCapacity);
    }

    /// Removes the arguments and flows of all events.
    void clearLists() {
        args.used = 0;
        usedFlows = 0;
    }

    /// Marks all parts of an event as missing.
    void clear(int i) {
        kinds[i] = 0;
        categories[i] = MISSING;
        names[i] = MISSING;
        from[i] = MISSING;
    }

    void setFields(int i, int kind, int type, long track, int extras) {
        kinds[i] = (byte) kind;
        types[i] = type;
        tracks[i] = track;
        extraValues[i] = extras;
    }

    /// Marks an event as [#COMPLETE].
    void setComplete(int i) {
        kinds[i] |= COMPLETE;
    }

    void setNames(int i, int category, int name) {
        categories[i] = category;
        names[i] = name;
    }

    /// Adds the arguments of an event; returns false if there is no space for them.
    ///
    /// @param unknownFields number of the event's fields that no type defines
    boolean addArgs(int i, ArgSetBuilder set, int unknownFields) {
        int size = set.size();
        if (size > args.flatKeys.length - args.used) {
            return false;
        }
        set.copyTo(args.flatKeys, args.keys, args.types, args.values, args.used);
        from[i] = args.used;
        args.used += size;
        to[i] = args.used;
        unknown[i] = unknownFields;
        return true;
    }

    /// Adds the flows of an event; returns false if there is no space for them.
    boolean addFlows(int i, TrackEventDecoder event) {
        int count = event.flowIdsCount();
        int terminating = event.terminatingFlowIdsCount();
        if (count + terminating > flows.length - usedFlows) {
            return false;
        }
        flowsFrom[i] = usedFlows;
        for (int k = 0; k < count; k++) {
            flows[usedFlows++] = event.flowIds(k);
        }
        terminatingFlowsFrom[i] = usedFlows;
        for (int k = 0; k < terminating; k++) {
            flows[usedFlows++] = event.terminatingFlowIds(k);
        }
        flowsTo[i] = usedFlows;
        return true;
    }

    /// Returns the number of flows of a complete event.
    int flowCount(int i) {
        return terminatingFlowsFrom[i] - flowsFrom[i];
    }

    /// Returns the number of flows that a complete event terminates.
    int terminatingFlowCount(int i) {
        return flowsTo[i] - terminatingFlowsFrom[i];
    }

    /// Returns a flow id of a complete event.
    ///
    /// @param k index among the flows, followed by the terminating ones
    long flow(int i, int k) {
        return flows[flowsFrom[i] + k];
    }

    /// Refers to the arguments of an event in another record, if it has them.
    void shareArgs(int i, TrackEventRecord other, int position) {
        args = other.args;
        from[i] = other.from[position];
        to[i] = other.to[position];
        unknown[i] = other.unknown[position];
    }

    boolean isComplete(int i) {
        return (kinds[i] & COMPLETE) != 0;
    }

    boolean hasType(int i) {
        return (kinds[i] & HAS_TYPE) != 0;
    }

    int type(int i) {
        return types[i];
    }

    boolean hasTrack(int i) {
        return (kinds[i] & HAS_TRACK) != 0;
    }

    long track(int i) {
        return tracks[i];
    }

    /// Returns the number of values of extra counters that are integers.
    int extraValues(int i) {
        return extraValues[i];
    }

    /// Returns the string id of the event's categories as in [TrackEventNames]; [#MISSING] if only the importer can
    /// find it, [NULL][traceglass.store.table.StringPool#NULL] if there are none.
    int category(int i) {
        return categories[i];
    }

    /// Returns the string id of the event's name like [#category].
    int name(int i) {
        return names[i];
    }

    /// Returns whether the record contains the arguments from the event's typed fields and annotations.
    boolean hasArgs(int i) {
        return from[i] != MISSING;
    }

    /// Adds the arguments of an event to a set.
    ///
    /// @return number of the event's fields that no type defines
    int copyArgs(int i, ArgSetBuilder out) {
        out.addAll(args.flatKeys, args.keys, args.types, args.values, from[i], to[i]);
        return unknown[i];
    }
}
