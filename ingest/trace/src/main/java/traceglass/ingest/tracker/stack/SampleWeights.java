package traceglass.ingest.tracker.stack;

import java.util.List;
import traceglass.ingest.tracker.track.CounterTracker;
import traceglass.ingest.tracker.track.TrackTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Weights of the samples of one session, such as allocated bytes: a counter track of the session whose value
/// increases by the weight of each sample.
public final class SampleWeights {

    private static final TrackType SESSION_COUNTER = TrackType.counter(
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
    /// @param sourceId string id of the profiler's name
    /// @param nameId string id of the counter's name, which is shown to users
    /// @param unitId string id of the unit of the weights
    /// @param isTimebase whether the weights determine when samples are taken
    public SampleWeights(
            TrackTracker tracks,
            CounterTracker counters,
            ProfilerSamples samples,
            StringPool strings,
            int session,
            int sourceId,
            int nameId,
            int unitId,
            boolean isTimebase) {
        this.counters = counters;
        this.samples = samples;
        track = tracks.internCounter(
                SESSION_COUNTER,
                nameId,
                unitId,
                b -> b.addBool(strings.intern("is_timebase"), isTimebase)
                        .addBool(strings.intern("is_cumulative"), true),
                session,
                sourceId,
                nameId);
    }

    /// Adds the weight of a sample. Times must not decrease.
    ///
    /// @return id of the counter set for [ProfilerSamples#describe]
    public long add(long ts, double weight) {
        if (!Double.isFinite(weight)) {
            return LongColumn.NULL;
        }
        sum += weight;
        return samples.counterSet(List.of(counters.push(ts, sum, track)));
    }
}
