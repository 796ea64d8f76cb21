package traceglass.analysis.debug;

import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.DetailFields;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventDetails.NamePalette;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Event tables of debug tracks, named like `debug_track_7`.
final class DebugTable implements EventTable {

    @Override
    public String name() {
        return "debug_track";
    }

    @Override
    public boolean isNamed(String table) {
        return DebugTracks.isTable(table);
    }

    @Override
    public int rank() {
        return 300;
    }

    @Override
    public boolean hasCommandLineName() {
        return true;
    }

    @Override
    public boolean isSavedInProjects() {
        return false;
    }

    @Override
    public boolean isSelectable() {
        return false;
    }

    @Override
    public boolean isShownBy(String view) {
        return isNamed(view);
    }

    @Override
    public Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String table, long id)
            throws QueryException {
        return queries.first(
                "SELECT * FROM memory.main." + table + " WHERE id = ?",
                r -> {
                    boolean lasts = r.getMetaData().getColumnName(4).equals("dur");
                    return new EventPosition(
                            new Selection.Event(table, id, r.getLong("ts"), lasts ? r.getLong("dur") : 0),
                            Optional.of(DebugTracks.trackKey(table, r.getLong("track"))));
                },
                id);
    }

    @Override
    public Optional<EventDetails> details(DetailsContext context, Selection.Event event) throws QueryException {
        Optional<DebugTracks> created = context.userTracks().find(DebugTracks.class, event.table());
        return DebugTrackQuery.read(context.queries(), event.table(), event.id())
                .map(f -> details(f, created));
    }

    private static EventDetails details(DebugTrackRow r, Optional<DebugTracks> created) {
        String title = created.map(m -> m.spec().title()).orElse(r.table());
        boolean isSample = r.value() != null;
        String name = isSample ? title : EventLink.name(r.name());
        DetailFields f = new DetailFields();
        if (isSample) {
            f.number(EventDetailTexts.VALUE, CellText.number(r.value())).time(EventDetailTexts.TIME, r.ts());
        } else {
            f.time(EventDetailTexts.START, r.ts());
            if (r.dur() == 0) {
                f.text(EventDetailTexts.DURATION, EventDetailTexts.INSTANT);
            } else {
                f.duration(r.dur());
            }
        }
        String track = created.flatMap(m -> m.tracks().stream()
                        .filter(t -> t.key().equals(DebugTracks.trackKey(r.table(), r.track())))
                        .findFirst())
                .map(TrackNode::name)
                .filter(n -> !n.equals(title))
                .map(n -> title + " · " + n)
                .orElse(title);
        f.text(DebugTexts.TRACK, track).row(r.table(), r.id());
        return new EventDetails(
                new EventDetails.Head(
                        name,
                        isSample ? NamePalette.COUNTER : NamePalette.SLICE,
                        name,
                        r.table(),
                        r.id(),
                        created.map(m -> m.spec().sql()).orElse("SELECT * FROM " + r.table()),
                        DebugTexts.TRACK_QUERY),
                f.all(),
                List.of(),
                List.of(),
                r.columns(),
                null);
    }
}
