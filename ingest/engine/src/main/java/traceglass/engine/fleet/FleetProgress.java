package traceglass.engine.fleet;

/// Listener for the progress of an operation on many traces. Called by several threads, one at a time.
@FunctionalInterface
public interface FleetProgress {

    /// How far an operation is.
    ///
    /// @param done number of traces that it is finished with, failed ones included
    /// @param failed number of those that failed
    /// @param total number of traces
    /// @param doneBytes size of the traces that are done
    /// @param totalBytes size of all traces
    /// @param elapsedMs milliseconds since the start
    record Step(int done, int failed, int total, long doneBytes, long totalBytes, long elapsedMs) {

        /// Returns the milliseconds that the rest will take at the same speed, or -1 if it isn't known yet.
        public long leftMs() {
            return doneBytes == 0 || elapsedMs < 1000
                    ? -1
                    : Math.round((double) elapsedMs / doneBytes * (totalBytes - doneBytes));
        }
    }

    /// @return false to cancel; traces that are done stay
    boolean update(Step step);

    /// Called for each trace that failed.
    default void failed(FleetFailure failure) {}
}
