package traceglass.analysis.samples;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.DetailFields;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventStack;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;
import traceglass.store.text.DisplayText;

/// Event table of the boxes of flame charts. It has no rows in the store: an id combines the id of the first
/// sample and the depth.
final class SampledFrameTable implements EventTable {

    /// First sample of a box.
    private record First(String source, long utid, long callsite) {}

    @Override
    public String name() {
        return SampleChart.TABLE;
    }

    @Override
    public int rank() {
        return 135;
    }

    private static Optional<First> firstSample(TraceQueries queries, long id) throws QueryException {
        return queries.first(
                "SELECT s.source, x.utid, s.callsite_id FROM __intrinsic_profiler_sample AS s"
                        + " JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id"
                        + " WHERE s.id = ? AND s.callsite_id IS NOT NULL AND x.utid IS NOT NULL",
                r -> new First(r.getString(1), r.getLong(2), r.getLong(3)),
                id / SampleRuns.MAX_DEPTH);
    }

    @Override
    public Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String table, long id)
            throws QueryException {
        Optional<First> first = firstSample(queries, id);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        SampleChart chart = new SampleChart(first.get().source, first.get().utid, 0);
        SliceData boxes =
                queries.withConnection(c -> chart.read(RowQueries.on(c), new SampleFrames.Holder(), Long.MAX_VALUE));
        for (int i = 0; i < boxes.size(); i++) {
            if (boxes.id()[i] == id) {
                return Optional.of(new EventPosition(
                        new Selection.Event(table, id, boxes.ts()[i], boxes.end()[i] - boxes.ts()[i]),
                        Optional.of(SampleChart.key(first.get().source, first.get().utid))
                                .filter(tracks::contains)));
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<EventDetails> details(DetailsContext context, Selection.Event event) throws QueryException {
        Optional<First> found = firstSample(context.queries(), event.id());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        First first = found.get();
        int depth = (int) (event.id() % SampleRuns.MAX_DEPTH);
        SampleFrames frames = context.queries().withConnection(SampledFrameTable::frames);
        int[] stack = frames.of(first.callsite);
        if (depth >= stack.length) {
            return Optional.empty();
        }
        long samples = context.queries()
                .first(
                        "SELECT count(*) FROM __intrinsic_profiler_sample AS s"
                                + " JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id"
                                + " WHERE s.callsite_id IS NOT NULL AND s.source = ? AND x.utid = ? AND s.ts >= ?"
                                + " AND s.ts < ?",
                        r -> r.getLong(1),
                        first.source,
                        first.utid,
                        event.ts(),
                        event.ts() + Math.max(1, event.dur()))
                .orElse(0L);
        String name = frames.name(stack[depth]);
        String sampleTable = SampleTracks.table(first.source);
        long sample = event.id() / SampleRuns.MAX_DEPTH;
        DetailFields fields = new DetailFields()
                .text(SampleTexts.MODULE, frames.module(stack[depth]))
                .timeWithTimeOfDay(EventDetailTexts.START, event.ts())
                .duration(event.dur())
                .number(SampleTexts.SAMPLES, DisplayText.grouped(samples))
                .thread(ThreadRef.find(context.queries(), first.utid))
                .link(SampleTexts.FIRST_SAMPLE, sampleTable + " " + sample, sampleTable, sample);
        List<String[]> lines = new ArrayList<>();
        for (int d = depth; d >= 0; d--) {
            lines.add(new String[] {frames.name(stack[d]), frames.module(stack[d])});
        }
        return Optional.of(new EventDetails(
                new EventDetails.Head(
                        name,
                        EventDetails.NamePalette.SLICE,
                        name,
                        sampleTable,
                        sample,
                        "SELECT *\nFROM " + sampleTable + "\nORDER BY ts",
                        EventDetailTexts.ALL_EVENTS),
                fields.all(),
                List.of(new EventDetails.Stack(new EventStack(EventDetailTexts.CALLSTACK, lines))),
                List.of()));
    }

    private static SampleFrames frames(Connection c) throws SQLException {
        return new SampleFrames.Holder().frames(RowQueries.on(c));
    }
}
