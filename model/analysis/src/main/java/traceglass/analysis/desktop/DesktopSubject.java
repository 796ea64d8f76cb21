package traceglass.analysis.desktop;

import java.util.List;
import traceglass.analysis.derived.DerivedSet;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.derived.DerivedTrack;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.SliceProbe;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Windows of Android's desktop mode with the times they were open, from the statsd atoms for windows that are added
/// and removed. The standard module `android.desktop_mode` pairs the atoms.
public final class DesktopSubject implements Subject {

    private static final int RANK = 230;
    /// Position with the other Android tracks, above processes.
    private static final int ORDER = -6;

    /// Name of the slices of the statsd atom that reports changes of a window.
    private static final SliceProbe ATOMS = SliceProbe.withName("desktop_mode_session_task_update");

    /// One row for each window. Several packages may share a uid; the first by name is used.
    static final DerivedTable WINDOWS = new DerivedTable(
            "derived_desktop_windows",
            DesktopTexts.WINDOWS,
            DesktopTexts.WINDOW,
            SqlLabels.insert("""
                SELECT
                  w.ts,
                  w.dur,
                  coalesce(p.package_name, {uid} || w.uid) || {window} || w.instance_id AS name,
                  CAST(NULL AS TEXT) AS color,
                  w.instance_id,
                  w.uid,
                  p.package_name,
                  w.raw_add_ts IS NOT NULL AS was_added,
                  w.raw_remove_ts IS NOT NULL AS was_removed
                FROM android_desktop_mode_windows AS w
                LEFT JOIN (SELECT uid, min(package_name) AS package_name FROM package_list GROUP BY uid) AS p ON p.uid = w.uid
                """, "uid", DesktopTexts.UID, "window", DesktopTexts.WINDOW_NUMBER));

    static final DerivedSet SET = new DerivedSet(List.of("android.desktop_mode"), List.of(WINDOWS));

    @Override
    public List<TrackProvider> tracks() {
        return List.of(new Windows());
    }

    @Override
    public List<EventTable> tables() {
        return SET.events(RANK);
    }

    private static final class Windows implements TrackProvider {

        @Override
        public List<SliceProbe> probes() {
            return List.of(ATOMS);
        }

        @Override
        public void addTo(TreeDraft tree, TraceContents contents) {
            if (contents.hasSlices(ATOMS)) {
                tree.root().add(new DraftNode(WINDOWS.trackKey(), new DerivedTrack(WINDOWS), WINDOWS.title(), ORDER));
            }
        }
    }
}
