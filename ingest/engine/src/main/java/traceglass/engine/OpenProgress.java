package traceglass.engine;

/// Receives the progress of opening a trace, about ten times per second, on a thread of the engine.
@FunctionalInterface
public interface OpenProgress {

    /// Receives the current progress.
    ///
    /// @param phase one word, such as `reading` or `loading`
    /// @param bytesRead bytes of the file read so far, as stored on disk
    /// @param bytesTotal size of the file; 0 while unknown
    /// @return false to cancel: opening then fails within milliseconds and leaves no files behind
    boolean update(String phase, long bytesRead, long bytesTotal);
}
