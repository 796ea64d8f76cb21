package traceglass.analysis.marks;

import java.util.Set;

/// Time range in which data was lost, so that a missing event does not mean that nothing happened.
///
/// @param start start in ns
/// @param end end in ns, not before `start`
/// @param isEverywhere whether any track may be affected
/// @param tracks keys of the affected tracks if not all are affected; the key of a group includes all tracks in it
/// @param description description of the missing data for display
public record DataLoss(long start, long end, boolean isEverywhere, Set<String> tracks, String description) {

    public DataLoss {
        tracks = Set.copyOf(tracks);
    }

    public long durNs() {
        return end - start;
    }
}
