package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.context.AppContext;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Notices;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Finds the keys of tracks by asking the trace. Used on the JavaFX thread; the asking goes on elsewhere.
final class TrackKeys {

    /// Columns of a result that lead to tracks, the first of them that it has counts.
    private static final List<String> COLUMNS = List.of("track_id", "utid", "upid", "ucpu", "slice_id", "id");
    /// More tracks than this are no choice.
    private static final int MOST = 100_000;

    private final AppContext context;

    TrackKeys(AppContext context) {
        this.context = context;
    }

    /// Tracks of the main threads of all processes.
    void mainThreads(Consumer<Collection<String>> done) {
        ask((q, index) -> ofThreads(q, index, "SELECT utid FROM thread WHERE is_main_thread = 1"), done);
    }

    /// Tracks that the rows of a query lead to: those of tracks, threads, processes, CPUs, or of slices. It may use
    /// all of the trace's SQL.
    void ofQuery(String sql, Consumer<Collection<String>> done) {
        TraceSession session = context.session();
        if (session == null || !session.isReady() || sql.isBlank()) {
            return;
        }
        Thread.ofPlatform().daemon().name("tracks-of-query").start(() -> {
            String column = null;
            Set<Long> ids = new LinkedHashSet<>();
            String problem = null;
            try (SqlSession own = session.openSql()) {
                String[] found = new String[1];
                own.run(sql, cursor -> {
                    List<String> names = cursor.columns().stream()
                            .map(n -> n.name().toLowerCase(Locale.ROOT))
                            .toList();
                    found[0] =
                            COLUMNS.stream().filter(names::contains).findFirst().orElse(null);
                    ids.clear();
                    int place = found[0] == null ? -1 : names.indexOf(found[0]);
                    while (place >= 0 && ids.size() < MOST && cursor.next()) {
                        long id = cursor.getLong(place);
                        if (!cursor.wasNull()) {
                            ids.add(id);
                        }
                    }
                });
                column = found[0];
            } catch (SqlProblem e) {
                problem = e.describe();
            } catch (QueryException e) {
                problem = e.getMessage();
            }
            String of = column;
            String said = problem == null && of == null
                    ? "The result has none of the columns " + String.join(", ", COLUMNS) + "."
                    : problem;
            FxThread.later(() -> {
                if (context.session() != session) {
                    return;
                }
                if (said != null) {
                    context.notices().show(Notices.Severity.ERROR, "workspace", "No tracks were found: " + said);
                } else {
                    ask((q, index) -> keys(q, index, of, ids), done);
                }
            });
        });
    }

    private static Collection<String> keys(TraceQueries q, TrackLookup index, String column, Set<Long> ids)
            throws QueryException {
        String list = ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
        Set<String> keys = new LinkedHashSet<>();
        if (ids.isEmpty()) {
            return keys;
        }
        switch (column) {
            case "track_id" -> ids.forEach(id -> index.track(id).ifPresent(keys::add));
            case "utid" -> keys.addAll(ofThreads(q, index, "SELECT unnest([" + list + "]) AS utid"));
            case "upid" -> ids.forEach(id -> index.process(id).ifPresent(keys::add));
            case "ucpu" -> ids.forEach(id -> index.cpu(id).ifPresent(keys::add));
            default ->
                numbers(q, "SELECT DISTINCT track_id FROM __intrinsic_slice WHERE id IN (" + list + ") ORDER BY 1")
                        .forEach(id -> index.track(id).ifPresent(keys::add));
        }
        return keys;
    }

    /// States and tracks of threads.
    ///
    /// @param threads gives their `utid`
    static Set<String> ofThreads(TraceQueries q, TrackLookup index, String threads) throws QueryException {
        Set<String> keys = new LinkedHashSet<>();
        numbers(q, "SELECT utid FROM (" + threads + ")")
                .forEach(utid -> index.thread(utid).ifPresent(keys::add));
        numbers(q, "SELECT id FROM __intrinsic_track WHERE utid IN (SELECT utid FROM (" + threads + ")) ORDER BY id")
                .forEach(id -> index.track(id).ifPresent(keys::add));
        return keys;
    }

    /// The first column of a result.
    static List<Long> numbers(TraceQueries q, String sql) throws QueryException {
        List<Long> found = new ArrayList<>();
        q.each(sql, r -> {
            found.add(r.getLong(1));
        });
        return found;
    }

    /// What is asked of the trace.
    interface Question<T> {
        T ask(TraceQueries q, TrackLookup index) throws QueryException;
    }

    /// Asks once the trace can be asked.
    <T> void ask(Question<T> question, Consumer<T> done) {
        TraceSession session = context.session();
        if (session == null || !session.isReady()) {
            context.notices().show(Notices.Severity.INFO, "workspace", "The trace is still being read.");
            return;
        }
        TrackLookup index = session.index();
        session.queries()
                .submit(
                        "track-keys",
                        q -> question.ask(q, index),
                        found -> {
                            if (session == context.session()) {
                                done.accept(found);
                            }
                        },
                        e -> context.notices()
                                .show(
                                        Notices.Severity.ERROR,
                                        "workspace",
                                        "The tracks could not be found: " + e.getMessage()));
    }
}
