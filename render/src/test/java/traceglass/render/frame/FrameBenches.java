package traceglass.render.frame;

import java.util.List;
import java.util.Random;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.StyledKind;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;
import traceglass.store.testing.MicroBench;

/// Measures indexing of a track of a million slices and folding it into frames. Prints results without assertions.
final class FrameBenches {

    private static final int SLICES = 1 << 20;
    private static final int PIXELS = 1920;

    private FrameBenches() {}

    public static void main(String[] args) throws Exception {
        SliceData data = slices();
        long length = data.end()[SLICES - 1];
        TrackNode node =
                new TrackNode("k", new StyledKind(TrackStyle.SLICES), "n", "", List.of(), "", "", false, List.of());
        Palette palette = Palette.of(Theme.LIGHT);
        MicroBench.run("index of a track of a million slices", "slice", () -> {
            MicroBench.consume(
                    FoldJob.index(node, data, palette, CounterMode.VALUE).bytes());
            return SLICES;
        });
        SliceIndex index = (SliceIndex) FoldJob.index(node, data, palette, CounterMode.VALUE);
        for (int zoom : new int[] {1, 16, 256, 4096}) {
            long window = length / zoom;
            MicroBench.run("frame of 1/" + zoom + " of the track, 1920 px", "frame", () -> {
                for (int i = 0; i < 20; i++) {
                    long from = (length - window) / 20 * i;
                    MicroBench.consume(index.frame(from, from + window, Math.max(1, window / PIXELS))
                            .size());
                }
                return 20;
            });
        }
    }

    private static SliceData slices() {
        Random random = new Random(7);
        long[] ts = new long[SLICES];
        long[] end = new long[SLICES];
        long[] id = new long[SLICES];
        int[] name = new int[SLICES];
        String[] names = {"alpha", "beta", "gamma", "delta"};
        long t = 0;
        for (int i = 0; i < SLICES; i++) {
            t += random.nextInt(random.nextInt(64) == 0 ? 100_000 : 1000);
            ts[i] = t;
            t += random.nextInt(random.nextInt(64) == 0 ? 100_000 : 1000);
            end[i] = t;
            id[i] = i;
            name[i] = random.nextInt(names.length);
        }
        return new SliceData(new int[] {0, SLICES}, id, ts, end, name, name, new byte[SLICES], names, names);
    }
}
