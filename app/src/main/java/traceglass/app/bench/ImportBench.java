package traceglass.app.bench;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import traceglass.app.cli.Failure;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportReport;
import traceglass.ingest.TraceOpener;
import traceglass.ingest.TraceProblem;
import traceglass.model.store.StoreOptions;
import traceglass.model.store.TraceStorage;
import traceglass.model.track.LiveTracks;
import traceglass.model.track.TrackTreeBuilder;

/// Times imports. The cache is not used: every run reads the trace.
public final class ImportBench {

    private record Run(double wallS, double firstTracksS, double peakMib, double allocatedMib, ImportReport report) {}

    private ImportBench() {}

    /// @param loaded whether all tables are loaded into the database while the trace is read, as for a window; otherwise they wait until
    ///               they are asked for, as for a query
    /// @return `wall_s`, until SQL can be asked; `bytes`, `mb_per_s` (MB of 1000² bytes), `first_tracks_s`, `peak_rss_mib`, `allocated_mib` (on
    ///         the Java heap, by all threads), `rows`, `rows_per_s` and `phases`; of the median run, `peak_rss_mib` over all
    public static Map<String, Object> run(Path trace, StoreOptions options, int runs, boolean loaded) throws Failure {
        StoreOptions fresh = new StoreOptions(null, options.tempDir(), options.memoryLimit(), options.threads(), 0);
        List<Run> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            all.add(once(trace, fresh, loaded, i == 0));
        }
        all.sort((a, b) -> Double.compare(a.wallS, b.wallS));
        Run median = all.get(runs / 2);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("wall_s", median.wallS);
        figures.put("bytes", median.report.bytes());
        figures.put("mb_per_s", median.report.bytes() / 1e6 / median.wallS);
        figures.put("first_tracks_s", median.firstTracksS);
        figures.put("peak_rss_mib", all.stream().mapToDouble(Run::peakMib).max().orElse(0));
        figures.put("allocated_mib", median.allocatedMib);
        figures.put("rows", median.report.rows());
        figures.put("rows_per_s", median.report.rows() / median.wallS);
        figures.put("phases", median.report.phases());
        return figures;
    }

    private static Run once(Path trace, StoreOptions options, boolean loaded, boolean first) throws Failure {
        // Not asked for before the first run, whose start it would be part of: what the program itself needs is little.
        long allocated = first ? 0 : Allocation.bytes();
        long start = System.nanoTime();
        AtomicLong firstTracks = new AtomicLong();
        AtomicReference<LiveTracks> live = new AtomicReference<>();
        try {
            Consumer<TraceStorage> watch = storage -> live.set(LiveTracks.watch(storage, snapshot -> firstTracks.compareAndSet(0, System.nanoTime())));
            TraceOpener.Opened opened = loaded ? TraceOpener.open(trace, options, new ImportProgress(), watch)
                    : TraceOpener.openLate(trace, options, new ImportProgress(), watch);
            double wall = (System.nanoTime() - start) / 1e9;
            double peak = PeakMemory.mib();
            double allocatedMib = (Allocation.bytes() - allocated) / (1024.0 * 1024);
            try (var store = opened.store()) {
                if (firstTracks.get() == 0) {
                    // A small trace is read before anything of it could be shown earlier.
                    TrackTreeBuilder.build(store);
                    firstTracks.set(System.nanoTime());
                }
                return new Run(wall, (firstTracks.get() - start) / 1e9, peak, allocatedMib, opened.report());
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
