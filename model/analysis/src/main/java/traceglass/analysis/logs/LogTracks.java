package traceglass.analysis.logs;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackNames;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds log lines at the top: a track for each log, and below it, if more than one thread wrote to it, a collapsed
/// group with a track for each thread, grouped by process. Those with the most lines come first.
final class LogTracks implements TrackProvider {

    /// Thread that wrote to a log.
    ///
    /// @param source value of `log_source`
    /// @param utid [TraceContents#NONE] if the trace does not record it
    private record LogThread(String source, long utid, long lines) {}

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) throws SQLException {
        List<String> sources = contents.query(
                "SELECT DISTINCT coalesce(log_source, '') FROM __intrinsic_logs ORDER BY 1", r -> r.getString(1));
        List<LogThread> writers = sources.isEmpty()
                ? List.of()
                : contents.query(
                        "SELECT coalesce(log_source, ''), coalesce(utid, -1), count(*)"
                                + " FROM __intrinsic_logs GROUP BY 1, 2 ORDER BY 3 DESC, 2",
                        r -> new LogThread(r.getString(1), r.getLong(2), r.getLong(3)));
        for (String source : sources) {
            boolean isAndroid = source.isEmpty() || source.startsWith("android");
            String name = isAndroid ? "Android logs" : TrackNames.readable(source) + " logs";
            String key = "logs/" + source;
            tree.root().add(new DraftNode(key, LogTrack.ofAll(source), name, 0));
            List<LogThread> threads =
                    writers.stream().filter(t -> t.source().equals(source)).toList();
            if (threads.size() > 1) {
                tree.root().add(groupByProcess(key, name, source, threads, contents));
            }
        }
    }

    private static DraftNode groupByProcess(
            String key, String name, String source, List<LogThread> threads, TraceContents contents) {
        Map<Long, List<LogThread>> processes = new LinkedHashMap<>();
        Map<Long, Long> lines = new LinkedHashMap<>();
        for (LogThread t : threads) {
            TraceContents.Thread thread = contents.thread(t.utid());
            long upid = thread == null ? TraceContents.NONE : thread.upid();
            processes.computeIfAbsent(upid, u -> new ArrayList<>()).add(t);
            lines.merge(upid, t.lines(), Long::sum);
        }
        DraftNode group = DraftNode.group(key + "/processes", LogTexts.tracksByProcess(name), 0)
                .setIcon("file");
        lines.entrySet().stream()
                .sorted(Map.Entry.<Long, Long>comparingByValue().reversed())
                .forEach(e -> {
                    TraceContents.Process process = contents.process(e.getKey());
                    String title = process == null
                            ? LogTexts.UNKNOWN_PROCESS
                            : process.name() == null || process.name().isEmpty()
                                    ? EventDetailTexts.PROCESS
                                    : TrackNames.baseName(process.name());
                    DraftNode child = DraftNode.group(key + "/process/" + e.getKey(), title, 0)
                            .setIcon("process")
                            .setSideText(LogTexts.lines(e.getValue()));
                    if (process != null) {
                        child.setIdText(TrackNames.number(process.pid()));
                    }
                    for (LogThread t : processes.get(e.getKey())) {
                        TraceContents.Thread thread = contents.thread(t.utid());
                        DraftNode node = new DraftNode(
                                        key + "/thread/" + t.utid(),
                                        LogTrack.ofThread(source, t.utid()),
                                        thread == null ? LogTexts.UNKNOWN_THREAD : TrackNames.thread(thread),
                                        0)
                                .setSideText(LogTexts.lines(t.lines()));
                        child.add(thread == null ? node : node.setIdText(TrackNames.number(thread.tid())));
                    }
                    group.add(child);
                });
        return group;
    }
}
