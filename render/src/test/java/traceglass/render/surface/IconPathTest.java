package traceglass.render.surface;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import javafx.scene.SnapshotParameters;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelReader;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import traceglass.render.FxTest;

class IconPathTest {

    private static final int SIZE = 40;

    static Stream<String> icons() {
        return Glyphs.names();
    }

    @ParameterizedTest
    @MethodSource("icons")
    void looksLikeTheSameSvgPathInJavaFx(String icon) throws Exception {
        FxTest.run(() -> {
            PixelReader drawn = pixels(gc -> {
                gc.setLineWidth(1.5);
                new CanvasSurface(gc).path(Glyphs.path(icon), 3.5, 4.25, 1.25);
            });
            PixelReader expected = pixels(gc -> {
                gc.setLineWidth(1.5);
                gc.translate(3.5, 4.25);
                gc.scale(1.25, 1.25);
                gc.beginPath();
                gc.appendSVGPath(Glyphs.path(icon));
                gc.stroke();
            });
            int dark = 0;
            for (int y = 0; y < SIZE; y++) {
                for (int x = 0; x < SIZE; x++) {
                    double want = expected.getColor(x, y).getBrightness();
                    assertEquals(want, drawn.getColor(x, y).getBrightness(), .05, icon + " at " + x + ", " + y);
                    dark += want < .5 ? 1 : 0;
                }
            }
            assertTrue(dark > 0, icon);
        });
    }

    @Test
    void rejectsCommandsThatIconsDoNotUse() {
        assertThrows(IllegalArgumentException.class, () -> IconPath.parse("M1 1q1 1 2 2"));
    }

    private interface Drawing {
        void draw(GraphicsContext gc);
    }

    private static PixelReader pixels(Drawing drawing) {
        Canvas canvas = new Canvas(SIZE, SIZE);
        GraphicsContext gc = canvas.getGraphicsContext2D();
        // The caps and joins of icons are round.
        new CanvasSurface(gc);
        gc.setFill(Color.WHITE);
        gc.fillRect(0, 0, SIZE, SIZE);
        gc.setStroke(Color.BLACK);
        drawing.draw(gc);
        return canvas.snapshot(new SnapshotParameters(), null).getPixelReader();
    }
}
