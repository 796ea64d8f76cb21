package traceglass.analysis.marks;

import java.util.Set;

/// A stretch of time in which data was lost, so that an empty place in it says nothing.
///
/// @param start ns
/// @param end ns, not before start
/// @param everywhere whether any track may lack something
/// @param tracks otherwise the keys of those that do; a group stands for all in it
/// @param what what is missing, in words
public record DataLoss(long start, long end, boolean everywhere, Set<String> tracks, String what) {

    public DataLoss {
        tracks = Set.copyOf(tracks);
    }

    public long durNs() {
        return end - start;
    }
}
