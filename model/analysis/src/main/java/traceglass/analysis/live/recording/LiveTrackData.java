package traceglass.analysis.live.recording;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.duckdb.DuckDBConnection;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackReadContext;
import traceglass.sql.result.QueryException;
import traceglass.store.database.LiveWindow;

/// Events of a running recording in one time window, as recorded when this source was created or shortly after.
final class LiveTrackData implements TrackDataSource {

    private final TrackReaders readers;
    private final LiveWindow window;
    private final long end;
    private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<TrackData>> loaded = new ConcurrentHashMap<>();

    /// @param end time of the newest event; events that have not ended last until then
    LiveTrackData(TrackReaders readers, LiveWindow window, long end) {
        this.readers = readers;
        this.window = window;
        this.end = end;
    }

    @Override
    public CompletableFuture<TrackData> load(TrackNode node) {
        return loaded.computeIfAbsent(node.key(), _ -> start(node));
    }

    private CompletableFuture<TrackData> start(TrackNode node) {
        try {
            return CompletableFuture.supplyAsync(() -> read(node), readers.threads());
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private TrackData read(TrackNode node) {
        try {
            return readers.withConnection(window, connection -> node.kind().read(new ReadContext(connection)));
        } catch (SQLException e) {
            String message = String.valueOf(e.getMessage());
            throw new CompletionException(message.lines().findFirst().orElse(""), e);
        }
    }

    private final class ReadContext implements TrackReadContext {

        private final RowQueries queries;

        ReadContext(DuckDBConnection connection) {
            queries = RowQueries.on(connection);
        }

        @Override
        public void forEachRow(String sql, Row row) throws SQLException {
            queries.forEachRow(sql, row);
        }

        @Override
        public long traceEnd() {
            return end;
        }

        @Override
        public <T> T shared(Class<T> type, Supplier<T> factory) {
            return type.cast(shared.computeIfAbsent(type, _ -> factory.get()));
        }

        @Override
        public TrackData dataOf(TrackNode other) {
            CompletableFuture<TrackData> existing = loaded.get(other.key());
            return existing != null && existing.isDone() && !existing.isCompletedExceptionally()
                    ? existing.join()
                    : read(other);
        }

        @Override
        public void ensure(String derivedTable) throws SQLException {
            try {
                readers.derived().ensure(derivedTable);
            } catch (QueryException e) {
                throw e.asSqlException();
            }
        }
    }
}
