package traceglass.ingest.perftext;

/// Determines from the first lines whether times are those since the previous line (`--deltatime`): they begin with 0
/// and decrease about as much as they increase. Times since the first line (`--reltime`) begin with 0, too, but
/// decrease only a little, where lines are out of order.
final class DeltaTimes {

    /// Changes after which the result is final.
    private static final int MAX_CHANGES = 64;
    /// If times are relative to the first line, the sum of their decreases is at most this fraction of the sum of
    /// their increases.
    private static final double MAX_DECREASE_RATIO = 0.25;

    private long last = SampleLine.NONE;
    private boolean hasLaterStart;
    private int changes;
    private double increase;
    private double decrease;

    void add(String line) {
        SampleLine sample = line.isEmpty() || line.charAt(0) == '\t' ? null : SampleLine.parseTimed(line);
        if (isDecided() || sample == null || sample.timeNs() == SampleLine.NONE) {
            return;
        }
        long time = sample.timeNs();
        if (last == SampleLine.NONE) {
            hasLaterStart = time != 0;
        } else if (time != last) {
            changes++;
            increase += Math.max(0, (double) time - last);
            decrease += Math.max(0, (double) last - time);
        }
        last = time;
    }

    /// Returns whether further lines would not change the result.
    boolean isDecided() {
        return hasLaterStart || changes >= MAX_CHANGES;
    }

    boolean areDeltas() {
        return !hasLaterStart && decrease > increase * MAX_DECREASE_RATIO;
    }
}
