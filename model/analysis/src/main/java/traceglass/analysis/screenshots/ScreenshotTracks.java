package traceglass.analysis.screenshots;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.derived.DerivedTrack;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.SliceProbe;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds screenshots above everything else.
final class ScreenshotTracks implements TrackProvider {

    private static final int ORDER = -60;

    private static final SliceProbe SCREENSHOTS = SliceProbe.withName("Screenshot");
    private static final SliceProbe FIREFOX =
            SliceProbe.withName("CompositorScreenshot").withArgument("key = 'screenshot.jpg_image'");

    @Override
    public List<SliceProbe> probes() {
        return List.of(SCREENSHOTS, FIREFOX);
    }

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) throws SQLException {
        if (contents.hasSlices(SCREENSHOTS) || contents.hasSlices(FIREFOX) || hasObjects(contents)) {
            DerivedTable table = Screenshots.SCREENSHOTS;
            tree.root().add(new DraftNode(table.trackKey(), new DerivedTrack(table), table.title(), ORDER));
        }
    }

    /// Returns whether Chromium recorded object snapshots that are screenshots.
    private static boolean hasObjects(TraceContents contents) throws SQLException {
        return !contents.query("SELECT 1 FROM __intrinsic_chrome_raw LIMIT 1", r -> 1)
                        .isEmpty()
                && !contents.query("""
                    SELECT 1 FROM __intrinsic_chrome_raw AS r JOIN __intrinsic_args AS a ON a.arg_set_id = r.arg_set_id
                    WHERE a.key = 'legacy_event.name' AND a.string_value = 'Screenshot' LIMIT 1
                    """, r -> 1).isEmpty();
    }
}
