package traceglass.analysis.objects;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.derived.DerivedTrack;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Subject of the objects that Chrome traces.
public final class ObjectsSubject implements Subject {

    private static final int RANK = 235;
    /// Position below screenshots, above everything else.
    private static final int ORDER = -59;

    @Override
    public List<TrackProvider> tracks() {
        return List.of(new ObjectTracks());
    }

    @Override
    public List<EventTable> tables() {
        return TracedObjects.SET.events(RANK, new SnapshotEvents(RANK + 1));
    }

    private static final class ObjectTracks implements TrackProvider {

        @Override
        public void addTo(TreeDraft tree, TraceContents contents) throws SQLException {
            if (contents.query("SELECT 1 FROM __intrinsic_chrome_raw LIMIT 1", r -> 1)
                    .isEmpty()) {
                return;
            }
            List<String> phases = contents.query("""
                SELECT DISTINCT p.string_value FROM __intrinsic_chrome_raw AS r
                JOIN __intrinsic_args AS p ON p.arg_set_id = r.arg_set_id AND p.key = 'legacy_event.phase'
                JOIN __intrinsic_args AS n ON n.arg_set_id = r.arg_set_id AND n.key = 'legacy_event.name'
                WHERE p.string_value IN ('N', 'O', 'D') AND n.string_value != 'Screenshot'
                """, r -> r.getString(1));
            if (!phases.isEmpty()) {
                add(tree, TracedObjects.OBJECTS, ORDER);
            }
            if (phases.contains("O")) {
                add(tree, TracedObjects.SNAPSHOTS, ORDER + 1);
            }
        }

        private static void add(TreeDraft tree, DerivedTable table, int order) {
            tree.root().add(new DraftNode(table.trackKey(), new DerivedTrack(table), table.title(), order));
        }
    }
}
