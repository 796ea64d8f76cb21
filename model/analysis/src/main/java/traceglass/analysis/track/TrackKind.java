package traceglass.analysis.track;

import java.sql.SQLException;
import java.util.List;

/// Kind and content of one track: a small record in the package of its subject, with the ids of the rows it shows. Two
/// are equal if they show the same rows. All properties of a track come from its kind; only the subject itself knows
/// the class.
public interface TrackKind {

    /// Stable name of the kind: `cpu_sched`, `slices`.
    String id();

    /// Returns the style in which it is drawn. Called for every row of every frame, so it must be a constant.
    TrackStyle style();

    /// Display name of the kind, in a word or two: `thread states`.
    String label();

    /// Name of an icon. Groups may have another in their node.
    default String icon() {
        return "timeline";
    }

    /// Name of its help text in the resource `track-help.txt`; unknown names mean none.
    default String help(TrackNode node) {
        return id();
    }

    /// Table that the ids of its data belong to; empty for none. Called for every frame, so it must be a constant or
    /// a field.
    default String table() {
        return "";
    }

    /// Returns whether its table is created on demand, see [TrackReadContext#ensure].
    default boolean isCreatedOnDemand() {
        return false;
    }

    /// Rows of the trace on this track, by the ids that select them.
    default List<RowKey> rows() {
        return List.of();
    }

    /// Ids of the rows of `track` that it comes from, including auxiliary ones.
    default List<Long> trackIds() {
        return RowKey.ids(rows(), "track_id");
    }

    /// Thread, process or CPU of the track.
    default Owner owner() {
        return Owner.NONE;
    }

    /// Query for its content.
    default TrackQuery query() {
        return TrackQuery.ofRows(rows());
    }

    /// Reads all of its data. Blocks.
    TrackData read(TrackReadContext context) throws SQLException;

    /// Returns a query for the category of one of its events; empty if events have none.
    ///
    /// @param id id in [#table]
    default String category(long id) {
        return "";
    }

    /// Number of rows of depth to expect before it is read, so that its height does not change then; 0 if unknown.
    default int expectedRows() {
        return 0;
    }

    /// Returns whether names have the same meaning on other tracks of this style: while the pointer is over one of
    /// its events, events of other names are faded there.
    default boolean fadesOthers() {
        return false;
    }

    /// Unit of a counter, or empty.
    default String unit() {
        return "";
    }

    /// Default mode of a counter.
    default CounterMode mode() {
        return CounterMode.VALUE;
    }

    /// User's formula of a computed counter, with the tracks it is computed from; null for other tracks.
    default Formula formula() {
        return null;
    }

    /// Adds the sources of flame graphs for a range on this track.
    default void addFlameInputs(FlameInputs inputs) {}

    /// Formula of a computed counter.
    ///
    /// @param expression as typed; its letters refer to the counters in order
    /// @param counters the tracks it is computed from
    record Formula(String expression, List<TrackNode> counters) {

        public Formula {
            counters = List.copyOf(counters);
        }
    }
}
