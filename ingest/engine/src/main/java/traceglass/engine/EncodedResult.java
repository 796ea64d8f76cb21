package traceglass.engine;

import org.jspecify.annotations.Nullable;

/// Rows of a query in the encoding of a [CellSink].
///
/// @param <B> a batch of encoded rows
public final class EncodedResult<B> extends StreamedResult<B> {

    EncodedResult(ResultFeed<B> feed) {
        super(feed);
    }

    /// Waits for the next batch, which may contain no rows; returns null at the end.
    ///
    /// @throws SqlErrorException if the statement failed after its first rows; batches returned before are valid
    /// @throws EngineException if another query of the session has closed the result
    public @Nullable B next() {
        return nextBatch();
    }
}
