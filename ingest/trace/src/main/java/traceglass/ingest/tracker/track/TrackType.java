package traceglass.ingest.tracker.track;

import java.util.List;
import traceglass.ingest.tracker.args.ArgSetBuilder;

/// A type of tracks: its `track.type`, whether it contains slices, counter samples or states, the dimensions that
/// distinguish its tracks, and the unit of counters. Defined as a constant by the parser of the events.
///
/// @param type as in `track.type`, e.g. `thread_execution`
/// @param eventType `slice`, `counter` or `state`, as in trace processor's `event_type`
/// @param dimensions dimensions in order, e.g. `utid`; they become the args of `dimension_arg_set_id`
/// @param unit unit of a counter, or null
/// @param description description for users, or null; becomes an arg of the track
public record TrackType(String type, String eventType, List<Dimension> dimensions, String unit, String description) {

    /// A dimension with its name and value type.
    public record Dimension(String name, ArgSetBuilder.Type kind) {

        /// Returns a dimension of signed numbers (utid, upid, cpu, …).
        public static Dimension ofInt(String name) {
            return new Dimension(name, ArgSetBuilder.Type.INT);
        }

        public static Dimension ofUint(String name) {
            return new Dimension(name, ArgSetBuilder.Type.UINT);
        }

        /// Returns a dimension of strings. Its values are string ids.
        public static Dimension ofString(String name) {
            return new Dimension(name, ArgSetBuilder.Type.STRING);
        }
    }

    public static final Dimension UTID = Dimension.ofInt("utid");
    public static final Dimension UPID = Dimension.ofInt("upid");
    public static final Dimension CPU = Dimension.ofInt("cpu");

    public TrackType {
        dimensions = List.copyOf(dimensions);
    }

    /// Returns a type of tracks with slices.
    public static TrackType slices(String type, Dimension... dimensions) {
        return new TrackType(type, "slice", List.of(dimensions), null, null);
    }

    /// Returns a type of counter tracks.
    ///
    /// @param unit unit of the values, or null
    public static TrackType counter(String type, String unit, Dimension... dimensions) {
        return new TrackType(type, "counter", List.of(dimensions), unit, null);
    }

    /// Returns a type of tracks with states.
    public static TrackType states(String type, Dimension... dimensions) {
        return new TrackType(type, "state", List.of(dimensions), null, null);
    }
}
