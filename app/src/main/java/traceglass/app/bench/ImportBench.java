package traceglass.app.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.analysis.live.LiveTracks;
import traceglass.analysis.timeline.TrackTreeBuilder;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.ImportReport;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.result.QueryException;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;

/// Measures imports without the cache, so that every run reads the trace. Each run is a separate process, because a
/// second run in one process would find compiled code and a grown heap.
public final class ImportBench {

    private static final Pattern WALL = Pattern.compile("wall_s\\W+([0-9.]+)");
    /// Longer than any import takes, so that hanging processes end.
    private static final long TIMEOUT_S = 3600;

    private ImportBench() {}

    /// Imports the trace several times, each in a separate process.
    ///
    /// @param command arguments of this program that print the result of [#measureOnce] as a table or as JSON
    /// @return output of the run with the median `wall_s`
    public static String run(int runs, List<String> command) throws Failure {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            all.add(MeasuredProcess.run(command, TIMEOUT_S).strip());
        }
        all.sort(Comparator.comparingDouble(ImportBench::wall));
        return all.get(runs / 2);
    }

    private static double wall(String output) {
        Matcher m = WALL.matcher(output);
        return m.find() ? Double.parseDouble(m.group(1)) : Double.MAX_VALUE;
    }

    /// Imports the trace in this process, which has done nothing else before.
    ///
    /// @param isLoaded whether all tables are loaded into the database during the import, as for a window;
    ///     otherwise they are loaded when queried
    /// @return `wall_s`, from the start of the process until SQL can be run; `bytes`; `mb_per_s`; `first_tracks_s`,
    ///     also from the start of the process; `cpu_s` of the process until SQL can be run, and
    ///     `longest_thread_s`, that of its busiest thread; `peak_rss_mb` and `allocated_mb` (on the Java heap, by
    ///     all threads) of the process; `rows`; `rows_per_s`; `phases`, the first of which is the start of the
    ///     virtual machine and the program; and `threads`, the CPU time of each thread in s
    public static Map<String, Object> measureOnce(Path trace, StoreOptions options, boolean isLoaded) throws Failure {
        StoreOptions uncached = options.withoutCache().withCacheLimit(0);
        long start = System.nanoTime();
        AtomicLong firstTracks = new AtomicLong();
        AtomicReference<LiveTracks> live = new AtomicReference<>();
        ThreadTimes threads = ThreadTimes.start(ThreadTimes.INTERVAL_MS);
        try {
            Consumer<TraceStorage> whenStored = storage ->
                    live.set(LiveTracks.watch(storage, snapshot -> firstTracks.compareAndSet(0, System.nanoTime())));
            TraceOpener.Opened opened = isLoaded
                    ? TraceOpener.open(trace, uncached, new ImportProgress(), whenStored)
                    : TraceOpener.openLazily(trace, uncached, new ImportProgress(), whenStored);
            long end = System.nanoTime();
            ThreadTimes.Times cpu = threads.stop();
            double peak = PeakMemory.mb();
            double allocatedMb = Allocation.bytes() / (1024.0 * 1024);
            try (var store = opened.store()) {
                if (firstTracks.get() == 0) {
                    // A small trace is completely read before any tracks could be shown.
                    TrackTreeBuilder.build(store);
                    firstTracks.set(System.nanoTime());
                }
                double programS = Math.max(0, MeasuredProcess.ageS() - (System.nanoTime() - start) / 1e9);
                return results(
                        programS,
                        (end - start) / 1e9,
                        (firstTracks.get() - start) / 1e9,
                        peak,
                        allocatedMb,
                        cpu,
                        opened.report());
            }
        } catch (TraceProblem e) {
            throw new Failure(e.getMessage(), e);
        } catch (QueryException e) {
            throw new Failure(OutputTexts.cantUseDatabase(e.getMessage()), e);
        } catch (OutOfMemoryError e) {
            throw new Failure(OutputTexts.notEnoughMemory(trace), e);
        } finally {
            threads.close();
            if (live.get() != null) {
                live.get().stop();
            }
        }
    }

    private static Map<String, Object> results(
            double programS,
            double importS,
            double firstTracksS,
            double peakMb,
            double allocatedMb,
            ThreadTimes.Times cpu,
            ImportReport report) {
        double wall = programS + importS;
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("wall_s", wall);
        results.put("bytes", report.bytes());
        results.put("mb_per_s", report.bytes() / (1024.0 * 1024) / wall);
        results.put("first_tracks_s", programS + firstTracksS);
        results.put("cpu_s", cpu.totalS());
        results.put("longest_thread_s", cpu.longestS());
        results.put("peak_rss_mb", peakMb);
        results.put("allocated_mb", allocatedMb);
        results.put("rows", report.rows());
        results.put("rows_per_s", report.rows() / wall);
        Map<String, Object> phases = new LinkedHashMap<>();
        phases.put("program", programS);
        phases.putAll(report.phases());
        results.put("phases", phases);
        results.put("threads", cpu.threadS());
        return results;
    }
}
