package traceglass.analysis.track;

import java.util.List;

/// Collects what flame graphs of a range on some tracks are made from.
public interface FlameParts {

    /// Slices on these tracks.
    ///
    /// @param trackIds `slice.track_id`
    void slices(List<Long> trackIds);

    /// Samples of the callstacks of a thread.
    void thread(long utid);

    /// Samples of the callstacks of all threads of a process.
    void process(long upid);

    /// Profiles of a native heap.
    ///
    /// @param heap its name, `libc.malloc` for instance
    void heap(long upid, String heap);

    /// Dumps of a Java heap.
    void dumps(long upid);
}
