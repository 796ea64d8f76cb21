package traceglass.ingest.xplane;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.SliceTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.foreign.xplane.XStatDecoder;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Writes planes as processes, lines as threads, events as slices, and flows between events with the same ids, such as
/// from the launch of a kernel to its execution.
final class XplaneWriter {

    private static final TrackType OVERLAPPING = TrackCompressor.compressed("xplane_overlapping_event", TrackType.UTID);

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final Map<Connection, Ends> connections = new LinkedHashMap<>();
    private final XStatDecoder stat = new XStatDecoder();
    /// Next process or thread id to assign; the files contain none.
    private long nextId = 1;

    /// Process of a plane.
    record Process(long pid) {}

    /// Thread of a line.
    record Line(int utid, int track, int nameId) {}

    private record Event(Line line, long dur, int nameId, int args, List<XplaneStats.Link> links) {}

    private record Connection(long kind, long id) {}

    /// Slices at both ends of a link.
    private static final class Ends {
        final GrowingInts sources = new GrowingInts();
        final GrowingInts targets = new GrowingInts();
    }

    XplaneWriter(ImportContext context) {
        this.context = context;
        strings = context.strings();
        queue = context.sorter().queue((ts, data, ref) -> emit(ts, (Event) ref));
        context.session().atEnd(this::writeFlows);
    }

    Process process(XplanePlane plane) {
        ProcessTracker processes = context.processes();
        long pid = nextId++;
        int upid = processes.processWithoutMainThread(pid);
        String name = plane.name().isEmpty() ? "Plane" : plane.name();
        processes.setProcessName(upid, strings.intern(name), NamePriority.OfProcess.OTHER);
        ArgSetBuilder args = processes.processArgs(upid);
        XplaneStats stats = new XplaneStats(plane, args, strings);
        for (int i = 0; i < plane.fields().statsCount(); i++) {
            stats.add(plane.fields().stats(i, stat));
        }
        return new Process(pid);
    }

    Line line(Process process, String name) {
        int utid = context.processes().updateThread(nextId++, process.pid);
        int nameId = strings.intern(name);
        context.processes().setThreadName(utid, nameId, NamePriority.OfThread.OTHER);
        return new Line(utid, context.tracks().threadTrack(utid), nameId);
    }

    void writeEvent(Line line, long ts, long dur, int nameId, XplaneStats stats) {
        List<XplaneStats.Link> links = stats.links();
        int args = context.args().commit(stats.args());
        queue.push(ts, -dur, 0, new Event(line, dur, nameId, args, links.isEmpty() ? null : links));
    }

    private void emit(long ts, Event e) {
        int row = context.slices().scopedUnlessOverlap(ts, e.dur, e.line.track, StringPool.NULL, e.nameId, null);
        if (row == SliceTracker.OVERLAPS) {
            int track = context.compressor()
                    .lanes(OVERLAPPING, e.line.nameId, null, null, e.line.utid)
                    .nested(ts, e.dur);
            row = context.slices().scoped(ts, e.dur, track, StringPool.NULL, e.nameId, null);
        }
        if (row < 0) {
            return;
        }
        if (e.args != IntColumn.NULL) {
            context.slices().setArgs(row, e.args);
        }
        if (e.links != null) {
            for (XplaneStats.Link link : e.links) {
                Ends ends = connections.computeIfAbsent(new Connection(link.kind(), link.id()), k -> new Ends());
                (link.isSource() ? ends.sources : ends.targets).add(row);
            }
        }
    }

    private void writeFlows() {
        for (Ends ends : connections.values()) {
            int sources = ends.sources.size();
            for (int i = 0; i < ends.targets.size() && sources > 0; i++) {
                int source = ends.sources.get(Math.min(i, sources - 1));
                if (source != ends.targets.get(i)) {
                    context.flows().add(source, ends.targets.get(i));
                }
            }
        }
    }
}
