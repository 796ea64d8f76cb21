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

/// Android bug report: an archive with hundreds of files, of which only the traces that were running, the text of
/// dumpstate and the stored logs are read. Has no effect on other archives.
public final class Bugreport {

    /// The date in the file name is the date of the report.
    private static final Pattern DUMPSTATE =
            Pattern.compile("bugreport-(?:.*\\D)?(\\d{4})-\\d\\d-\\d\\d-\\d\\d-\\d\\d-\\d\\d\\.txt");
    private static final String LOGS = "FS/data/misc/logd/logcat";
    private static final List<String> TRACES = List.of("FS/data/misc/perfetto-traces/", "proto/perfetto-trace");

    private boolean isOpen;
    private int year;
    private long zoneOffsetNs;
    /// Number of occurrences of each event of the recent log; the stored log repeats these events.
    private final Map<TimedEvent, Integer> recent = new HashMap<>();

    private record TimedEvent(long ms, LogcatReader.Event event) {}

    private Bugreport() {}

    /// Returns the instance for this import session.
    public static Bugreport of(ImportSession session) {
        return session.shared(Bugreport.class, s -> new Bugreport());
    }

    /// Returns the files to read if the given files form a bug report; null otherwise.
    public List<String> selectFiles(List<ArchiveFile> files) {
        isOpen = false;
        zoneOffsetNs = 0;
        recent.clear();
        for (ArchiveFile f : files) {
            Matcher m = DUMPSTATE.matcher(f.name());
            if (m.matches()) {
                isOpen = true;
                year = Integer.parseInt(m.group(1));
                // Traces come first because they relate the clocks.
                List<String> names = new ArrayList<>();
                files.stream()
                        .map(ArchiveFile::name)
                        .filter(n -> TRACES.stream().anyMatch(n::startsWith))
                        .forEach(names::add);
                names.add(f.name());
                files.stream()
                        .filter(l -> l.name().startsWith(LOGS) && !l.name().endsWith("logcat.id"))
                        .sorted(Comparator.comparingLong(ArchiveFile::modified))
                        .forEach(l -> names.add(l.name()));
                return names;
            }
        }
        return null;
    }

    void setZoneOffsetNs(long offset) {
        zoneOffsetNs = offset;
    }

    /// Prepares a reader of the log in dumpstate's text file.
    void prepareRecentLog(LogcatReader log) {
        if (isOpen) {
            log.setYear(year);
            log.setFilter((ms, event) -> {
                recent.merge(new TimedEvent(ms, event), 1, Integer::sum);
                return true;
            });
        }
    }

    /// Prepares a reader of a stored log, so that it skips the events of the recent log.
    void prepareStoredLog(LogcatReader log) {
        if (isOpen) {
            log.setYear(year);
            log.setZoneOffsetNs(zoneOffsetNs);
            log.setFilter((ms, event) ->
                    recent.computeIfPresent(new TimedEvent(ms, event), (k, n) -> n == 0 ? null : n - 1) == null);
        }
    }
}
