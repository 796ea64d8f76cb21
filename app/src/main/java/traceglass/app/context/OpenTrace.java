package traceglass.app.context;

import javafx.beans.property.ReadOnlyObjectProperty;
import traceglass.app.session.TraceSession;

/// The trace open in a slot of a window.
///
/// @param sessionProperty the open trace, or null. A new session replaces the old one before the old one is
///     closed; components release all references to the old one when this changes. [TraceSession#isReady]
///     returns whether it can be queried yet.
public record OpenTrace(ReadOnlyObjectProperty<TraceSession> sessionProperty) {

    /// Returns the open trace, or null.
    public TraceSession session() {
        return sessionProperty.get();
    }
}
