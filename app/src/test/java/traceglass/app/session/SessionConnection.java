package traceglass.app.session;

import java.sql.Connection;
import java.sql.SQLException;

/// Lets tests look into the store of a window's trace.
public final class SessionConnection {

    private SessionConnection() {}

    /// A connection of the caller's own. Only when the session is ready.
    public static Connection of(TraceSession session) throws SQLException {
        return session.store().connection();
    }
}
