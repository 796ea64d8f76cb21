package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import javafx.event.Event;
import javafx.scene.image.PixelReader;
import javafx.scene.image.WritableImage;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.marks.DataLoss;
import traceglass.render.layout.Row;
import traceglass.render.model.LossIndex;
import traceglass.store.time.TimeSpan;

/// Tests marks for lost data on the minimap and the tracks.
class DataLossViewTest {

    private static final long START = 1_000_000_000L;
    private static final long END = 3_000_000_000L;

    private final SyntheticTrace trace = new SyntheticTrace(7, START, END - START, 4, 4, 3, 4);
    private TimelineView view;

    @BeforeEach
    void open() throws Exception {
        view = FxTest.timeline(trace, 1280, 800);
        FxTest.run(() -> view.marks()
                .setDataLosses(new LossIndex(List.of(
                        new DataLoss(
                                2_600_000_000L,
                                2_800_000_000L,
                                false,
                                Set.of("cpu_sched/1"),
                                "3 ftrace events of CPU 1"),
                        new DataLoss(
                                2_650_000_000L,
                                2_660_000_000L,
                                false,
                                Set.of("process/0"),
                                "packets of reader 1000")))));
        FxTest.awaitIdle(view);
    }

    @AfterEach
    void close() throws Exception {
        FxTest.run(view::dispose);
    }

    private void move(double x, double y) throws Exception {
        FxTest.run(() -> Event.fireEvent(
                view,
                new MouseEvent(
                        MouseEvent.MOUSE_MOVED,
                        x,
                        y,
                        x,
                        y,
                        MouseButton.NONE,
                        0,
                        false,
                        false,
                        false,
                        false,
                        false,
                        false,
                        false,
                        true,
                        false,
                        true,
                        null)));
    }

    private double middle(String key) {
        Row row = view.model.layout().row(key);
        return view.model.geometry().tracksTop() + row.y() - view.scrollY() + row.height() / 2;
    }

    /// Counts the points between two times of a row that are more red than gray.
    private int countRed(WritableImage image, double y, long from, long to) {
        PixelReader pixels = image.getPixelReader();
        int count = 0;
        for (int x = (int) view.timeX(from) + 2; x < view.timeX(to) - 2; x++) {
            Color c = pixels.getColor(x, (int) y);
            count += c.getRed() - c.getBlue() > .04 && c.getRed() - c.getGreen() > .04 ? 1 : 0;
        }
        return count;
    }

    @Test
    void onlyTracksWithLostDataAreHatched() throws Exception {
        FxTest.run(() -> view.tracks().setHidden("cpu_sched/0", false));
        WritableImage image = FxTest.call(() -> view.toImage(1)).get();
        double width = view.timeX(2_790_000_000L) - view.timeX(2_670_000_000L);
        assertTrue(
                countRed(image, middle("cpu_sched/1"), 2_670_000_000L, 2_790_000_000L) > width * .9,
                "the CPU is not hatched");
        assertEquals(0, countRed(image, middle("counter/0"), 2_670_000_000L, 2_790_000_000L));
        assertTrue(
                countRed(image, middle("counter/0"), 2_648_000_000L, 2_662_000_000L) > 2,
                "a track of the process is not hatched");
        double left = view.model.geometry().timeX();
        double perNs = view.model.geometry().timeWidth() / (END - START);
        assertTrue(
                image.getPixelReader()
                                .getColor((int) (left + 1_700_000_000L * perNs), 10)
                                .getRed()
                        > image.getPixelReader()
                                        .getColor((int) (left + 1_700_000_000L * perNs), 10)
                                        .getBlue()
                                + .03,
                "the minimap is not hatched");
    }

    @Test
    void hoverShowsTheLoss() throws Exception {
        move(view.timeX(2_700_000_000L), middle("cpu_sched/1"));
        assertTrue(view.tooltip.isVisible());
        assertTrue(view.tooltip.text().startsWith("Lost: 3 ftrace events of CPU 1\n200"), view.tooltip.text());
        move(view.timeX(2_700_000_000L), middle("cpu_sched/2"));
        assertFalse(view.tooltip.isVisible() && view.tooltip.text().startsWith("Lost"), "another CPU lost nothing");
        double x = view.model.geometry().timeX()
                + view.model.geometry().timeWidth() * (2_655_000_000L - START) / (END - START);
        move(x, 10);
        assertTrue(view.tooltip.text().contains("and 1 other loss"), view.tooltip.text());
        move(x - 200, 10);
        assertFalse(view.tooltip.isVisible());
    }

    @Test
    void anotherTraceHasItsOwnLosses() throws Exception {
        FxTest.run(() -> view.setTrace(trace.roots, new TimeSpan(START, END), trace));
        assertTrue(view.model.marks().losses().isEmpty());
    }
}
