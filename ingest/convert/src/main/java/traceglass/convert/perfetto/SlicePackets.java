package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// Writes slices with their arguments and flows. Ends are written before the next begin event on their track, so that
/// only the open slices of each track are in memory.
final class SlicePackets {

    private static final long UNFINISHED = Long.MAX_VALUE;

    private static final String SLICES = """
        SELECT s.id, s.ts, s.dur, s.track_id, s.depth, s.category, s.name,
            s.id IN (SELECT parent_id FROM slice WHERE parent_id IS NOT NULL),
            s.thread_ts, s.thread_dur, s.thread_instruction_count, s.thread_instruction_delta
        FROM slice AS s ORDER BY s.id\
        """;
    private static final String DETAILS = """
        SELECT s.id, 0, a.id, a.key, a.value_type, a.int_value, a.real_value, a.string_value
        FROM slice AS s JOIN args AS a USING (arg_set_id)
        UNION ALL SELECT slice_out, 1, id, NULL, NULL, NULL, NULL, NULL FROM flow
        UNION ALL SELECT slice_in, 2, id, NULL, NULL, NULL, NULL, NULL FROM flow
        ORDER BY 1, 2, 3\
        """;

    /// An open slice.
    ///
    /// @param end end in ns, or [#UNFINISHED]
    /// @param clocks clocks of the thread at the end
    private record OpenSlice(long depth, long end, ThreadClocks clocks) {}

    private final TraceRows rows;
    private final TrackPackets tracks;
    private final PacketOutput out;
    private final ConversionLosses losses;
    private final Map<Long, Deque<OpenSlice>> open = new HashMap<>();
    private final NestedAnnotations annotations = new NestedAnnotations();
    /// Interned strings by machine.
    private final Map<Integer, EventStrings> strings = new HashMap<>();

    SlicePackets(TraceRows rows, TrackPackets tracks, PacketOutput out, ConversionLosses losses) {
        this.rows = rows;
        this.tracks = tracks;
        this.out = out;
        this.losses = losses;
    }

    void write() throws IOException, ConvertProblem {
        rows.queryJoined(SLICES, DETAILS, this::writeSlice);
        for (Map.Entry<Long, Deque<OpenSlice>> track : open.entrySet()) {
            writeEnds(track.getKey(), track.getValue(), 0, UNFINISHED);
        }
        losses.add(
                "flows that lead back in time",
                rows.number("SELECT count(*) FROM flow AS f JOIN slice AS o ON o.id = f.slice_out"
                        + " JOIN slice AS i ON i.id = f.slice_in WHERE i.ts < o.ts"));
    }

    private void writeSlice(ResultCursor row, TraceRows.Details details)
            throws QueryException, IOException, ConvertProblem {
        long ts = row.getLong(1);
        long dur = row.getLong(2);
        long track = row.getLong(3);
        long depth = row.getLong(4);
        String category = row.getString(5);
        String name = row.getString(6);
        boolean hasChildren = row.getLong(7) != 0;
        if (ts < 0) {
            losses.add("slices before time 0", 1);
            return;
        }
        Deque<OpenSlice> stack = open.computeIfAbsent(track, _ -> new ArrayDeque<>());
        writeEnds(track, stack, depth, ts);
        ThreadClocks clocks = ThreadClocks.of(row, 8);
        boolean isInstant = dur == 0 && !hasChildren && !clocks.hasDuration();
        TrackEvent.Builder event = TrackEvent.newBuilder()
                .setTrackUuid(tracks.uuid(track))
                .setType(isInstant ? TrackEvent.Type.TYPE_INSTANT : TrackEvent.Type.TYPE_SLICE_BEGIN);
        int machine = tracks.machine(track);
        EventStrings strings = this.strings.computeIfAbsent(machine, _ -> new EventStrings());
        if (category != null) {
            strings.addCategory(event, category);
        }
        if (name != null) {
            strings.name(event, name);
        }
        addDetails(event, details, strings);
        clocks.addTo(event, losses);
        TracePacket.Builder packet = TracePacket.newBuilder().setTimestamp(ts).setTrackEvent(event);
        strings.addTo(packet);
        out.write(packet, machine);
        if (!isInstant) {
            stack.push(new OpenSlice(depth, dur < 0 ? UNFINISHED : ts + dur, clocks.end()));
        }
    }

    private void addDetails(TrackEvent.Builder event, TraceRows.Details details, EventStrings strings)
            throws QueryException {
        annotations.clear();
        while (details.next()) {
            ResultCursor row = details.row();
            switch ((int) row.getLong(1)) {
                case 0 -> {
                    if (!annotations.add(row, 3)) {
                        losses.add("arguments without a key or below legacy_event", 1);
                    }
                }
                case 1 -> event.addFlowIds(row.getLong(2) + 1);
                default -> event.addTerminatingFlowIds(row.getLong(2) + 1);
            }
        }
        annotations.addTo(event, strings);
    }

    /// Writes the ends of the open slices of at least this depth, innermost first.
    ///
    /// @param until start of the next slice
    private void writeEnds(long track, Deque<OpenSlice> stack, long depth, long until) throws IOException {
        while (!stack.isEmpty() && stack.element().depth >= depth) {
            OpenSlice slice = stack.pop();
            if (slice.end == UNFINISHED && until == UNFINISHED) {
                continue;
            }
            if (slice.end > until) {
                losses.add("slices truncated at the next slice on their track", 1);
            }
            TrackEvent.Builder event =
                    TrackEvent.newBuilder().setTrackUuid(tracks.uuid(track)).setType(TrackEvent.Type.TYPE_SLICE_END);
            slice.clocks.addTo(event, losses);
            out.write(
                    TracePacket.newBuilder()
                            .setTimestamp(Math.min(slice.end, until))
                            .setTrackEvent(event),
                    tracks.machine(track));
        }
    }
}
