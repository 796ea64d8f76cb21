package traceglass.analysis.track;

import java.sql.SQLException;

/// Group: a heading over other tracks, with a summary that is drawn while it is collapsed.
public interface TrackGroup extends TrackKind {

    /// Group that only contains other nodes.
    TrackGroup GROUP = new Plain(null);
    /// Group for a topic with a help text, such as `Memory`.
    TrackGroup TOPIC = new Topic(null);

    /// Summary to draw while it is collapsed, or null.
    TrackKind summary();

    /// Returns the same group with a summary.
    TrackGroup withSummary(TrackKind newSummary);

    @Override
    default TrackStyle style() {
        return summary() == null ? TrackStyle.HEADING : TrackStyle.LANES;
    }

    @Override
    default String icon() {
        return "stack";
    }

    @Override
    default String help(TrackNode node) {
        return summary() == null ? node.key() : summary().help(node);
    }

    @Override
    default String table() {
        return summary() == null ? "" : summary().table();
    }

    @Override
    default TrackData read(TrackReadContext context) throws SQLException {
        return summary() == null ? SliceData.NONE : summary().read(context);
    }

    @Override
    default String category(long id) {
        return summary() == null ? "" : summary().category(id);
    }

    /// Group that only contains other nodes.
    record Plain(TrackKind summary) implements TrackGroup {

        @Override
        public String id() {
            return "group";
        }

        @Override
        public String label() {
            return TrackTexts.GROUP;
        }

        @Override
        public TrackGroup withSummary(TrackKind newSummary) {
            return new Plain(newSummary);
        }
    }

    /// Group for a topic.
    record Topic(TrackKind summary) implements TrackGroup {

        @Override
        public String id() {
            return "topic";
        }

        @Override
        public String label() {
            return TrackTexts.GROUP;
        }

        @Override
        public String help(TrackNode node) {
            return node.name();
        }

        @Override
        public TrackGroup withSummary(TrackKind newSummary) {
            return new Topic(newSummary);
        }
    }
}
