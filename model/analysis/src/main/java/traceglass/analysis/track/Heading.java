package traceglass.analysis.track;

import java.sql.SQLException;

/// Groups: a heading over other tracks, with what is drawn while it is closed.
public interface Heading extends TrackKind {

    /// A group without anything else.
    Heading GROUP = new Plain(null);
    /// A group for all of a topic that has a name of its own, such as `Memory`.
    Heading TOPIC = new Topic(null);

    /// What is drawn while it is closed, or null.
    TrackKind summary();

    /// The same group with something to draw while it is closed.
    Heading summarizedBy(TrackKind other);

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
    default TrackData read(TrackReading from) throws SQLException {
        return summary() == null ? SliceData.NONE : summary().read(from);
    }

    @Override
    default String category(long id) {
        return summary() == null ? "" : summary().category(id);
    }

    /// A group that stands for nothing but its children.
    record Plain(TrackKind summary) implements Heading {

        @Override
        public String id() {
            return "group";
        }

        @Override
        public String word() {
            return "group";
        }

        @Override
        public Heading summarizedBy(TrackKind other) {
            return new Plain(other);
        }
    }

    /// A group for all of a topic.
    record Topic(TrackKind summary) implements Heading {

        @Override
        public String id() {
            return "topic";
        }

        @Override
        public String word() {
            return "group";
        }

        @Override
        public String help(TrackNode node) {
            return node.name();
        }

        @Override
        public Heading summarizedBy(TrackKind other) {
            return new Topic(other);
        }
    }
}
