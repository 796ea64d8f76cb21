package traceglass.ingest.gecko;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Description of a profile, and the threads and counters that can only be written once the rest has been read.
final class GeckoProfile {

    /// Number of the child process, 0 for the profile of the file itself.
    final int child;

    double startMs = Double.NaN;
    double monotonicNs = Double.NaN;
    /// Unit of `threadCPUDelta`.
    String cpuUnit = "";
    /// Whether `meta` was read.
    boolean hasMeta;
    final List<Library> libraries = new ArrayList<>();
    final List<String> categories = new ArrayList<>();
    final GeckoPayloads.FlowFields flowFields = new GeckoPayloads.FlowFields(new HashSet<>(), new HashSet<>());
    GeckoThread shared;
    final List<GeckoThread> waiting = new ArrayList<>();
    final List<Counter> counters = new ArrayList<>();
    int threads;

    /// A program or library; the profile's addresses are relative to it.
    ///
    /// @param id Breakpad debug id
    record Library(String name, String debugName, String id) {}

    /// A counter of a process.
    static final class Counter {
        String name = "";
        String category = "";
        String description = "";
        long pid = -1;
        final List<GeckoTable> samples = new ArrayList<>();
    }

    static final List<String> COUNTER = List.of("time", "timeDeltas", "count");
    static final Set<String> META_NUMBERS = Set.of("startTime", "startTimeAsClockMonotonicNanosecondsSinceBoot");

    GeckoProfile(int child) {
        this.child = child;
    }
}
