package traceglass.engine;

/// Encodes the rows of a query, cell by cell, on the thread that runs it. For programs that pass on a result in a form
/// of their own, such as a network protocol.
///
/// @param <B> a batch of encoded rows
public interface CellSink<B> {

    /// Adds a cell without a value.
    void addNull();

    /// Adds an integer; booleans are 1 and 0.
    void addLong(long value);

    void addDouble(double value);

    /// Adds a string.
    ///
    /// @param utf8 array that contains it in UTF-8; reused afterwards
    /// @param offset index of its first byte
    /// @param length number of its bytes
    void addText(byte[] utf8, int offset, int length);

    void addBytes(byte[] value);

    /// Ends a row.
    ///
    /// @return whether the rows should be passed on as a batch
    boolean endRow();

    /// Returns the complete rows since the last batch, maybe none, and starts the next batch. A row that was not ended
    /// is dropped: the query failed while it was read.
    B takeBatch();
}
