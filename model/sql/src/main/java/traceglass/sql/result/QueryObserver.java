package traceglass.sql.result;

/// Statements that implement this are notified of queries that [QueryRows] runs with the driver's own calls.
public interface QueryObserver {

    /// Called before the statement is executed.
    void queryStarted();

    /// Called when the rows were read, or the query failed.
    ///
    /// @param rows number of rows that were read; -1 if there was no result
    /// @param error message of the failure; empty if there was none
    void queryEnded(long rows, String error);
}
