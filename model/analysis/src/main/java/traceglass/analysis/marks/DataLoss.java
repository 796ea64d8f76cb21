package traceglass.analysis.marks;

import java.util.Set;

/// Time range in which data was lost, so that the absence of events means nothing.
///
/// @param start ns
/// @param end ns, not before start
/// @param everywhere whether any track may be affected
/// @param tracks otherwise the keys of the affected tracks; a group stands for all tracks in it
/// @param what the missing data, in words
public record DataLoss(long start, long end, boolean everywhere, Set<String> tracks, String what) {

    public DataLoss {
        tracks = Set.copyOf(tracks);
    }

    public long durNs() {
        return end - start;
    }
}
