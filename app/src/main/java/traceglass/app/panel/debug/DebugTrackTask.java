package traceglass.app.panel.debug;

import traceglass.analysis.debug.DebugTrackCreator;
import traceglass.analysis.debug.DebugTrackSpec;
import traceglass.analysis.debug.DebugTracks;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Notices;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Creates debug tracks off the JavaFX thread and shows them.
public final class DebugTrackTask {

    private DebugTrackTask() {}

    /// Creates tracks in a session.
    private interface Creator {
        DebugTracks run(SqlSession session, int number) throws SqlProblem;
    }

    /// Creates tracks from a query on the trace, in a temporary session. Ignored while the trace is still being
    /// read.
    public static void show(TraceSlot slot, Notices notices, DebugTrackSpec spec) {
        show(slot, notices, (session, number) -> DebugTrackCreator.create(session, spec, number));
    }

    /// Creates tracks with column meanings derived from column names.
    ///
    /// @param by column whose values each get their own track, or null
    public static void show(TraceSlot slot, Notices notices, String sql, String title, String by) {
        show(slot, notices, (session, number) -> DebugTrackCreator.create(session, sql, title, by, number));
    }

    private static void show(TraceSlot slot, Notices notices, Creator creator) {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady()) {
            return;
        }
        int number = trace.debugTracks().beginCreation();
        Thread.ofPlatform().daemon().name("debug-track-" + number).start(() -> {
            Runnable result;
            try (SqlSession session = trace.openSql()) {
                DebugTracks debugTracks = creator.run(session, number);
                result = () -> showTracks(slot, trace, debugTracks);
            } catch (SqlProblem e) {
                result = () -> failed(notices, e.describe());
            } catch (QueryException e) {
                result = () -> failed(notices, e.getMessage());
            }
            Runnable action = result;
            FxThread.later(() -> {
                action.run();
                trace.debugTracks().endCreation();
            });
        });
    }

    /// Shows the tracks unless another trace has been opened since.
    public static void showTracks(TraceSlot slot, TraceSession trace, DebugTracks debugTracks) {
        if (slot.trace().session() == trace) {
            slot.navigation().navigator().showDebugTracks(debugTracks);
        }
    }

    private static void failed(Notices notices, String reason) {
        notices.show(Notices.Severity.ERROR, "debug-track-failed", DebugTrackTexts.cantCreateTrack(reason));
    }
}
