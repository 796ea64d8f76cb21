package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;
import traceglass.render.item.CounterStyle;
import traceglass.render.layout.Row;
import traceglass.store.time.TimeSpan;

/// Tests a chart of three counters with the constant values 10, 20 and 70 in the first half; in the second half, the
/// last one is 0.
class CounterChartTest {

    private static final long END = 1_000_000;

    private TimelineView view;

    private static CounterData data(String key) {
        double[] value = switch (key) {
            case "a" -> new double[] {10, 10};
            case "b" -> new double[] {20, 20};
            default -> new double[] {70, 0};
        };
        double max = Arrays.stream(value).max().orElseThrow();
        double min = Arrays.stream(value).min().orElseThrow();
        return new CounterData(LongStream.range(0, 2).toArray(), new long[] {0, END / 2}, value, min, max, "");
    }

    @BeforeEach
    void open() throws Exception {
        List<TrackNode> tracks = List.of(track("a", 1), track("b", 2), track("c", 3));
        view = FxTest.call(() -> {
            TimelineView view = new TimelineView();
            view.setTheme(Theme.LIGHT.withReducedMotion(true));
            view.setTrace(tracks, new TimeSpan(0, END), node -> CompletableFuture.completedFuture(data(node.key())));
            Scene scene = new Scene(view, 900, 600);
            scene.getRoot().applyCss();
            view.resize(900, 600);
            view.layout();
            view.tracks().setCounterFactor("a", 4);
            return view;
        });
    }

    @AfterEach
    void close() throws Exception {
        FxTest.run(view::dispose);
    }

    private static TrackNode track(String key, long id) {
        return new TrackNode(key, new CounterTrack(id, ""), key, "", List.of(), "", "", false, List.of());
    }

    private WritableImage shown(CounterStyle.Chart form) throws Exception {
        FxTest.run(() -> view.tracks()
                .setCounterStyle(
                        "a",
                        CounterStyle.DEFAULT.withOverlays(List.of("b", "c")).withChart(form)));
        FxTest.awaitIdle(view);
        return FxTest.call(() -> view.snapshot(null, null));
    }

    /// Height of a line above the bottom of the chart, as a share of the height for values; −1 without the line.
    private double height(WritableImage image, int argb, double share) {
        Row row = view.model.layout().row("a");
        double top = view.model.geometry().tracksTop() + row.y();
        double bottom = top + row.height() - 2;
        int x = (int) (view.model.geometry().timeX() + view.model.geometry().timeWidth() * share);
        for (int y = (int) top + 14; y <= bottom; y++) {
            if (image.getPixelReader().getArgb(x, y) == argb) {
                return (bottom - y) / (row.height() - view.model.px(15));
            }
        }
        return -1;
    }

    private int color(int series) {
        return view.palette().series(series);
    }

    @Test
    void overlaidCountersShareOneAxis() throws Exception {
        WritableImage image = shown(CounterStyle.Chart.OVERLAID);
        assertEquals(10 / 70.0, height(image, color(0), .3), .02);
        assertEquals(20 / 70.0, height(image, color(1), .3), .02);
        assertEquals(1, height(image, color(2), .3), .02);
    }

    @Test
    void stackedCountersReachTheirSum() throws Exception {
        WritableImage image = shown(CounterStyle.Chart.STACKED);
        assertEquals(.1, height(image, color(0), .3), .02);
        assertEquals(.3, height(image, color(1), .3), .02);
        assertEquals(1, height(image, color(2), .3), .02);
        assertEquals(.3, height(image, color(1), .8), .02);
        assertEquals(
                -1, height(image, color(2), .8), "the last counter has a height although it is 0 in the second half");
    }

    @Test
    void eachNormalizedCounterUsesTheFullHeight() throws Exception {
        WritableImage image = shown(CounterStyle.Chart.NORMALIZED);
        assertEquals(1, height(image, color(2), .3), .02);
        assertEquals(0, height(image, color(2), .8), .03);
    }

    @Test
    void theLegendShowsEachCounterInItsColor() throws Exception {
        WritableImage image = shown(CounterStyle.Chart.OVERLAID);
        Row row = view.model.layout().row("a");
        int y = (int) Math.round(view.model.geometry().tracksTop() + row.y() + view.model.px(8));
        Set<Integer> colors = new HashSet<>();
        for (int x = (int) view.model.geometry().timeX(); x < 890; x++) {
            colors.add(image.getPixelReader().getArgb(x, y));
        }
        assertTrue(colors.containsAll(Set.of(color(0), color(1), color(2))));
    }

    @Test
    void seriesHaveDistinctColorsInEveryTheme() {
        for (Theme theme : List.of(Theme.LIGHT, Theme.DARK)) {
            Palette palette = Palette.of(theme);
            Set<Integer> colors = new HashSet<>();
            for (int i = 0; i < 8; i++) {
                colors.add(palette.series(i));
            }
            assertEquals(8, colors.size());
        }
    }
}
