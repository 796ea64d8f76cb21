package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import javafx.scene.Scene;
import javafx.scene.canvas.Canvas;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import org.junit.jupiter.api.Test;
import traceglass.analysis.frames.FrameTrack;
import traceglass.analysis.sched.CpuTrack;
import traceglass.analysis.sched.ProcessSched;
import traceglass.analysis.sched.ThreadStates;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.color.Theme;
import traceglass.render.paint.Painter;
import traceglass.render.surface.Pen;
import traceglass.render.surface.Surface;
import traceglass.store.time.TimeSpan;

/// Compares crowded bands, which are painted as lines of pixels, with the same boxes painted one by one. Where boxes
/// are thinner than a px and share one, either may be visible, and corners may be rounded slightly differently.
/// Pictures are therefore equal if at most one pixel in two hundred differs by more than 24 of 255 in any color.
class BandRasterTest {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 700;
    private static final int TOLERANCE = 24;
    private static final double MAX_DIFFERENT_SHARE = 1 / 200.0;
    private static final long END = 4_000_000;

    @Test
    void crowdedBandsLookLikeBoxesPaintedOneByOne() throws Exception {
        Random random = new Random(11);
        for (int run = 0; run < 12; run++) {
            Theme theme = run % 2 == 0 ? Theme.LIGHT : Theme.DARK;
            long from = random.nextLong(END / 2);
            long length = (long) (END / 2 / Math.pow(2, run % 6));
            compare(theme, new TimeSpan(from, from + length), 1 + run % 3, run % 4 == 3 ? "b" : null, "run " + run);
        }
    }

    private static void compare(Theme theme, TimeSpan span, int scale, String highlight, String name) throws Exception {
        TimelineView view = timeline(theme, span);
        int[][] pictures = FxTest.call(() -> {
            view.model.highlights().setName(highlight, TrackStyle.SLICES);
            return new int[][] {paint(view, scale, true), paint(view, scale, false)};
        });
        FxTest.run(view::dispose);
        int different = 0;
        for (int i = 0; i < pictures[0].length; i++) {
            different += differ(pictures[0][i], pictures[1][i]) ? 1 : 0;
        }
        assertTrue(
                different <= pictures[0].length * MAX_DIFFERENT_SHARE,
                different + " of " + pictures[0].length + " pixels differ in " + name);
    }

    private static boolean differ(int a, int b) {
        return Math.abs((a >> 16 & 255) - (b >> 16 & 255)) > TOLERANCE
                || Math.abs((a >> 8 & 255) - (b >> 8 & 255)) > TOLERANCE
                || Math.abs((a & 255) - (b & 255)) > TOLERANCE;
    }

    private static int[] paint(TimelineView view, int scale, boolean usesRasters) {
        Canvas canvas = new Canvas(WIDTH * scale, HEIGHT * scale);
        canvas.getGraphicsContext2D().setTransform(scale, 0, 0, scale, 0, 0);
        Surface surface = Pen.surface(canvas.getGraphicsContext2D());
        new Painter(view.scenes, new Pen(usesRasters ? surface : shapesOnly(surface), scale)).paint();
        WritableImage image = canvas.snapshot(null, null);
        int left = (int) Math.ceil(view.labelWidth()) * scale;
        int width = WIDTH * scale - left;
        int[] pixels = new int[width * HEIGHT * scale];
        image.getPixelReader()
                .getPixels(left, 0, width, HEIGHT * scale, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        return pixels;
    }

    /// Wraps a surface so that it has neither lines of pixels nor images of hatchings.
    private static Surface shapesOnly(Surface surface) {
        return (Surface) Proxy.newProxyInstance(
                Surface.class.getClassLoader(), new Class<?>[] {Surface.class}, (proxy, method, args) -> {
                    if (method.getName().equals("lines")) {
                        return null;
                    }
                    if (method.getName().equals("hatch")) {
                        return InvocationHandler.invokeDefault(proxy, method, args);
                    }
                    try {
                        return method.invoke(surface, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static TimelineView timeline(Theme theme, TimeSpan span) throws Exception {
        List<TrackNode> tracks = new ArrayList<>();
        tracks.add(node("cpu", new CpuTrack(0, 0), List.of()));
        tracks.add(node("states", new ThreadStates(1), List.of()));
        tracks.add(node("slices", new SliceTrack(List.of(1L), 4), List.of()));
        tracks.add(node("frames", new FrameTrack(List.of(2L), false), List.of()));
        tracks.add(node(
                "lanes",
                TrackGroup.GROUP.withSummary(new ProcessSched(1)),
                List.of(node("inside", new SliceTrack(List.of(9L), 1), List.of()))));
        TimelineView view = FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTheme(theme.withReducedMotion(true));
            created.setTrace(tracks, new TimeSpan(0, END), node -> CompletableFuture.completedFuture(data(node.key())));
            Scene scene = new Scene(created, WIDTH, HEIGHT);
            scene.getRoot().applyCss();
            created.resize(WIDTH, HEIGHT);
            created.layout();
            created.showSpan(span);
            return created;
        });
        FxTest.awaitIdle(view);
        return view;
    }

    private static TrackNode node(String key, TrackKind kind, List<TrackNode> children) {
        return new TrackNode(key, kind, "", "", List.of(), "", "", false, children);
    }

    private static SliceData data(String key) {
        return switch (key) {
            case "cpu" ->
                slices(
                        key,
                        1,
                        1200,
                        "a" + TrackStyle.Colors.PRIORITY_MARK + "r",
                        "b" + TrackStyle.Colors.PRIORITY_MARK + "n",
                        "c");
            case "states" -> slices(key, 1, 1500, "Running", "Runnable", "Sleeping", "Uninterruptible Sleep (IO)");
            case "frames" -> slices(key, 2, 300, "Expected", "No Jank", "Self Jank");
            case "lanes" -> slices(key, 5, 900, "l", "m", "n");
            default -> slices(key, 4, 1000, "e", "f", "g", "h");
        };
    }

    private static SliceData slices(String seed, int rows, int perRow, String... keys) {
        Random random = new Random(seed.hashCode());
        int n = rows * perRow;
        int[] rowStart = new int[rows + 1];
        long[] id = new long[n];
        long[] ts = new long[n];
        long[] end = new long[n];
        int[] color = new int[n];
        byte[] flags = new byte[n];
        for (int row = 0, i = 0; row < rows; row++) {
            rowStart[row] = i;
            // Short events at the beginning, long ones near the end.
            double t = 0;
            double step = (double) END / perRow;
            for (int k = 0; k < perRow; k++, i++) {
                double room = step * (.2 + 1.6 * k / perRow);
                id[i] = i;
                ts[i] = (long) (t + random.nextDouble() * room / 3);
                boolean isLast = k == perRow - 1;
                boolean isInstant = random.nextInt(40) == 0;
                end[i] = isInstant ? ts[i] : isLast ? END : (long) (ts[i] + 1 + random.nextDouble() * room / 2);
                color[i] = random.nextInt(keys.length);
                flags[i] = isInstant ? SliceData.INSTANT : isLast ? SliceData.UNFINISHED : 0;
                t += room;
            }
        }
        rowStart[rows] = n;
        return new SliceData(rowStart, id, ts, end, color, color, flags, new String[] {"a", "b", "c", "d"}, keys);
    }
}
