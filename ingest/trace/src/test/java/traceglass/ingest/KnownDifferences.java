package traceglass.ingest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// Cases that intentionally differ from trace processor, from `conformance_misses.txt`: one per line with the kind of
/// difference and the id. Cases with equal results must not be listed.
final class KnownDifferences {

    /// How a result differs.
    enum Kind {
        /// The results are equal after removing the slices that trace processor omits.
        MORE_SLICES,
        /// The results are equal after removing the kernel events of text formats, and their slices, that trace
        /// processor omits.
        MORE_EVENTS,
        /// The results differ in other ways.
        DIFFERS
    }

    /// Tables without the additional slices and events. Slices of asynchronous operations (phases `S T p F` of JSON)
    /// are on tracks used only by them and by ids that are local to one process; slices of interrupts in text
    /// formats are on separate tracks.
    private static final String SHARED_DATA = """
        WITH
          track AS (SELECT * FROM __intrinsic_track WHERE type NOT IN ('legacy_async_process_slice', 'cpu_irq', 'cpu_softirq')),
          slice AS (SELECT s.* FROM __intrinsic_slice AS s JOIN track AS t ON t.id = s.track_id),
          ftrace_event AS (SELECT *, ucpu AS cpu FROM __intrinsic_ftrace_event WHERE name = 'sched_switch')
        """;

    private final Map<String, Kind> kinds = new TreeMap<>();

    static KnownDifferences read() throws IOException {
        KnownDifferences differences = new KnownDifferences();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                KnownDifferences.class.getResourceAsStream("conformance_misses.txt"), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] words = line.strip().split(" +", 2);
                    differences.kinds.put(
                            words[1],
                            Kind.valueOf(
                                    words[0].toUpperCase(java.util.Locale.ROOT).replace('-', '_')));
                }
            }
        }
        return differences;
    }

    Map<String, Kind> kinds() {
        return kinds;
    }

    /// Returns how the result of a case may differ; null if it must not.
    Kind kind(ConformanceCase c) {
        return kinds.get(c.id());
    }

    /// Restricts a query to data that trace processor has as well.
    static String narrow(String sql) {
        return SHARED_DATA + sql;
    }
}
