package traceglass.app.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import traceglass.app.io.Failure;
import traceglass.app.window.stage.StartMeasurement;
import traceglass.store.database.StoreOptions;

/// Measures the start of the program: from the start of its process until the window, the first tracks and all of a
/// trace are shown on a screen in memory. Each run is a separate process, because a program starts only once, with
/// the JVM options of this process.
public final class StartBench {

    private static final long TIMEOUT_S = 600;

    /// Seconds since the start of the process; 0 for events that did not happen.
    private record Run(
            double windowS, double openedS, double timelineS, double completeS, double peakRssMb, boolean fromCache) {

        static Run parse(String line) {
            String[] fields = line.split(" ");
            return new Run(
                    Double.parseDouble(fields[0]),
                    Double.parseDouble(fields[1]),
                    Double.parseDouble(fields[2]),
                    Double.parseDouble(fields[3]),
                    Double.parseDouble(fields[4]),
                    Boolean.parseBoolean(fields[5]));
        }

        String print() {
            return windowS + " " + openedS + " " + timelineS + " " + completeS + " " + peakRssMb + " " + fromCache;
        }
    }

    private StartBench() {}

    /// Opens the window once in this process; run by the measured process.
    ///
    /// @return a line for the measuring process
    public static String measureOnce(Path trace, StartMeasurement.Opening opening, StoreOptions options)
            throws Failure {
        try {
            StartMeasurement.Times t = StartMeasurement.run(trace, opening, options, TIMEOUT_S);
            double ageS = MeasuredProcess.ageS();
            long now = System.nanoTime();
            return new Run(
                            ageS - (now - t.windowNs()) / 1e9,
                            ageS - (now - t.openedNs()) / 1e9,
                            t.timelineNs() == 0 ? 0 : ageS - (now - t.timelineNs()) / 1e9,
                            t.completeNs() == 0 ? 0 : ageS - (now - t.completeNs()) / 1e9,
                            PeakMemory.mb(),
                            t.fromCache())
                    .print();
        } catch (IllegalStateException e) {
            throw new Failure(e.getMessage(), e);
        } catch (IOException e) {
            throw new Failure(BenchTexts.cantMeasureStart(e.getMessage()), e);
        }
    }

    /// Measures the start several times.
    ///
    /// @param trace file to open, or null for a window without a trace
    /// @param opening when the trace is opened; if after the start, its times are relative to its opening
    /// @param command arguments of this program that call [#measureOnce] and print its line last
    /// @return `window_s`, and with a trace `timeline_s`, `complete_s` and `from_cache`, each the median of all
    ///     runs; `peak_rss_mb` is the maximum of all runs
    public static Map<String, Object> run(Path trace, StartMeasurement.Opening opening, int runs, List<String> command)
            throws Failure {
        List<Run> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            all.add(measure(command));
        }
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("window_s", median(all, Run::windowS));
        if (trace != null) {
            boolean isLater = opening == StartMeasurement.Opening.LATER;
            results.put("timeline_s", median(all, r -> r.timelineS - (isLater ? r.openedS : 0)));
            results.put("complete_s", median(all, r -> r.completeS - (isLater ? r.openedS : 0)));
            results.put("from_cache", all.stream().allMatch(Run::fromCache));
        }
        results.put(
                "peak_rss_mb", all.stream().mapToDouble(Run::peakRssMb).max().orElse(0));
        return results;
    }

    private static Run measure(List<String> command) throws Failure {
        return Run.parse(
                MeasuredProcess.run(command, TIMEOUT_S).lines().toList().getLast());
    }

    private static double median(List<Run> runs, ToDoubleFunction<Run> duration) {
        return runs.stream().mapToDouble(duration).sorted().toArray()[runs.size() / 2];
    }
}
