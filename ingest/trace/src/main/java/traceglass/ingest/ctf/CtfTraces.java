package traceglass.ingest.ctf;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Metadata of all folders of an import, for the streams in them.
final class CtfTraces {

    /// Metadata with the clock of its events.
    ///
    /// @param isMonotonic whether times are Linux monotonic time, without the offset to 1970
    record Folder(CtfTrace trace, ClockId clock, boolean isMonotonic) {}

    private final Map<String, Folder> folders = new HashMap<>();
    private final Set<String> foldersWithStreams = new HashSet<>();

    static CtfTraces of(ImportContext context) {
        return context.session().shared(CtfTraces.class, s -> new CtfTraces());
    }

    /// Returns the folder of a path, "" for none.
    static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    /// Returns the metadata of a stream, or null if there is none. Records that the stream's folder has streams.
    Folder ofStream(String path) {
        foldersWithStreams.add(folder(path));
        return folders.get(folder(path));
    }

    /// Adds metadata and declares its clock: Linux's monotonic clock for LTTng, the wall clock if times have an
    /// origin, otherwise a clock of its own.
    void add(String path, CtfTrace trace, ImportContext context) {
        CtfTrace.Clock main = trace.clock(null);
        boolean isMonotonic = main != null
                && main.frequency == 1_000_000_000
                && main.name.equals("monotonic")
                && trace.environment.getOrDefault("tracer_name", "").startsWith("lttng");
        if (main != null && main.isUnixEpoch && main.offsetNs() < 0) {
            // Times before 1970 do not come from a real-time clock.
            main.isUnixEpoch = false;
            main.offsetSeconds = 0;
            main.offsetCycles = 0;
        }
        ClockId clock;
        if (isMonotonic) {
            clock = ClockId.of(ClockId.MONOTONIC);
        } else if (main != null && main.isUnixEpoch) {
            clock = ClockId.of(ClockId.REALTIME);
        } else {
            clock = ClockId.ofFile(context.traceId());
        }
        context.clocks().useOnly(clock);
        if (isMonotonic && main.isUnixEpoch) {
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(clock, 0),
                            new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), main.offsetNs())));
        }
        folders.put(folder(path), new Folder(trace, clock, isMonotonic));
        context.session().atEnd(() -> {
            if (!foldersWithStreams.contains(folder(path))) {
                context.stats().increment(StatNames.CTF_NO_STREAMS);
            }
        });
    }
}
