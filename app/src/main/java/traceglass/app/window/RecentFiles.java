package traceglass.app.window;

import java.nio.file.Path;
import traceglass.app.session.TraceSession;
import traceglass.app.settings.RecentTraces;
import traceglass.app.window.opening.TraceThumbnail;
import traceglass.ingest.open.FleetMember;
import traceglass.store.database.TemporaryFiles;

/// Adds opened traces, projects and folders to the list of recent files.
final class RecentFiles {

    private final RecentTraces recent;

    RecentFiles(RecentTraces recent) {
        this.recent = recent;
    }

    /// Adds an open trace or its project, unless it can't be opened again: temporary files and traces of a fleet.
    ///
    /// @param project the project of the trace, or null
    void add(TraceSession session, Path project) {
        Path file = project == null ? session.file() : project;
        if (FleetMember.isMember(file) || TemporaryFiles.isDeletedAtExit(file)) {
            return;
        }
        String summary = TraceHeading.summary(session, session.summary().deviceText(), TraceHeading.duration(session));
        recent.add(file, session.fileBytes(), summary, TraceThumbnail.of(session.minimap()));
    }

    /// Adds a folder of traces.
    void addFolder(Path folder, String summary) {
        recent.add(folder, -1, summary, RecentTraces.Thumbnail.NONE);
    }
}
