package traceglass.app.context;

import javafx.beans.property.ReadOnlyObjectProperty;
import traceglass.app.session.TraceSession;

/// The trace that is open in one place of a window.
///
/// @param sessionProperty the open trace, or null. A new session replaces the old one, which is closed after that;
///     parts drop what they hold of it when this changes. [TraceSession#isReady] says whether it can be queried yet.
public record OpenTrace(ReadOnlyObjectProperty<TraceSession> sessionProperty) {

    /// The open trace, or null.
    public TraceSession session() {
        return sessionProperty.get();
    }
}
