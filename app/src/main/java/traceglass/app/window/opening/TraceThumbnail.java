package traceglass.app.window.opening;

import java.util.List;
import traceglass.analysis.sched.MinimapData;
import traceglass.app.settings.RecentTraces;

/// Creates the thumbnail of a trace for the list of recent traces from its minimap.
public final class TraceThumbnail {

    private static final int MAX_ROWS = 8;

    private TraceThumbnail() {}

    public static RecentTraces.Thumbnail of(MinimapData minimap) {
        List<MinimapData.Lane> lanes =
                minimap.lanes().subList(0, Math.min(MAX_ROWS, minimap.lanes().size()));
        int columns = RecentTraces.Thumbnail.COLUMNS;
        byte[] loads = new byte[lanes.size() * columns];
        for (int row = 0; row < lanes.size(); row++) {
            float[] load = lanes.get(row).load();
            for (int c = 0; c < columns; c++) {
                float max = 0;
                for (int i = c * load.length / columns; i < (c + 1) * load.length / columns; i++) {
                    max = Math.max(max, load[i]);
                }
                loads[row * columns + c] = (byte) Math.round(max * 255);
            }
        }
        return new RecentTraces.Thumbnail(lanes.size(), loads);
    }
}
