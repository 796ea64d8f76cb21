package traceglass.convert.cut;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// All events of one kind in a trace, ordered by time, as hashes of their columns. Their values are queried again when
/// needed.
final class EventList {

    private final SqlSession session;
    private final String sql;
    private final long[] starts;
    private final long[] ends;
    /// Hashes of the column after the times, which identifies the track.
    private final long[] tracks;
    /// Hashes of all columns after the times.
    private final long[] contents;

    /// Reads the events.
    ///
    /// @param session session of the trace; must stay open
    /// @param sql query whose first columns are the start and end time; the third identifies the track
    EventList(SqlSession session, String sql) throws SqlProblem {
        this.session = session;
        this.sql = sql;
        GrowingLongs[] read = {new GrowingLongs()};
        session.run(sql, ResultSink.streaming(cursor -> {
            GrowingLongs rows = new GrowingLongs();
            while (cursor.next()) {
                rows.add(cursor.getLong(0));
                rows.add(cursor.getLong(1));
                rows.add(hash(String.valueOf(cursor.getObject(2))));
                rows.add(hash(contents(cursor)));
            }
            read[0] = rows;
        }));
        GrowingLongs all = read[0];
        int size = all.size() / 4;
        Integer[] order = IntStream.range(0, size).boxed().toArray(Integer[]::new);
        Arrays.sort(order, (a, b) -> Long.compare(all.get(4 * a), all.get(4 * b)));
        starts = new long[size];
        ends = new long[size];
        tracks = new long[size];
        contents = new long[size];
        for (int i = 0; i < size; i++) {
            int index = 4 * order[i];
            starts[i] = all.get(index);
            ends[i] = all.get(index + 1);
            tracks[i] = all.get(index + 2);
            contents[i] = all.get(index + 3);
        }
    }

    private static String contents(ResultCursor cursor) throws QueryException {
        StringBuilder row = new StringBuilder();
        for (int i = 2; i < cursor.columns().size(); i++) {
            row.append(cursor.getObject(i)).append('|');
        }
        return row.toString();
    }

    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash ^ hash >>> 29;
    }

    private static long hash(long start, long end, long contents) {
        return (contents * 31 + start) * 0x9E3779B97F4A7C15L + end;
    }

    /// Returns how often each event occurs in a range, by the hash of its times and contents.
    Map<Long, Integer> countsInRange(long start, long end) {
        Map<Long, Integer> counts = new HashMap<>();
        for (int i = firstFrom(start); i < starts.length && starts[i] < end; i++) {
            if (ends[i] >= starts[i] && ends[i] < end) {
                counts.merge(hash(starts[i], ends[i], contents[i]), 1, Integer::sum);
            }
        }
        return counts;
    }

    private int firstFrom(long ts) {
        int i = Arrays.binarySearch(starts, ts);
        if (i < 0) {
            return -1 - i;
        }
        while (i > 0 && starts[i - 1] == ts) {
            i--;
        }
        return i;
    }

    /// Returns the hash of the contents of the last event of each track before a time, by the hash of the track.
    /// Events without a track are omitted.
    Map<Long, Long> lastBefore(long ts) {
        Map<Long, Long> last = new HashMap<>();
        for (int i = 0, end = firstFrom(ts); i < end; i++) {
            last.put(tracks[i], contents[i]);
        }
        last.remove(hash(""));
        return last;
    }

    /// Returns up to this many of the events with these hashes, as text.
    ///
    /// @param withTimes whether the hashes are hashes of times and contents, instead of only contents
    List<String> texts(Collection<Long> hashes, boolean withTimes, int limit) throws SqlProblem {
        List<String> found = new ArrayList<>();
        session.run(sql, ResultSink.streaming(cursor -> {
            found.clear();
            while (cursor.next()) {
                String text = contents(cursor);
                long start = cursor.getLong(0);
                long end = cursor.getLong(1);
                long hash = withTimes ? hash(start, end, hash(text)) : hash(text);
                if (found.size() < limit && hashes.contains(hash)) {
                    found.add(start + "|" + end + "|" + text);
                }
            }
        }));
        return found;
    }
}
