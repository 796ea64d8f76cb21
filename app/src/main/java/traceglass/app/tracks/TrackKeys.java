package traceglass.app.tracks;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import traceglass.analysis.processes.ThreadTracks;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.context.OpenTrace;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Notices;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Finds keys of tracks by queries. Used on the JavaFX thread; queries run on other threads.
final class TrackKeys {

    /// Result columns that identify tracks, in order of precedence.
    private static final List<String> COLUMNS = List.of("track_id", "utid", "upid", "ucpu", "slice_id", "id");
    /// Maximum number of tracks.
    private static final int MAX_TRACKS = 100_000;

    private final OpenTrace trace;
    private final Notices notices;

    TrackKeys(OpenTrace trace, Notices notices) {
        this.trace = trace;
        this.notices = notices;
    }

    /// Finds the tracks of the main threads of all processes.
    void mainThreads(Consumer<? super Set<String>> done) {
        queryTracks(ThreadTracks::ofMainThreads, done);
    }

    /// Finds the tracks that the rows of a query refer to: by track, thread, process, CPU or slice. The query may
    /// use all SQL features.
    void ofQuery(String sql, Consumer<? super Set<String>> done) {
        TraceSession session = trace.session();
        if (session == null || !session.isReady() || sql.isBlank()) {
            return;
        }
        Thread.ofPlatform().daemon().name("tracks-of-query").start(() -> {
            String column = null;
            Set<Long> ids = new LinkedHashSet<>();
            String problem = null;
            try (SqlSession querySession = session.openSql()) {
                String[] found = new String[1];
                querySession.run(sql, cursor -> {
                    List<String> names = cursor.columns().stream()
                            .map(n -> n.name().toLowerCase(Locale.ROOT))
                            .toList();
                    found[0] =
                            COLUMNS.stream().filter(names::contains).findFirst().orElse(null);
                    ids.clear();
                    int columnIndex = found[0] == null ? -1 : names.indexOf(found[0]);
                    while (columnIndex >= 0 && ids.size() < MAX_TRACKS && cursor.next()) {
                        long id = cursor.getLong(columnIndex);
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
            String found = column;
            String failure = problem == null && found == null ? TrackTreeTexts.noColumn(COLUMNS) : problem;
            FxThread.later(() -> {
                if (trace.session() != session) {
                    return;
                }
                if (failure != null) {
                    notices.show(Notices.Severity.ERROR, "workspace", TrackTreeTexts.findingFailed(failure));
                } else {
                    queryTracks((q, index) -> ThreadTracks.of(q, index, found, ids), done);
                }
            });
        });
    }

    /// Runs a query as soon as the trace is ready.
    <T> void queryTracks(ThreadTracks.TrackQuery<T> query, Consumer<? super T> done) {
        TraceSession session = trace.session();
        if (session == null || !session.isReady()) {
            notices.show(Notices.Severity.INFO, "workspace", TrackTreeTexts.TRACE_NOT_READY);
            return;
        }
        TrackLookup index = session.trackLookup();
        session.queries()
                .submit(
                        "track-keys",
                        q -> query.query(q, index),
                        found -> {
                            if (session == trace.session()) {
                                done.accept(found);
                            }
                        },
                        e -> notices.show(
                                Notices.Severity.ERROR, "workspace", TrackTreeTexts.findingFailed(e.getMessage())));
    }
}
