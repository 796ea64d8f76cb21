package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javafx.scene.Scene;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.counters.CpuFrequency;
import traceglass.analysis.frames.FrameTrack;
import traceglass.analysis.logs.LogTrack;
import traceglass.analysis.marks.DataLoss;
import traceglass.analysis.sched.CpuTrack;
import traceglass.analysis.sched.ProcessSched;
import traceglass.analysis.sched.ThreadStates;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.color.Theme;
import traceglass.render.item.CounterStyle;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.LossIndex;
import traceglass.store.time.TimeSpan;

/// Draws every kind of track to pixels and compares the result with a stored picture. Fonts differ between machines,
/// so the compared part has no text except counter scales. Pictures are equal if at most one pixel in two hundred
/// differs by more than 24 of 255 in any color.
///
/// To update the pictures, run with `-Dtraceglass.pictures=FOLDER` and inspect them before storing them.
class PainterPictureTest {

    private static final int WIDTH = 700;
    private static final int HEIGHT = 480;
    private static final int TOLERANCE = 24;
    private static final double MAX_DIFFERENT_SHARE = 1 / 200.0;
    private static final long END = 1_000_000;

    @Test
    void drawsEveryKindOfTrackInTheLightTheme() throws Exception {
        compare("tracks-light", draw(Theme.LIGHT, new TimeSpan(0, END)));
    }

    @Test
    void drawsEveryKindOfTrackInTheDarkTheme() throws Exception {
        compare("tracks-dark", draw(Theme.DARK, new TimeSpan(0, END)));
    }

    @Test
    void drawsColorBlindPaletteWithBorders() throws Exception {
        compare("tracks-blind", draw(Theme.LIGHT.withColorBlind(true).withHighContrast(true), new TimeSpan(0, END)));
    }

    @Test
    void drawsACloseUpInTheLightTheme() throws Exception {
        compare("close-light", draw(Theme.LIGHT, new TimeSpan(170_000, 230_000)));
    }

