package traceglass.render.model;

import traceglass.analysis.track.TrackStyle;
import traceglass.render.layout.Row;

/// Positions of the bands of a track (rows of depth, or lanes) within its row, px from its top.
///
/// @param first top of the first band
/// @param pitch distance between the tops of two bands
/// @param height height of the boxes in a band
/// @param radius radius of their corners
/// @param hasLabels whether boxes have labels
/// @param minLabelWidth smallest width of a box with a label
/// @param fontSize font size of the labels at 100%
public record Bands(
        double first,
        double pitch,
        double height,
        double radius,
        boolean hasLabels,
        double minLabelWidth,
        double fontSize) {

    /// Space above the first row of depth.
    private static final double PAD = 3;
    /// Height of a row of depth, even if there is only one.
    private static final double ROW_HEIGHT = 18;

    /// Returns the bands of a row.
    ///
    /// @param rows number of rows of depth, or lanes, in its data
    public static Bands of(TimelineModel model, Row row, int rows) {
        double scale = model.theme().scale();
        TrackStyle style = row.node().kind().style();
        TrackStyle.Boxes boxes = style.boxes();
        return switch (boxes.position()) {
            case LANES -> lanes(row, rows, scale);
            case WHOLE -> of(boxes, 2, row.height(), row.height() - 4);
            case MIDDLE -> {
                double height = Math.round(boxes.height() * scale);
                yield of(boxes, Math.floor((row.height() - height) / 2), row.height(), height);
            }
            case SPACED_ROWS ->
                of(
                        boxes,
                        Math.round(PAD * scale),
                        Math.round(style.heights().perDepth() * scale),
                        Math.round(boxes.height() * scale));
            case ROWS -> {
                if (style.heights().canCollapse()
                        && model.tracks().flat().contains(row.node().key())) {
                    double pitch = Math.round(style.heights().flat() * scale);
                    double height = Math.max(2, pitch - 1);
                    yield new Bands(PAD * scale, pitch, height, 0, false, boxes.minLabelWidth(), boxes.fontSize());
                }
                double pitch = Math.round(ROW_HEIGHT * scale);
                yield of(boxes, PAD * scale, pitch, pitch - 1);
            }
        };
    }

    private static Bands of(TrackStyle.Boxes boxes, double first, double pitch, double height) {
        return new Bands(first, pitch, height, boxes.radius(), true, boxes.minLabelWidth(), boxes.fontSize());
    }

    private static Bands lanes(Row row, int rows, double scale) {
        double pitch = (row.height() - 6) / Math.max(1, Math.max(4, rows));
        return new Bands(3, pitch, Math.max(1, Math.min(pitch - .7, 6 * scale)), 0, false, 0, 0);
    }

    /// Top of a band, on a whole pixel.
    public double top(int band) {
        return Math.round(first + band * pitch);
    }

    /// Returns the band at a distance from the row's top, or −1.
    public int bandAt(double y, int rows) {
        int band = (int) Math.floor((y - first) / pitch);
        return band < 0 || band >= rows ? -1 : band;
    }
}
