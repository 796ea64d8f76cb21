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
import traceglass.render.mark.TimelineBoxes;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.paint.Painter;
import traceglass.render.surface.Pen;

/// Tests tracks whose data is not loaded yet.
class UnknownRowsTest {

    private static final int WIDTH = 900;

    /// Expects diagonal lines one px wide, nine px apart, over the whole width and the height of the row.
    @Test
    void aTrackWithoutDataIsHatchedAfterADelay() throws Exception {
        TrackNode node =
                new TrackNode("a", new SliceTrack(List.of(1L), 2), "a", "", List.of(), "", "", false, List.of());
        TimelineModel model = new TimelineModel();
        WritableImage image = FxTest.call(() -> {
            TrackTree tree = new TrackTree();
            tree.setRoots(List.of(node));
            model.setFrames(new FrameLoader(model.palette(), Runnable::run, () -> {}, 0));
            model.frames().setSource(_ -> new CompletableFuture<>(), true);
            model.setLayout(tree.layout(model.theme(), model.frames()::rows));
            model.setGeometry(Geometry.of(WIDTH, 300, 200, -1, model.layout(), 1, false));
            model.frames()
                    .request(
                            List.of(node),
                            List.of(),
                            model.viewport(),
                            model.geometry().timeWidth(),
                            model.bounds());
            model.painting().setNowNs(System.nanoTime() + 1_000_000_000L);
            Canvas canvas = new Canvas(WIDTH, 300);
            new Painter(TimelineBoxes.scenes(model), new Pen(canvas.getGraphicsContext2D(), 1)).paint();
            return canvas.snapshot(new SnapshotParameters(), null);
        });
        int top = (int) model.geometry().tracksTop();
        int y = top + (int) model.layout().rows().getFirst().height() / 2;
        int below = image.getPixelReader()
                .getArgb(WIDTH - 5, top + (int) model.layout().rows().getFirst().height() + 20);
        int lines = 0;
        for (int x = 210; x < WIDTH - 9; x++) {
            boolean isDark = isLine(image, model, x, y);
            assertEquals(isDark, isLine(image, model, x + 9, y), "at " + x);
            assertEquals(isDark, isLine(image, model, x - 1, y + 1), "at " + x);
            lines += isDark && !isLine(image, model, x - 1, y) ? 1 : 0;
        }
        assertTrue(lines >= 74 && lines <= 77, lines + " lines");
        assertEquals(1, model.painting().blankRows());
        assertEquals(model.palette().tokens.surface(), below, "the area below the row is hatched");
    }

    private static boolean isLine(WritableImage image, TimelineModel model, int x, int y) {
        return image.getPixelReader().getArgb(x, y) != model.palette().tokens.surface2();
    }
}
