package traceglass.ingest.spans;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.PriorityQueue;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;

/// Distributes the spans of each service over as few tracks as possible. A span is nested in its parent if it lies
/// within the parent's time range and no other child is open; other spans get a free lane, preferably below the
/// parent's.
final class SpanLanes {

    private static final TrackType TYPE = TrackCompressor.compressed("span", TrackType.UPID);

    private final ImportContext context;
    private final LongMap<Service> services = new LongMap<>();
    private final Columns.Ints laneOfSpan = new Columns.Ints();
    private final BitSet nested = new BitSet();
    private final int name;

    private static final class Service {
        final int upid;
        final long group;
        final List<Lane> lanes = new ArrayList<>();
        final BitSet free = new BitSet();
        final PriorityQueue<Lane> busy = new PriorityQueue<>((a, b) -> Long.compare(a.end, b.end));

        Service(int upid, long group) {
            this.upid = upid;
            this.group = group;
        }
    }

    private static final class Lane {
        final int index;
        final int track;
        int[] open = new int[4];
        long[] ends = new long[4];
        int depth;
        /// End of the outermost span.
        long end;

        Lane(int index, int track) {
            this.index = index;
            this.track = track;
        }

        void push(int span, long spanEnd) {
            if (depth == open.length) {
                open = Arrays.copyOf(open, depth * 2);
                ends = Arrays.copyOf(ends, depth * 2);
            }
            open[depth] = span;
            ends[depth++] = spanEnd;
        }

        void closeBefore(long ts) {
            while (depth > 0 && ends[depth - 1] <= ts) {
                depth--;
            }
        }
    }

    SpanLanes(ImportContext context) {
        this.context = context;
        name = context.strings().intern("Spans");
    }

    /// Returns the track for a span. Spans must be placed in order of their starts.
    ///
    /// @param parent a previously placed span of the same service, or -1
    int place(int upid, int span, int parent, long start, long end) {
        Service service = service(upid);
        release(service, start);
        Lane lane = null;
        if (parent >= 0) {
            Lane parentLane = service.lanes.get(laneOfSpan.get(parent));
            parentLane.closeBefore(start);
            int top = parentLane.depth - 1;
            if (top >= 0 && parentLane.open[top] == parent && end <= parentLane.ends[top]) {
                lane = parentLane;
                nested.set(span);
            }
        }
        if (lane == null) {
            lane = findFreeLane(service, parent < 0 ? 0 : laneOfSpan.get(parent));
            lane.depth = 0;
            lane.end = end;
            service.busy.add(lane);
        }
        lane.push(span, end);
        laneOfSpan.set(span, lane.index);
        return lane.track;
    }

    /// Returns the track for an event: the track of its span, or a free one if the event is outside its span.
    int trackAt(int upid, int span, long ts) {
        Service service = service(upid);
        if (laneOfSpan.get(span) < service.lanes.size()) {
            Lane lane = service.lanes.get(laneOfSpan.get(span));
            // An event may coincide with the end of its span.
            lane.closeBefore(ts - 1);
            for (int i = lane.depth - 1; i >= 0; i--) {
                if (lane.open[i] == span) {
                    return lane.track;
                }
            }
        }
        release(service, ts);
        Lane lane = findFreeLane(service, 0);
        service.free.set(lane.index);
        return lane.track;
    }

    /// Returns whether a span lies within its parent on the same track.
    boolean isNested(int span) {
        return nested.get(span);
    }

    private Service service(int upid) {
        return services.computeIfAbsent(
                upid, u -> new Service(upid, context.session().trackGroups().next()));
    }

    private static void release(Service service, long ts) {
        while (!service.busy.isEmpty() && service.busy.peek().end <= ts) {
            service.free.set(service.busy.poll().index);
        }
    }

    private Lane findFreeLane(Service service, int from) {
        int index = service.free.nextSetBit(from);
        if (index < 0) {
            index = service.free.nextSetBit(0);
        }
        if (index < 0) {
            index = service.lanes.size();
            int track = context.tracks().intern(TYPE, name, service.upid, index);
            context.tracks().setGroup(track, service.group);
            service.lanes.add(new Lane(index, track));
        }
        service.free.clear(index);
        return service.lanes.get(index);
    }
}
