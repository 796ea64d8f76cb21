package traceglass.app.bench;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import traceglass.app.cli.Failure;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportReport;
import traceglass.ingest.TraceOpener;
import traceglass.ingest.TraceProblem;
import traceglass.model.store.StoreOptions;
import traceglass.model.track.LiveTracks;
import traceglass.model.track.TrackTreeBuilder;

/// Times imports. The cache is not used: every run reads the trace.
public final class ImportBench {

    private record Run(double wallS, double firstTracksS, ImportReport report) {}

    private ImportBench() {}

    /// @return `wall_s`, `bytes`, `mb_per_s` (MB of 1000² bytes), `first_tracks_s`, `peak_rss_mib`, `rows` and `phases`; of the median run,
    ///         `peak_rss_mib` over all
    public static Map<String, Object> run(Path trace, StoreOptions options, int runs) throws Failure {
        StoreOptions fresh = new StoreOptions(null, options.tempDir(), options.memoryLimit(), options.threads(), 0);
        List<Run> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            all.add(once(trace, fresh));
        }
        all.sort(Comparator.comparingDouble(Run::wallS));
        Run median = all.get(runs / 2);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("wall_s", median.wallS);
        figures.put("bytes", median.report.bytes());
        figures.put("mb_per_s", median.report.bytes() / 1e6 / median.wallS);
        figures.put("first_tracks_s", median.firstTracksS);
        figures.put("peak_rss_mib", PeakMemory.mib());
        figures.put("rows", median.report.rows());
        figures.put("phases", median.report.phases());
        return figures;
    }

    private static Run once(Path trace, StoreOptions options) throws Failure {
        long start = System.nanoTime();
        AtomicLong firstTracks = new AtomicLong();
        AtomicReference<LiveTracks> live = new AtomicReference<>();
        try {
            TraceOpener.Opened opened = TraceOpener.open(trace, options, new ImportProgress(), storage -> live.set(LiveTracks.watch(storage,
                    snapshot -> firstTracks.compareAndSet(0, System.nanoTime()))));
            double wall = (System.nanoTime() - start) / 1e9;
            try (var store = opened.store()) {
                TrackTreeBuilder.build(store);
                // A small trace is read before anything of it could be shown earlier.
                firstTracks.compareAndSet(0, System.nanoTime());
                return new Run(wall, (firstTracks.get() - start) / 1e9, opened.report());
            }
        } catch (TraceProblem e) {
            throw new Failure(e.getMessage(), e);
        } catch (SQLException e) {
            throw new Failure("the database of the trace cannot be used: " + e.getMessage(), e);
        } finally {
            if (live.get() != null) {
                live.get().stop();
            }
        }
    }
}
