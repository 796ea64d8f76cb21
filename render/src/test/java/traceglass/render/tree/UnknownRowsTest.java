package traceglass.render.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import javafx.scene.SnapshotParameters;
import javafx.scene.canvas.Canvas;
import javafx.scene.image.WritableImage;
import org.junit.jupiter.api.Test;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.TrackNode;
import traceglass.render.FxTest;
import traceglass.render.frame.FrameLoader;
import traceglass.render.paint.Painter;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.PaintState;
import traceglass.render.scene.Scenes;
import traceglass.render.surface.Pen;

/// Tests tracks whose data is not loaded yet.
class UnknownRowsTest {

    private static final int WIDTH = 900;

    /// Expects diagonal lines one px wide, nine px apart, over the whole width and the height of the row.
    @Test
    void aTrackWithoutItsDataIsHatchedAfterAMoment() throws Exception {
        TrackNode node =
                new TrackNode("a", new SliceTrack(List.of(1L), 2), "a", "", List.of(), "", "", false, List.of());
        PaintState picture = new PaintState();
        WritableImage image = FxTest.call(() -> {
            TrackTree tree = new TrackTree();
            tree.setRoots(List.of(node));
            picture.frames = new FrameLoader(picture.palette, Runnable::run, () -> {}, 0);
            picture.frames.setSource(_ -> new CompletableFuture<>(), true);
            picture.layout = tree.layout(picture.theme, picture.frames::rows);
            picture.geometry = Geometry.of(WIDTH, 300, 200, -1, picture.layout, 1, false);
            picture.frames.request(
                    List.of(node), List.of(), picture.viewport, picture.geometry.timeWidth(), picture.bounds);
            picture.nowNs = System.nanoTime() + 1_000_000_000L;
            Canvas canvas = new Canvas(WIDTH, 300);
            new Painter(new Scenes(picture), new Pen(canvas.getGraphicsContext2D(), 1)).paint();
            return canvas.snapshot(new SnapshotParameters(), null);
        });
        int top = (int) picture.geometry.tracksTop();
        int y = top + (int) picture.layout.rows().getFirst().height() / 2;
        int below = image.getPixelReader()
                .getArgb(WIDTH - 5, top + (int) picture.layout.rows().getFirst().height() + 20);
        int lines = 0;
        for (int x = 210; x < WIDTH - 9; x++) {
            boolean dark = line(image, picture, x, y);
            assertEquals(dark, line(image, picture, x + 9, y), "at " + x);
            assertEquals(dark, line(image, picture, x - 1, y + 1), "at " + x);
            lines += dark && !line(image, picture, x - 1, y) ? 1 : 0;
        }
        assertTrue(lines >= 74 && lines <= 77, lines + " lines");
        assertEquals(1, picture.blankRows);
        assertEquals(picture.palette.tokens.surface(), below, "what is below the row is not hatched");
    }

    private static boolean line(WritableImage image, PaintState picture, int x, int y) {
        return image.getPixelReader().getArgb(x, y) != picture.palette.tokens.surface2();
    }
}
