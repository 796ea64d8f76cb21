package traceglass.analysis.screenshots;

import java.util.List;
import traceglass.analysis.derived.DerivedSet;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.query.SqlLabels;

/// Screenshots in arguments, encoded in base64: slices named `Screenshot` from Android and Firefox, and slices or
/// object snapshots from Chromium's DevTools. A row lasts until the next screenshot.
public final class Screenshots {

    public static final DerivedTable SCREENSHOTS = new DerivedTable(
            "derived_screenshots",
            ScreenshotTexts.SCREENSHOTS,
            ScreenshotTexts.SCREENSHOT,
            SqlLabels.insert("""
                WITH pictures AS (
                  SELECT s.ts, s.id AS slice_id, s.arg_set_id, a.key AS picture
                  FROM slice AS s
                  JOIN args AS a ON a.arg_set_id = s.arg_set_id
                  WHERE s.name IN ('Screenshot', 'CompositorScreenshot') AND a.key IN ('screenshot.jpg_image', 'args.snapshot', 'debug.snapshot')
                  UNION ALL
                  SELECT r.ts, NULL, r.arg_set_id, a.key
                  FROM __intrinsic_chrome_raw AS r
                  JOIN args AS n ON n.arg_set_id = r.arg_set_id AND n.key = 'legacy_event.name' AND n.string_value = 'Screenshot'
                  JOIN args AS a ON a.arg_set_id = r.arg_set_id AND a.key = 'args.snapshot'
                )
                SELECT
                  ts,
                  coalesce(lead(ts) OVER (ORDER BY ts) - ts, -1) AS dur,
                  {screenshot} || row_number() OVER (ORDER BY ts) AS name,
                  CASE WHEN row_number() OVER (ORDER BY ts) % 2 = 0 THEN 'even' ELSE 'odd' END AS color,
                  slice_id,
                  arg_set_id,
                  picture
                FROM pictures
                """, "screenshot", ScreenshotTexts.SCREENSHOT_NUMBER));

    static final DerivedSet SET = new DerivedSet(List.of(), List.of(SCREENSHOTS));

    private Screenshots() {}
}
