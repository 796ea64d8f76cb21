package traceglass.analysis.live.recording;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.duckdb.DuckDBConnection;
import traceglass.analysis.sched.MinimapData;
import traceglass.analysis.timeline.StoreTrackData;
import traceglass.analysis.timeline.TrackTreeBuilder;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.database.LiveSchema;
import traceglass.store.database.LiveWindow;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

/// Reads the timeline of a running recording repeatedly. Not thread-safe, except for [#close].
public final class LiveTimeline implements AutoCloseable {

    /// Maximum number of events of one table that a window contains, counting only rows on disk.
    private static final long MAX_EVENTS = 200_000;
    /// Parts that depend on the whole recording are read again after this many times the time that they took.
    private static final int PAUSE_FACTOR = 8;
    private static final long MIN_PAUSE_NS = 800_000_000L;
    private static final int MINIMAP_BUCKETS = 1200;
    /// Events that last at least the length of the window divided by this are always read; shorter ones are
    /// narrower than a pixel.
    private static final int MAX_PIXELS = 3000;

    /// The timeline at one moment. Immutable.
    ///
    /// @param roots top level of the tree
    /// @param bounds start of the trace, and time of the newest event
    /// @param data events of the tracks in `window`
    /// @param window time range that `data` covers
    /// @param index finds a track by its content
    public record View(
            List<TrackNode> roots,
            TimeSpan bounds,
            TrackDataSource data,
            TimeSpan window,
            TrackLookup index,
            MinimapData minimap) {}

    private final TraceStore store;
    private final StoreTrackData fullTimeline;
    private final TrackReaders readers;
    private List<TrackNode> roots = List.of();
    private TrackLookup index = TrackLookup.NONE;
    private MinimapData minimap = new MinimapData(0, 1, List.of());
    private long treeDueNs;
    private long minimapDueNs;

    public LiveTimeline(TraceStore store) {
        this.store = store;
        fullTimeline = new StoreTrackData(store);
        readers = new TrackReaders(store, fullTimeline.derived());
    }

    /// Returns the source without a window, which caches the data read; for data that is not part of the
    /// timeline.
    public StoreTrackData fullTimeline() {
        return fullTimeline;
    }

    /// Reads the timeline.
    ///
    /// @param visible visible time range; the events around it are read, too
    /// @param bounds start and end of the timeline; may end before the trace
    public View read(TimeSpan visible, TimeSpan bounds) throws QueryException {
        try (DuckDBConnection connection = store.connection()) {
            readTree();
            readMinimap(connection, bounds);
            TimeSpan window = expand(visible, bounds);
            LiveWindow events = limitWindow(connection, window);
            return new View(roots, bounds, new LiveTrackData(readers, events, bounds.end()), window, index, minimap);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns the time range whose events are read: the visible range, with its length added on both sides,
    /// and earlier by [LiveSchema#LONG_NS], for shorter events that last into it. At the end of the recording
    /// the margin is smaller, because the events are soon read again.
    private static TimeSpan expand(TimeSpan visible, TimeSpan bounds) {
        long length = Math.min(visible.durNs(), bounds.durNs() + 1);
        long margin = visible.end() < bounds.end() ? length : length / 4;
        long from = Math.max(bounds.start(), visible.start() - margin - LiveSchema.LONG_NS);
        return new TimeSpan(from, Math.max(from, Math.min(bounds.end() + 1, visible.end() + margin)));
    }

    /// Returns the window with as many events as can be shown.
    private static LiveWindow limitWindow(Connection connection, TimeSpan window) throws SQLException {
        long maximum = 0;
        try (Statement statement = connection.createStatement()) {
            for (TableSpec spec : TraceStorage.specs()) {
                if (LiveSchema.isTimed(spec)) {
                    try (var rows = statement.executeQuery(LiveSchema.count(spec, window.start(), window.end()))) {
                        maximum = Math.max(maximum, rows.next() ? rows.getLong(1) : 0);
                    }
                }
            }
        }
        return maximum <= MAX_EVENTS
                ? new LiveWindow(window.start(), window.end())
                : new LiveWindow(
                        window.start(),
                        window.end(),
                        Math.max(1, window.durNs() / MAX_PIXELS),
                        (maximum + MAX_EVENTS - 1) / MAX_EVENTS);
    }

    private void readTree() throws QueryException {
        long start = System.nanoTime();
        if (start - treeDueNs < 0 && treeDueNs != 0) {
            return;
        }
        roots = TrackTreeBuilder.build(store).children();
        index = TrackLookup.of(roots);
        treeDueNs = nextDue(start);
    }

    private void readMinimap(Connection connection, TimeSpan bounds) throws SQLException {
        long start = System.nanoTime();
        if (start - minimapDueNs < 0 && minimapDueNs != 0) {
            return;
        }
        minimap = LiveMinimap.read(connection, bounds, MINIMAP_BUCKETS);
        minimapDueNs = nextDue(start);
    }

    /// Returns the time at which a part is read again if reading it took from `start` until now.
    private static long nextDue(long start) {
        long now = System.nanoTime();
        return now + Math.max(MIN_PAUSE_NS, (now - start) * PAUSE_FACTOR);
    }

    /// Stops reading tracks. Returns immediately.
    @Override
    public void close() {
        readers.close();
        fullTimeline.close();
    }
}
