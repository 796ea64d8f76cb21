package traceglass.ingest.tracker.stack;

import java.util.List;
import traceglass.ingest.tracker.track.CounterTracker;
import traceglass.ingest.tracker.track.TrackTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Weights of the samples of one session, such as allocated bytes: a counter track of the session whose value grows
/// with each sample.
public final class SampleWeights {

    private static final TrackType OF_SESSION = TrackType.counter(
            "stack_sample_session_counter",
            null,
            TrackType.Dimension.ofInt("session_id"),
            TrackType.Dimension.ofString("source"),
            TrackType.Dimension.ofString("counter_name"));

    private final CounterTracker counters;
    private final ProfilerSamples samples;
    private final int track;
    private double sum;

    /// @param session row of the session
    /// @param sourceId string id of the name of the profiler
    /// @param nameId string id of the name of the counter, shown to users
    /// @param unitId string id of the unit of the weights
    /// @param timebase whether the weights decide when samples are taken
    public SampleWeights(
            TrackTracker tracks,
            CounterTracker counters,
            ProfilerSamples samples,
            StringPool strings,
            int session,
            int sourceId,
            int nameId,
            int unitId,
            boolean timebase) {
        this.counters = counters;
        this.samples = samples;
        track = tracks.internCounter(
                OF_SESSION,
                nameId,
                unitId,
                b -> b.addBool(strings.intern("is_timebase"), timebase).addBool(strings.intern("is_cumulative"), true),
                session,
                sourceId,
                nameId);
    }

    /// Adds the weight of a sample. Times must not decrease.
    ///
    /// @return set of counters for [ProfilerSamples#describe]
    public long add(long ts, double weight) {
        if (!Double.isFinite(weight)) {
            return LongColumn.NULL;
        }
        sum += weight;
        return samples.counterSet(List.of(counters.push(ts, sum, track)));
    }
}
