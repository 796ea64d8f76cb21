package traceglass.analysis.search;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.search.SearchPart;
import traceglass.analysis.events.search.SearchText;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.TrackNode;
import traceglass.sql.result.QueryException;

/// Searches a trace for a text: in the names of slices, in the names and values of their arguments, in threads and
/// processes, in the names of counters, and in logs. Only threads and processes that ran are searched; without
/// scheduling data, those that have slices. A number also finds the slice with that id, arguments with that value,
/// and threads and processes with that number; `/…/` is a regular expression. Case is ignored. Each event table
/// defines which of its columns are searched.
public final class TraceSearch {

    private static final int MAX_HITS = 200_000;

    private TraceSearch() {}

    /// Scope of a search.
    ///
    /// @param start start of the range, ns, inclusive
    /// @param end end of the range, ns, exclusive
    /// @param tracks tracks to search; null for all
    public record Scope(long start, long end, List<TrackNode> tracks) {

        public static final Scope ALL = new Scope(Long.MIN_VALUE, Long.MAX_VALUE, null);

        private String condition(List<SearchedTable> searched) {
            StringBuilder sql = new StringBuilder();
            if (start != Long.MIN_VALUE || end != Long.MAX_VALUE) {
                sql.append("ts < ")
                        .append(end)
                        .append(" AND (ts >= ")
                        .append(start)
                        .append(" OR dur < 0 OR ts + dur > ")
                        .append(start)
                        .append(')');
            }
            if (tracks != null) {
                List<String> parts = new ArrayList<>();
                for (int kind = 0; kind < searched.size(); kind++) {
                    parts.add("kind = " + kind + " AND ("
                            + searched.get(kind).part.onTracks().of(tracks) + ")");
                }
                sql.append(sql.isEmpty() ? "" : " AND ")
                        .append('(')
                        .append(String.join(" OR ", parts))
                        .append(')');
            }
            return sql.isEmpty() ? "" : "WHERE " + sql + "\n";
        }
    }

    /// Searched table; its kind is its index in the list.
    private record SearchedTable(String table, SearchPart part) {

        static List<SearchedTable> all() {
            return Subjects.tables().stream()
                    .filter(t -> t.search().isPresent())
                    .map((EventTable t) ->
                            new SearchedTable(t.name(), t.search().get()))
                    .toList();
        }
    }

    /// Searches the whole trace.
    public static SearchHits find(TraceQueries q, String text) throws QueryException {
        return find(q, text, Scope.ALL);
    }

    /// Searches a trace within a scope.
    public static SearchHits find(TraceQueries q, String typed, Scope scope) throws QueryException {
        SearchText text = SearchText.of(typed);
        if (text.isRegex()) {
            checkRegex(q, text.pattern());
        }
        List<SearchedTable> searched = SearchedTable.all();
        return q.read(sql(searched, text, scope), r -> read(r, typed, searched), text.pattern());
    }

    /// Checks the regular expression separately: otherwise, an invalid one would be reported only for traces that
    /// contain text to search, and with the database's message.
    private static void checkRegex(TraceQueries q, String pattern) throws QueryException {
        try {
            q.read("SELECT regexp_matches('x', $1, 'i')", r -> true, pattern);
        } catch (QueryException e) {
            String reason = String.valueOf(e.getMessage()).replaceFirst("^(?:[A-Z][A-Za-z ]*)?Error: ", "");
            throw new QueryException(SearchTexts.notRegex(reason), e);
        }
    }

    private static String sql(List<SearchedTable> searched, SearchText text, Scope scope) {
        List<String> parts = new ArrayList<>();
        for (int kind = 0; kind < searched.size(); kind++) {
            parts.add(searched.get(kind).part.select().of(kind, text));
        }
        return "SELECT * FROM (\n" + String.join("UNION ALL\n", parts) + ")\n" + scope.condition(searched)
                + "ORDER BY ts, kind, id\nLIMIT " + (MAX_HITS + 1);
    }

    private static SearchHits read(ResultSet r, String text, List<SearchedTable> searched) throws SQLException {
        byte[] tables = new byte[1024];
        long[] ids = new long[1024];
        long[] ts = new long[1024];
        long[] dur = new long[1024];
        String[] names = new String[1024];
        String[] locations = new String[1024];
        int n = 0;
        boolean hasMore = false;
        Set<Long> tracks = new LinkedHashSet<>();
        Set<Long> cpus = new LinkedHashSet<>();
        while (r.next()) {
            if (n == MAX_HITS) {
                hasMore = true;
                break;
            }
            if (n == ts.length) {
                int next = n * 2;
                tables = Arrays.copyOf(tables, next);
                ids = Arrays.copyOf(ids, next);
                ts = Arrays.copyOf(ts, next);
                dur = Arrays.copyOf(dur, next);
                names = Arrays.copyOf(names, next);
                locations = Arrays.copyOf(locations, next);
            }
            tables[n] = (byte) r.getInt(1);
            ids[n] = r.getLong(2);
            ts[n] = r.getLong(3);
            dur[n] = r.getLong(4);
            names[n] = r.getString(5) == null ? "" : r.getString(5);
            locations[n] = location(r.getString(6), r.getString(7), r.getString(8), r.getString(9));
            switch (searched.get(tables[n]).part.locationKind()) {
                case TRACK -> tracks.add(r.getLong(10));
                case CPU -> cpus.add(r.getLong(10));
                case NONE -> {}
            }
            n++;
        }
        return new SearchHits(
                text,
                searched.stream().map(SearchedTable::table).toList(),
                Arrays.copyOf(tables, n),
                Arrays.copyOf(ids, n),
                Arrays.copyOf(ts, n),
                Arrays.copyOf(dur, n),
                Arrays.copyOf(names, n),
                Arrays.copyOf(locations, n),
                hasMore,
                tracks,
                cpus);
    }

    private static String location(String thread, String tid, String process, String arg) {
        StringBuilder out = new StringBuilder(arg == null ? "" : arg.length() > 80 ? arg.substring(0, 80) + "…" : arg);
        if (thread != null || tid != null) {
            out.append(out.isEmpty() ? "" : " · ").append(thread == null ? SearchTexts.NO_THREAD_NAME : thread);
        }
        if (tid != null) {
            out.append(' ').append(tid);
        }
        if (process != null && !process.equals(thread)) {
            out.append(out.isEmpty() ? "" : " · ").append(process);
        }
        return out.toString();
    }
}
