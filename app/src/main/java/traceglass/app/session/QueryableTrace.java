package traceglass.app.session;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.derived.DerivedTables;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.live.recording.LiveTimeline;
import traceglass.analysis.query.QueryPool;
import traceglass.analysis.timeline.StoreTracks;
import traceglass.analysis.track.TrackDataSource;
import traceglass.app.task.FxThread;
import traceglass.ingest.open.ImportReport;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreException;
import traceglass.store.time.TimeSpan;

/// A trace that can be queried. Created on another thread and handed over as a whole.
///
/// @param events events of the tracks on the timeline
/// @param first time span that is initially visible
record QueryableTrace(
        TraceStore store,
        ImportReport report,
        List<String> warnings,
        long tookNs,
        long fileBytes,
        TraceSummary summary,
        QueryPool queries,
        StoreTracks tracks,
        TrackDataSource events,
        TimeSpan first) {

    /// Creates a complete trace.
    QueryableTrace(
            TraceStore store,
            ImportReport report,
            List<String> warnings,
            long tookNs,
            long fileBytes,
            TraceSummary summary,
            QueryPool queries,
            StoreTracks tracks,
            TimeSpan first) {
        this(store, report, warnings, tookNs, fileBytes, summary, queries, tracks, tracks.data(), first);
    }

    /// Creates the trace of a recording that is still running.
    static QueryableTrace of(
            TraceStore store, LiveTimeline timeline, TraceSummary summary, LiveTimeline.View view, long tookNs) {
        return new QueryableTrace(
                store,
                new ImportReport(false, 0, 0, Map.of()),
                List.of(),
                tookNs,
                0,
                summary,
                QueryPool.of(store, FxThread::later),
                tracks(view, timeline),
                view.data(),
                view.bounds());
    }

    private static StoreTracks tracks(LiveTimeline.View view, LiveTimeline timeline) {
        return new StoreTracks(view.roots(), view.bounds(), timeline.fullTimeline(), view.index(), view.minimap());
    }

    /// Returns the tracks for the timeline.
    TraceSession.Tracks timelineTracks() {
        return new TraceSession.Tracks(tracks.roots(), tracks.bounds(), events);
    }

    /// Returns the trace with a newer timeline.
    QueryableTrace with(LiveTimeline.View view, LiveTimeline timeline) {
        return new QueryableTrace(
                store,
                report,
                warnings,
                tookNs,
                fileBytes,
                summary,
                queries,
                tracks(view, timeline),
                view.data(),
                view.bounds());
    }

    /// Creates data that the import deferred, see [TraceSession#ensure].
    void ensure(String name) throws StoreException {
        if (!DerivedTables.isTable(name)) {
            store.ensure(name);
            return;
        }
        try {
            tracks.data().derived().ensure(name);
        } catch (QueryException e) {
            throw new StoreException(e.getMessage(), e);
        }
    }

    /// Closes the queries, and then the tracks and the database; returns immediately, because waiting for running
    /// queries would block the JavaFX thread.
    ///
    /// @param closeRest closes the tracks and the database instead; or null
    void close(@Nullable Runnable closeRest) {
        Thread.ofPlatform().daemon().name("close-trace").start(() -> {
            queries.close();
            if (closeRest != null) {
                closeRest.run();
                return;
            }
            tracks.data().close();
            store.close();
        });
    }
}
