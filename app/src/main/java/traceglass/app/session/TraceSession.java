package traceglass.app.session;

import java.nio.file.Path;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import traceglass.model.time.TimeSpan;
import traceglass.model.track.TrackDataSource;
import traceglass.model.track.TrackNode;

/// One trace, open in a window.
public final class TraceSession implements AutoCloseable {

    private final Path file;
    private final ReadOnlyBooleanWrapper ready = new ReadOnlyBooleanWrapper();
    private final ReadOnlyObjectWrapper<TrackNode> tracks = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<TimeSpan> bounds = new ReadOnlyObjectWrapper<>(new TimeSpan(0, 0));
    private QueryPool queries;

    TraceSession(Path file) {
        this.file = file;
    }

    public Path file() {
        return file;
    }

    /// The file's name, as it stands in the top bar.
    public String name() {
        return file.getFileName().toString();
    }

    /// Whether the import is done, so that [#queries] and every table can be used.
    public ReadOnlyBooleanProperty readyProperty() {
        return ready.getReadOnlyProperty();
    }

    public boolean isReady() {
        return ready.get();
    }

    /// Start and end of the trace; grows while it is imported.
    public ReadOnlyObjectProperty<TimeSpan> boundsProperty() {
        return bounds.getReadOnlyProperty();
    }

    /// The root of the track tree, or null as long as there is none; may be replaced while the trace is imported.
    public ReadOnlyObjectProperty<TrackNode> tracksProperty() {
        return tracks.getReadOnlyProperty();
    }

    /// Events of the tracks.
    public TrackDataSource data() {
        return null;
    }

    /// Runs SQL on the trace off the JavaFX thread. Only when [#isReady].
    public QueryPool queries() {
        return queries;
    }

    @Override
    public void close() {
        if (queries != null) {
            queries.close();
        }
    }
}
