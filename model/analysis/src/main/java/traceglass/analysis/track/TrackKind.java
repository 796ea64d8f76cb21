package traceglass.analysis.track;

import java.sql.SQLException;
import java.util.List;

/// Describes one track: a small record in the package of its subject, with the ids of the rows it shows. Two are equal
/// when they show the same rows. Everything about a track is asked of its kind; only the subject itself knows the
/// class.
public interface TrackKind {

    /// A stable word for the kind: `cpu_sched`, `slices`.
    String id();

    /// How it is drawn. Asked for every row of every frame: a constant.
    TrackStyle style();

    /// The kind for people, in a word or two: `thread states`.
    String word();

    /// Name of an icon. Groups may have another in their node.
    default String icon() {
        return "timeline";
    }

    /// Name of its help text in the resource `track-help.txt`; one that is not in there stands for none.
    default String help(TrackNode node) {
        return id();
    }

    /// The table that the ids of its data belong to; empty when they belong to none. Asked in every frame: a
    /// constant or a field.
    default String table() {
        return "";
    }

    /// Whether its table is created on demand, see [TrackReading#ensure].
    default boolean isMadeOnDemand() {
        return false;
    }

    /// The rows of the trace that are on it, by the ids that select them.
    default List<RowKey> rows() {
        return List.of();
    }

    /// Ids of the rows of `track` that it is made from, also of those that only add to it.
    default List<Long> trackIds() {
        return RowKey.ids(rows(), "track_id");
    }

    /// The thread, process or CPU that it is about.
    default Owner owner() {
        return Owner.NONE;
    }

    /// The query for what is on it.
    default TrackQuery query() {
        return TrackQuery.rows(rows());
    }

    /// Reads all of it, on a thread that may wait.
    TrackData read(TrackReading from) throws SQLException;

    /// A query for the category of one of its events; empty where events have none.
    ///
    /// @param id in [#table]
    default String category(long id) {
        return "";
    }

    /// Number of rows of depth to expect before it is read, so that its height does not change then; 0 if unknown.
    default int expectedRows() {
        return 0;
    }

    /// Whether the same name means the same thing on other tracks drawn like it: where the pointer is over one of
    /// its events, events of other names are faded there.
    default boolean fadesOthers() {
        return false;
    }

    /// Unit of a counter, or empty.
    default String unit() {
        return "";
    }

    /// The default mode of a counter.
    default CounterMode mode() {
        return CounterMode.VALUE;
    }

    /// The user's formula of a computed counter, with the tracks it is computed from; null for other tracks.
    default Formula formula() {
        return null;
    }

    /// Adds what flame graphs of a range on this track are made from.
    default void flame(FlameParts into) {}

    /// How a counter is computed.
    ///
    /// @param expression as typed; its letters stand for the counters in their order
    /// @param counters the tracks it is computed from
    record Formula(String expression, List<TrackNode> counters) {

        public Formula {
            counters = List.copyOf(counters);
        }
    }
}
