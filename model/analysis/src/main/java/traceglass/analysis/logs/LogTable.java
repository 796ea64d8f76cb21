package traceglass.analysis.logs;

import java.util.Collection;
import java.util.Optional;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.GenericEventTable;
import traceglass.analysis.events.search.SearchPart;
import traceglass.analysis.events.search.SearchText;
import traceglass.analysis.track.TrackNode;

/// Event table of the lines of all logs, named after the most common log.
final class LogTable extends GenericEventTable {

    static final String NAME = "android_logs";

    private static final String LOGS = """
        SELECT %d, l.id, l.ts, 0, l.tag || ': ' || l.msg, th.name, th.tid, p.name, NULL, NULL, l.utid
        FROM __intrinsic_logs AS l
        LEFT JOIN thread AS th ON th.utid = l.utid
        LEFT JOIN process AS p ON p.upid = th.upid
        WHERE %s OR %s
        """;

    LogTable() {
        // The view of this name has only one source of logs; tracks and lists show all.
        super(NAME, 50, "logs", "SELECT ts, 'logs/' || coalesce(log_source, '') FROM __intrinsic_logs AS s");
        withSelectableRows();
    }

    @Override
    public boolean hasMessages() {
        return true;
    }

    @Override
    public Optional<EventMenu.MenuChoice> statistics(long id) {
        return Optional.of(new EventMenu.MenuChoice(
                "log.statistics", LogTexts.STATISTICS, new EventMenu.OpenSql("""
            SELECT tag, prio, count(*) AS lines, min(ts) AS first_ts, max(ts) AS last_ts
            FROM logs
            WHERE tag = (SELECT tag FROM logs WHERE id = %d)
            GROUP BY tag, prio
            ORDER BY lines DESC\
            """.formatted(id))));
    }

    @Override
    public Optional<SearchPart> search() {
        return Optional.of(new SearchPart(LogTable::sql, SearchPart.LocationKind.NONE, LogTable::onTracks));
    }

    private static String sql(int kind, SearchText text) {
        return LOGS.formatted(kind, text.matches("l.msg"), text.matches("l.tag"));
    }

    private static String onTracks(Collection<TrackNode> tracks) {
        return tracks.stream().anyMatch(n -> n.kind().table().equals(NAME)) ? "true" : "false";
    }
}
