package traceglass.app.session;

import java.sql.Connection;
import java.sql.SQLException;

/// Gives tests access to the store of a window's trace.
public final class SessionConnection {

    private SessionConnection() {}

    /// Opens a connection that the caller closes. Requires that the session is ready.
    public static Connection of(TraceSession session) throws SQLException {
        return session.store().connection();
    }
}
