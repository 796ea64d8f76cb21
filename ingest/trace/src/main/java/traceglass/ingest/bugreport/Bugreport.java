package traceglass.ingest.bugreport;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportSession;
import traceglass.ingest.source.TraceWalk.ArchiveFile;

/// A bug report of Android: an archive of which the traces are read that ran when it was made, the text of dumpstate,
/// and the logs that the device had stored. The rest of its hundreds of files are none. Does nothing while no such
/// archive is read.
public final class Bugreport {

    /// The date at the end is that of the report.
    private static final Pattern DUMPSTATE =
            Pattern.compile("bugreport-(?:.*\\D)?(\\d{4})-\\d\\d-\\d\\d-\\d\\d-\\d\\d-\\d\\d\\.txt");
    private static final String LOGS = "FS/data/misc/logd/logcat";
    private static final List<String> TRACES = List.of("FS/data/misc/perfetto-traces/", "proto/perfetto-trace");

    private boolean open;
    private int year;
    private long zoneOffsetNs;
    /// The events of the recent log, and how often each is in it: the stored log has them again.
    private final Map<Known, Integer> recent = new HashMap<>();

    private record Known(long ms, LogcatReader.Event event) {}

    private Bugreport() {}

    /// The one that the session reads.
    public static Bugreport of(ImportSession session) {
        return session.shared(Bugreport.class, s -> new Bugreport());
    }

    /// The files to read if an archive of these is a bug report, else null.
    public List<String> choose(List<ArchiveFile> files) {
        open = false;
        zoneOffsetNs = 0;
        recent.clear();
        for (ArchiveFile f : files) {
            Matcher m = DUMPSTATE.matcher(f.name());
            if (m.matches()) {
                open = true;
                year = Integer.parseInt(m.group(1));
                // Traces come first, as they know how the clocks are related.
                List<String> chosen = new ArrayList<>();
                files.stream()
                        .map(ArchiveFile::name)
                        .filter(n -> TRACES.stream().anyMatch(n::startsWith))
                        .forEach(chosen::add);
                chosen.add(f.name());
                files.stream()
                        .filter(l -> l.name().startsWith(LOGS) && !l.name().endsWith("logcat.id"))
                        .sorted(Comparator.comparingLong(ArchiveFile::modified))
                        .forEach(l -> chosen.add(l.name()));
                return chosen;
            }
        }
        return null;
    }

    void setZoneOffsetNs(long offset) {
        zoneOffsetNs = offset;
    }

    /// For the log in the text of dumpstate.
    void prepareRecentLog(LogcatReader log) {
        if (open) {
            log.setYear(year);
            log.setFilter((ms, event) -> {
                recent.merge(new Known(ms, event), 1, Integer::sum);
                return true;
            });
        }
    }

    /// For a log that the device had stored: without the events that the recent one has.
    void prepareStoredLog(LogcatReader log) {
        if (open) {
            log.setYear(year);
            log.setZoneOffsetNs(zoneOffsetNs);
            log.setFilter((ms, event) ->
                    recent.computeIfPresent(new Known(ms, event), (k, n) -> n == 0 ? null : n - 1) == null);
        }
    }
}
