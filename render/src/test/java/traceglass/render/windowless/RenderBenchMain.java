package traceglass.render.windowless;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javafx.scene.Group;
import javafx.scene.Scene;
import javafx.scene.transform.Scale;
import javafx.stage.Stage;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;
import traceglass.render.FxTest;
import traceglass.render.TimelineView;
import traceglass.render.color.Theme;
import traceglass.store.time.TimeSpan;

/// Prints the results of [RenderBench] for a synthetic trace: five thousand tracks of ten thousand slices each, fifty
/// million in total, generated on demand.
public final class RenderBenchMain {

    private static final int GROUPS = 500;
    private static final int TRACKS = 10;
    private static final int SLICES = 10_000;
    private static final long DUR_NS = 20_000_000_000L;
    private static final int DEPTHS = 3;

    private RenderBenchMain() {}

    /// @param args number of runs, default 1
    public static void main(String[] args) throws Exception {
        FxTest.run(() -> {});
        for (int run = 0; run < (args.length > 0 ? Integer.parseInt(args[0]) : 1); run++) {
            ExecutorService loaders = Executors.newFixedThreadPool(
                    2, Thread.ofPlatform().daemon().name("track-loader-", 0).factory());
            TimelineView view = FxTest.call(() -> {
                TimelineView created = new TimelineView();
                created.setTheme(Theme.LIGHT.withReducedMotion(true));
                created.setTrace(roots(), new TimeSpan(0, DUR_NS), new Source(loaders));
                created.tracks().expandAll();
                // Windows on the headless platform are at most 1,000 px wide, so the timeline is drawn
                // in its own size and scaled down.
                created.setMinSize(1920, 1080);
                created.setMaxSize(1920, 1080);
                created.getTransforms().add(new Scale(.5, .5));
                Stage stage = new Stage();
                stage.setScene(new Scene(new Group(created), 960, 540));
                stage.show();
                return created;
            });
            // The application does the same when it shows a trace.
            FxTest.call(view::whenIdle).thenRun(BatchThreads::mark).get(10, TimeUnit.MINUTES);
            System.out.println(FxTest.call(() -> RenderBench.run(view, 450)).get(30, TimeUnit.MINUTES));
            FxTest.run(() -> {
                view.dispose();
                view.getScene().getWindow().hide();
            });
            loaders.shutdownNow();
        }
        System.exit(0);
    }

    private static List<TrackNode> roots() {
        List<TrackNode> roots = new ArrayList<>();
        for (int g = 0; g < GROUPS; g++) {
            List<TrackNode> tracks = new ArrayList<>();
            for (int t = 0; t < TRACKS; t++) {
                tracks.add(new TrackNode(
                        "track/" + g + "/" + t,
                        new SliceTrack(List.of((long) g * TRACKS + t), DEPTHS),
                        "worker",
                        Integer.toString(g * TRACKS + t),
                        List.of(),
                        "",
                        "",
                        false,
                        List.of()));
            }
            roots.add(new TrackNode(
                    "process/" + g,
                    TrackGroup.GROUP,
                    "process",
                    Integer.toString(g),
                    List.of(),
                    TRACKS + " tracks",
                    "process",
                    true,
                    tracks));
        }
        return roots;
    }

    private record Source(ExecutorService loaders) implements TrackDataSource {

        @Override
        public CompletableFuture<TrackData> load(TrackNode node) {
            return CompletableFuture.supplyAsync(() -> slices(node.key().hashCode()), loaders);
        }
    }

    private static SliceData slices(long seed) {
        Random random = new Random(seed);
        int perRow = SLICES / DEPTHS;
        int n = perRow * DEPTHS;
        int[] rowStart = new int[DEPTHS + 1];
        long[] id = new long[n];
        long[] ts = new long[n];
        long[] end = new long[n];
        int[] name = new int[n];
        for (int row = 0, i = 0; row < DEPTHS; row++) {
            rowStart[row] = i;
            long step = DUR_NS / perRow;
            for (int k = 0; k < perRow; k++, i++) {
                id[i] = i;
                ts[i] = k * step + random.nextLong(step / 2);
                end[i] = ts[i] + 1 + random.nextLong(step / 2);
                name[i] = random.nextInt(NAMES.length);
            }
        }
        rowStart[DEPTHS] = n;
        return new SliceData(rowStart, id, ts, end, name, name, new byte[n], NAMES, NAMES);
    }

    private static final String[] NAMES = {
        "doFrame", "traversal", "measure", "layout", "binder transaction", "draw", "dequeueBuffer", "present"
    };
}
