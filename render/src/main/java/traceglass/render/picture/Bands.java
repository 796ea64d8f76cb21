package traceglass.render.picture;

import traceglass.render.layout.Row;
import traceglass.render.layout.RowHeights;

/// Where the rows of depth, or lanes, of a track lie within its row, in px from its top.
///
/// @param first top of the first band
/// @param pitch distance of two bands
/// @param height of the boxes in a band
/// @param radius of their corners
/// @param labels whether boxes carry labels
/// @param labelFrom width from which a box has a label
/// @param fontSize of the labels, at 100 %
public record Bands(
        double first, double pitch, double height, double radius, boolean labels, double labelFrom, double fontSize) {

    public static Bands of(PaintState picture, Row row, int rows) {
        double scale = picture.theme.scale();
        return switch (row.node().kind()) {
            case GROUP -> lanes(row, rows, scale);
            case CPU_SCHED -> new Bands(2, row.height(), row.height() - 4, 2, true, 22, 11);
            case THREAD_STATE -> {
                double height = Math.round(12 * scale);
                yield new Bands(Math.floor((row.height() - height) / 2), row.height(), height, 1.5, true, 46, 10);
            }
            case FRAMES ->
                new Bands(
                        Math.round(3 * scale),
                        Math.round(RowHeights.SLICE_ROW * scale),
                        Math.round(15 * scale),
                        2.5,
                        true,
                        26,
                        11);
            default -> {
                boolean flat = picture.flat.contains(row.node().key());
                double pitch = Math.round((flat ? RowHeights.FLAT_ROW : RowHeights.SLICE_ROW) * scale);
                double height = flat ? Math.max(2, pitch - 1) : pitch - 1;
                yield new Bands(RowHeights.SLICE_PAD * scale, pitch, height, flat ? 0 : 2.5, !flat, 26, 11.5);
            }
        };
    }

    private static Bands lanes(Row row, int rows, double scale) {
        double pitch = (row.height() - 6) / Math.max(1, Math.max(4, rows));
        return new Bands(3, pitch, Math.max(1, Math.min(pitch - .7, 6 * scale)), 0, false, 0, 0);
    }

    /// Top of a band, on a whole pixel.
    public double top(int band) {
        return Math.round(first + band * pitch);
    }

    /// The band at a distance from the row's top, or −1.
    public int at(double y, int rows) {
        int band = (int) Math.floor((y - first) / pitch);
        return band < 0 || band >= rows ? -1 : band;
    }
}
