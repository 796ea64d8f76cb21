package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackDescriptor;

/// Explicit order of tracks, processes and threads in the trace (track_event/track_descriptor.proto).
final class TrackOrder {

    private static final Map<String, TrackDescriptor.ChildTracksOrdering> ORDERINGS = Map.of(
            "lexicographic", TrackDescriptor.ChildTracksOrdering.LEXICOGRAPHIC,
            "chronological", TrackDescriptor.ChildTracksOrdering.CHRONOLOGICAL,
            "explicit", TrackDescriptor.ChildTracksOrdering.EXPLICIT);

    private record Order(
            @Nullable String childOrder, @Nullable Integer rank) {}

    private final Map<Long, Order> tracks = new HashMap<>();
    private final Map<Long, Integer> processes = new HashMap<>();
    private final Map<Long, Integer> threads = new HashMap<>();

    static TrackOrder read(TraceRows rows) throws IOException, ConvertProblem {
        TrackOrder order = new TrackOrder();
        rows.query("""
                SELECT t.id, max(CASE WHEN a.key = 'child_ordering' THEN a.string_value END),
                    max(CASE WHEN a.key = 'sibling_order_rank' THEN a.int_value END)
                FROM track AS t JOIN args AS a ON a.arg_set_id = t.source_arg_set_id
                WHERE a.key IN ('child_ordering', 'sibling_order_rank') GROUP BY t.id\
                """, c -> {
            while (c.next()) {
                int number = (int) c.getLong(2);
                Integer rank = c.wasNull() ? null : Integer.valueOf(number);
                order.tracks.put(c.getLong(0), new Order(c.getString(1), rank));
            }
        });
        readHints(rows, "SELECT p.upid, a.int_value FROM process AS p", "process_sort_index_hint", order.processes);
        readHints(rows, "SELECT p.utid, a.int_value FROM thread AS p", "thread_sort_index_hint", order.threads);
        return order;
    }

    private static void readHints(TraceRows rows, String tasks, String key, Map<Long, Integer> hints)
            throws IOException, ConvertProblem {
        rows.query(tasks + " JOIN args AS a ON a.arg_set_id = p.arg_set_id WHERE a.key = '" + key + "'", c -> {
            while (c.next()) {
                hints.put(c.getLong(0), (int) c.getLong(1));
            }
        });
    }

    /// Writes the root track descriptor, which specifies that processes or threads have an explicit order.
    void writeRoot(PacketOutput out, TracePacket.Builder packet, int machine) throws IOException {
        if (processes.isEmpty() && threads.isEmpty()) {
            return;
        }
        TrackDescriptor.Builder root = TrackDescriptor.newBuilder().setUuid(0);
        if (!processes.isEmpty()) {
            root.setProcessOrdering(TrackDescriptor.ProcessOrdering.PROCESS_ORDERING_EXPLICIT);
        }
        if (!threads.isEmpty()) {
            root.setThreadOrdering(TrackDescriptor.ThreadOrdering.THREAD_ORDERING_EXPLICIT);
        }
        out.write(packet.setTrackDescriptor(root), machine);
    }

    void addProcess(long upid, TrackDescriptor.Builder descriptor) {
        Integer rank = processes.get(upid);
        if (rank != null) {
            descriptor.setSiblingOrderRank(rank);
        }
    }

    /// Adds the order of a thread to its descriptor.
    ///
    /// @param track track with the slices of the thread, or null
    void addThread(long utid, @Nullable Long track, TrackDescriptor.Builder descriptor) {
        if (track != null) {
            addTrack(track, descriptor);
        }
        Integer rank = threads.get(utid);
        if (rank != null) {
            descriptor.setSiblingOrderRank(rank);
        } else if (!threads.isEmpty()) {
            // Readers would use this rank for the thread.
            descriptor.clearSiblingOrderRank();
        }
    }

    void addTrack(long track, TrackDescriptor.Builder descriptor) {
        Order order = tracks.get(track);
        if (order == null) {
            return;
        }
        TrackDescriptor.ChildTracksOrdering childOrdering =
                order.childOrder == null ? null : ORDERINGS.get(order.childOrder);
        if (childOrdering != null) {
            descriptor.setChildOrdering(childOrdering);
        }
        if (order.rank != null) {
            descriptor.setSiblingOrderRank(order.rank);
        }
    }
}
