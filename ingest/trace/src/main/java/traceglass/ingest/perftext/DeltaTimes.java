package traceglass.ingest.perftext;

/// Finds out from the first lines whether times are those since the previous line (`--deltatime`): they begin with 0
/// and decrease later, which times since the first line (`--reltime`) never do.
final class DeltaTimes {

    private long last = SampleLine.NONE;
    private boolean isDecided;
    private boolean areDeltas;

    void add(String line) {
        SampleLine sample = line.isEmpty() || line.charAt(0) == '\t' ? null : SampleLine.timed(line);
        if (isDecided || sample == null || sample.timeNs() == SampleLine.NONE) {
            return;
        }
        areDeltas = last != SampleLine.NONE && sample.timeNs() < last;
        isDecided = areDeltas || last == SampleLine.NONE && sample.timeNs() != 0;
        last = sample.timeNs();
    }

    /// Returns whether further lines would not change the result.
    boolean isDecided() {
        return isDecided;
    }

    boolean areDeltas() {
        return areDeltas;
    }
}
