package traceglass.analysis.track;

import java.util.List;

/// Collects the sources of flame graphs for a range on some tracks.
public interface FlameInputs {

    /// Adds slices on these tracks.
    ///
    /// @param trackIds `slice.track_id`
    void addSlices(List<Long> trackIds);

    /// Adds callstack samples of a thread.
    void addThread(long utid);

    /// Adds callstack samples of all threads of a process.
    void addProcess(long upid);

    /// Adds profiles of a native heap.
    ///
    /// @param heap name of the heap, such as `libc.malloc`
    void addHeap(long upid, String heap);

    /// Adds dumps of a Java heap.
    void addDumps(long upid);
}