    private static BufferedImage draw(Theme theme, TimeSpan span) throws Exception {
        List<TrackNode> tracks = new ArrayList<>();
        tracks.add(node("cpu", new CpuTrack(0, 0)));
        tracks.add(node("ranks", new CpuTrack(1, 1)));
        tracks.add(node("states", new ThreadStates(1)));
        tracks.add(node("slices", new SliceTrack(List.of(1L), 3)));
        tracks.add(node("instants", new SliceTrack(List.of(2L), 1)));
        tracks.add(node("frames", new FrameTrack(List.of(3L), false)));
        tracks.add(node("logs", LogTrack.ofAll("")));
        tracks.add(node("counter", new CounterTrack(4, "")));
        tracks.add(node("idle", new CpuFrequency(5, 6, "")));
        tracks.add(node("log", new CounterTrack(7, "")));
        tracks.add(node("over", new CounterTrack(8, "")));
        tracks.add(new TrackNode(
                "closed",
                TrackGroup.GROUP.withSummary(new ProcessSched(1)),
                "",
                "",
                List.of(),
                "",
                "",
                false,
                List.of(node("inside", new SliceTrack(List.of(9L), 1)))));
        TimelineView view = FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTheme(theme.withReducedMotion(true));
            created.setTrace(
                    tracks,
                    new TimeSpan(0, END),
                    node -> CompletableFuture.completedFuture(data(node.key()).get()));
            Scene scene = new Scene(created, WIDTH, HEIGHT);
            scene.getRoot().applyCss();
            created.resize(WIDTH, HEIGHT);
            created.layout();
            created.showSpan(span);
            created.tracks().setCounterStyle("log", CounterStyle.DEFAULT.withScale(CounterStyle.Scale.LOG));
            created.tracks().setCounterStyle("over", CounterStyle.DEFAULT.withOverlays(List.of("counter")));
            created.marks()
                    .setDataLosses(new LossIndex(List.of(
                            new DataLoss(700_000, 780_000, false, Set.of("frames", "ranks"), ""),
                            new DataLoss(205_000, 208_000, true, Set.of(), ""))));
            created.marks().setStripes(new long[] {100_000, 200_000, 300_000, 400_000});
            return created;
        });
        FxTest.awaitIdle(view);
        FxTest.run(() -> view.setSelection(new TimelineSelection.Event(new TrackItem(
                "slices", "slice", 3, data("slices").ts(3), data("slices").end(3), "", false))));
        FxTest.awaitIdle(view);
        WritableImage image = FxTest.call(() -> view.getScene().snapshot(null));
        FxTest.run(view::dispose);
        int[] pixels = new int[WIDTH * HEIGHT];
        image.getPixelReader().getPixels(0, 0, WIDTH, HEIGHT, PixelFormat.getIntArgbInstance(), pixels, 0, WIDTH);
        BufferedImage out = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        out.setRGB(0, 0, WIDTH, HEIGHT, pixels, 0, WIDTH);
        return out;
    }

    private static TrackNode node(String key, TrackKind kind) {
        return new TrackNode(key, kind, "", "", List.of(), "", "", false, List.of());
    }

    private static SamplesOrSlices data(String key) {
        Random random = new Random(key.hashCode());
        return switch (key) {
            case "cpu" -> SamplesOrSlices.of(slices(random, 1, 300, new String[] {"a", "b", "c", "d"}, false));
            case "ranks" ->
                SamplesOrSlices.of(slices(
                        random,
                        1,
                        24,
                        new String[] {
                            "a" + TrackStyle.Colors.PRIORITY_MARK + "r",
                            "b" + TrackStyle.Colors.PRIORITY_MARK + "n",
                            "c" + TrackStyle.Colors.PRIORITY_MARK + "h"
                        },
                        false));
            case "states" ->
                SamplesOrSlices.of(slices(
                        random,
                        1,
                        120,
                        new String[] {
                            "Running",
                            "Runnable",
                            "Sleeping",
                            "Uninterruptible Sleep (IO)",
                            "Uninterruptible Sleep (non-IO)",
                            "Created"
                        },
                        false));
            case "closed" -> SamplesOrSlices.of(slices(random, 4, 50, new String[] {"l", "m", "n"}, false));
            case "slices" -> SamplesOrSlices.of(slices(random, 3, 40, new String[] {"e", "f", "g", "h", "i"}, false));
            case "instants" -> SamplesOrSlices.of(slices(random, 1, 60, new String[] {"j", "k"}, true));
            case "frames" ->
                SamplesOrSlices.of(slices(
                        random,
                        1,
                        12,
                        new String[] {
                            "Expected", "No Jank", "Self Jank", "Other Jank", "Dropped Frame", "Buffer Stuffing"
                        },
                        false));
            case "logs" -> SamplesOrSlices.of(slices(random, 1, 40, new String[] {"2", "4", "5", "6"}, true));
            default -> SamplesOrSlices.of(counter(random, key.equals("idle")));
        };
    }

    /// Wraps either kind of data, so that one switch can return both.
    private record SamplesOrSlices(TrackData data) implements java.util.function.Supplier<TrackData> {

        static SamplesOrSlices of(TrackData data) {
            return new SamplesOrSlices(data);
        }

        @Override
        public TrackData get() {
            return data;
        }

        long ts(int i) {
            return ((SliceData) data).ts()[i];
        }

        long end(int i) {
            return ((SliceData) data).end()[i];
        }
    }

    private static SliceData slices(Random random, int rows, int perRow, String[] keys, boolean areInstants) {
        int n = rows * perRow;
        int[] rowStart = new int[rows + 1];
        long[] id = new long[n];
        long[] ts = new long[n];
        long[] end = new long[n];
        int[] color = new int[n];
        byte[] flags = new byte[n];
        long step = END / perRow;
        for (int row = 0, i = 0; row < rows; row++) {
            rowStart[row] = i;
            for (int k = 0; k < perRow; k++, i++) {
                id[i] = i;
                ts[i] = k * step + random.nextLong(step / 3);
                boolean isLast = k == perRow - 1;
                end[i] = areInstants ? ts[i] : isLast ? END : ts[i] + 1 + random.nextLong(step / 2);
                color[i] = random.nextInt(keys.length);
                flags[i] = areInstants ? SliceData.INSTANT : isLast ? SliceData.UNFINISHED : 0;
            }
        }
        rowStart[rows] = n;
        return new SliceData(rowStart, id, ts, end, new int[n], color, flags, new String[] {""}, keys);
    }

    private static CounterData counter(Random random, boolean isIdle) {
        int n = 80;
        long[] id = new long[n];
        long[] ts = new long[n];
        double[] value = new double[n];
        boolean[] idleAt = new boolean[n];
        double at = 500;
        for (int i = 0; i < n; i++) {
            ts[i] = END / n * i;
            at = Math.max(1, at + random.nextInt(300) - 140);
            value[i] = at;
            idleAt[i] = random.nextInt(3) == 0;
        }
        return new CounterData(
                id, ts, value, 1, java.util.Arrays.stream(value).max().orElse(1), "", isIdle ? idleAt : null);
    }

    private static void compare(String name, BufferedImage drawn) throws Exception {
        String folder = System.getProperty("traceglass.pictures");
        if (folder != null) {
            ImageIO.write(drawn, "png", new File(folder, name + ".png"));
            return;
        }
        BufferedImage stored;
        try (InputStream in =
                PainterPictureTest.class.getResourceAsStream("/traceglass/render/pictures/" + name + ".png")) {
            assertNotNull(in, "there is no stored picture " + name);
            stored = ImageIO.read(in);
        }
        assertEquals(stored.getWidth(), drawn.getWidth());
        assertEquals(stored.getHeight(), drawn.getHeight());
        int different = 0;
        int compared = 0;
        for (int y = 82; y < HEIGHT; y++) {
            for (int x = 284; x < WIDTH; x++) {
                int a = stored.getRGB(x, y);
                int b = drawn.getRGB(x, y);
                boolean differs = Math.abs((a >> 16 & 255) - (b >> 16 & 255)) > TOLERANCE
                        || Math.abs((a >> 8 & 255) - (b >> 8 & 255)) > TOLERANCE
                        || Math.abs((a & 255) - (b & 255)) > TOLERANCE;
                different += differs ? 1 : 0;
                compared++;
            }
        }
        assertTrue(
                different <= compared * MAX_DIFFERENT_SHARE,
                different + " of " + compared + " pixels differ from the stored picture " + name);
    }
}
