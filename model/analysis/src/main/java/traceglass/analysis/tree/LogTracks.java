package traceglass.analysis.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackSource;

/// Lines of logs at the top: a track for each log, and below it, where more than one thread wrote to it, a closed group
/// with a track for each thread in a group of its process. Who wrote most comes first.
final class LogTracks implements TrackProvider {

    @Override
    public void addTo(TreeDraft tree, TraceFacts facts) {
        for (String source : facts.other().logSources()) {
            boolean android = source.isEmpty() || source.startsWith("android");
            String name = android ? "Android logs" : StoredTracks.words(source) + " logs";
            String key = "logs/" + source;
            tree.root().add(track(key, name, source, ""));
            List<OtherEvents.LogThread> threads = facts.other().logThreads().stream()
                    .filter(t -> t.source().equals(source))
                    .toList();
            if (threads.size() > 1) {
                tree.root().add(byProcess(key, name, source, threads, facts));
            }
        }
    }

    private static DraftNode byProcess(
            String key, String name, String source, List<OtherEvents.LogThread> threads, TraceFacts facts) {
        Map<Long, List<OtherEvents.LogThread>> processes = new LinkedHashMap<>();
        Map<Long, Long> lines = new LinkedHashMap<>();
        for (OtherEvents.LogThread t : threads) {
            TraceFacts.Thread thread = facts.thread(t.utid());
            long upid = thread == null ? TraceFacts.NONE : thread.upid();
            processes.computeIfAbsent(upid, u -> new ArrayList<>()).add(t);
            lines.merge(upid, t.lines(), Long::sum);
        }
        DraftNode group =
                DraftNode.group(key + "/processes", name + " by process", 0).icon("file");
        lines.entrySet().stream()
                .sorted(Map.Entry.<Long, Long>comparingByValue().reversed())
                .forEach(e -> {
                    TraceFacts.Process process = facts.process(e.getKey());
                    String title = process == null
                            ? "Unknown process"
                            : process.name() == null || process.name().isEmpty()
                                    ? "Process"
                                    : ProcessTracks.baseName(process.name());
                    DraftNode child = DraftNode.group(key + "/process/" + e.getKey(), title, 0)
                            .icon("process")
                            .facts(count(e.getValue()));
                    if (process != null) {
                        child.id(ProcessTracks.number(process.pid()));
                    }
                    for (OtherEvents.LogThread t : processes.get(e.getKey())) {
                        TraceFacts.Thread thread = facts.thread(t.utid());
                        DraftNode node = track(
                                        key + "/thread/" + t.utid(),
                                        thread == null ? "Unknown thread" : ProcessTracks.threadName(thread),
                                        source,
                                        t.utid() == TraceFacts.NONE ? " AND utid IS NULL" : " AND utid = " + t.utid())
                                .facts(count(t.lines()));
                        child.add(thread == null ? node : node.id(ProcessTracks.number(thread.tid())));
                    }
                    group.add(child);
                });
        return group;
    }

    private static String count(long lines) {
        return lines + (lines == 1 ? " line" : " lines");
    }

    private static DraftNode track(String key, String name, String source, String and) {
        return new DraftNode(key, TrackKind.LOGS, name, 0)
                .source(new TrackSource.Events(
                        "android_logs", """
                            SELECT id, ts, 0, concat_ws(': ', tag, msg), CAST(%s AS VARCHAR) FROM __intrinsic_logs
                            WHERE coalesce(log_source, '') = '%s'\
                            """.formatted(LogLevels.SQL, source.replace("'", "''")) + and));
    }
}
