package traceglass.sql.result;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/// The statement that one thread runs on a connection, one at a time, and that other threads may cancel at any time:
/// before its first rows, and while further rows are fetched.
///
/// Canceling between two statements of the database has no effect.
public final class RunningStatement {

    private volatile Statement statement;
    /// Guards the field below: while it is set, the connection is not closed.
    private final Object fetching = new Object();
    /// Connection whose rows are being fetched, or null.
    private Connection fetched;

    /// Records the statement that will be executed next. Each call must be followed by a call of [#end].
    public void begin(Statement next) {
        statement = next;
    }

    /// Records that the statement was executed, and that its rows will be fetched.
    public void fetch() throws SQLException {
        Statement executed = statement;
        Connection connection = executed == null ? null : executed.getConnection();
        synchronized (fetching) {
            fetched = connection;
        }
    }

    /// Records that no more rows will be fetched.
    public void endFetch() {
        synchronized (fetching) {
            fetched = null;
        }
    }

    /// Records that the statement has ended. Its connection may be closed or used otherwise only afterwards.
    public void end() {
        endFetch();
        statement = null;
    }

    /// Cancels the statement, if there is one; may be called from any thread.
    public void cancel() {
        Statement current = statement;
        if (current != null) {
            try {
                current.cancel();
            } catch (SQLException e) {
                // The statement ended at the same time.
            }
        }
        synchronized (fetching) {
            if (fetched != null) {
                FetchInterrupt.interrupt(fetched);
            }
        }
    }
}
