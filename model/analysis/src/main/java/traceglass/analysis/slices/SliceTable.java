package traceglass.analysis.slices;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.search.SearchPart;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Event table of slices.
final class SliceTable implements EventTable {

    private static final Set<String> VIEWS = Set.of(
            "slice",
            "slices",
            "thread_slice",
            "process_slice",
            "cpu_slice",
            "thread_or_process_slice",
            "instant",
            "gpu_slice",
            "frame_slice",
            "graphics_frame_slice",
            "actual_frame_timeline_slice",
            "expected_frame_timeline_slice");

    @Override
    public String name() {
        return "slice";
    }

    @Override
    public int rank() {
        return 10;
    }

    @Override
    public boolean isListedInMessages() {
        return true;
    }

    @Override
    public boolean isShownBy(String view) {
        return VIEWS.contains(view);
    }

    @Override
    public List<Mark> marks() {
        return List.of(new Mark(30, Set.of("ts", "track_id", "depth")), new Mark(30, Set.of("ts", "dur", "track_id")));
    }

    @Override
    public Set<String> references() {
        return Set.of("slice_id");
    }

    @Override
    public Set<String> columns() {
        return Set.of("slice_in", "slice_out", "binder_txn_id", "binder_reply_id");
    }

    @Override
    public Set<String> ownColumns() {
        return Set.of("parent_id");
    }

    @Override
    public String title() {
        return SliceTexts.SLICE;
    }

    @Override
    public Optional<String> label(TraceQueries queries, long id) throws QueryException {
        return queries.first("SELECT name FROM slice WHERE id = ?", r -> EventLink.name(r.getString(1)), id);
    }

    @Override
    public Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String table, long id)
            throws QueryException {
        return EventPosition.find(queries, "slice", id, "track_id", tracks::track);
    }

    @Override
    public Optional<EventDetails> details(DetailsContext context, Selection.Event event) throws QueryException {
        return SliceQuery.read(context.queries(), event.id(), context.traceEnd())
                .map(SliceDetails::of);
    }

    @Override
    public List<EventMenu> menus() {
        return List.of(SliceNameTracks.menu("", 0L, false), SliceLists.menu(null));
    }

    @Override
    public Optional<EventMenu.MenuChoice> statistics(long id) {
        return Optional.of(new EventMenu.MenuChoice(
                "slice.statistics", SliceTexts.STATISTICS, new EventMenu.OpenSql("""
            SELECT name, count(*) AS count, sum(dur) AS total_dur, min(dur) AS min_dur, CAST(avg(dur) AS INT) AS mean_dur,
              CAST(percentile(dur, 50) AS INT) AS median_dur, CAST(percentile(dur, 90) AS INT) AS p90_dur,
              CAST(percentile(dur, 99) AS INT) AS p99_dur, max(dur) AS max_dur
            FROM slice
            WHERE name = (SELECT name FROM slice WHERE id = %d) AND dur >= 0
            GROUP BY name\
            """.formatted(id))));
    }

    @Override
    public Optional<SearchPart> search() {
        return Optional.of(SliceSearch.PART);
    }

    @Override
    public String threadSpan(long id) {
        return "SELECT t.utid, s.ts, s.dur FROM slice AS s JOIN thread_track AS t ON t.id = s.track_id WHERE s.id = "
                + id;
    }

    @Override
    public String trackId(long id) {
        return "(SELECT track_id FROM slice WHERE id = " + id + ")";
    }

    @Override
    public String parameter() {
        return "slice";
    }

    @Override
    public boolean hasFlows() {
        return true;
    }
}
