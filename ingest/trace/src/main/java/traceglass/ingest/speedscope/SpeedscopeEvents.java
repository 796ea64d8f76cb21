package traceglass.ingest.speedscope;

import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Writes profiles that measure time: slices for frames that open and close, stack samples for samples.
final class SpeedscopeEvents {

    private static final TrackType WEIGHT = TrackType.counter(
            "stack_sample_session_counter",
            null,
            TrackType.Dimension.ofInt("session_id"),
            TrackType.Dimension.ofString("source"),
            TrackType.Dimension.ofString("counter_name"));

    private final ImportContext context;
    private final SpeedscopeFrames frames;
    private final ClockId clock;
    private final long baseNs;
    private final ProfilerSamples samples;
    private final EventSorter.Queue slices;
    private final EventSorter.Queue sampled;
    private int session = -1;
    private int weightTrack = -1;

    /// Thread of an evented profile.
    private static final class EventedThread {
        final int track;
        /// Number of open frames that are nested too deep to become slices.
        int dropped;

        EventedThread(int track) {
            this.track = track;
        }
    }

    /// Thread of a sampled profile.
    ///
    /// @param callsites callsites of the nodes of the profile
    /// @param isWeighted whether the weights of the samples differ
    private record SampledThread(SpeedscopeProfile profile, int[] callsites, int task, boolean isWeighted) {}

    /// @param clock clock of the file's times
    /// @param baseNs time in the file, in ns, that corresponds to 0 in the clock
    SpeedscopeEvents(ImportContext context, SpeedscopeFrames frames, ClockId clock, long baseNs) {
        this.context = context;
        this.frames = frames;
        this.clock = clock;
        this.baseNs = baseNs;
        samples = context.session().profilerSamples();
        slices = context.sorter().queue((ts, data, ref) -> addSlice(ts, data, (EventedThread) ref));
        sampled = context.sorter().queue((ts, data, ref) -> addSample(ts, (int) data, (SampledThread) ref));
    }

    void add(SpeedscopeProfile profile, int utid) {
        if (profile.eventCount() > 0) {
            addEvents(profile, new EventedThread(context.tracks().threadTrack(utid)));
        }
        if (profile.sampleCount() > 0) {
            addSamples(profile, utid);
        }
    }

    private void push(EventSorter.Queue queue, long ns, long data, Object ref) {
        long ts = context.clocks().toTraceTime(clock, ns);
        if (ts != ClockTracker.NONE) {
            queue.push(ts, data, ref);
        }
    }

    /// Pushes events in file order, so that every frame closes after the frames it called. A frame that closes too
    /// early also closes the frames it called; frames that never close end with the profile.
    private void addEvents(SpeedscopeProfile profile, EventedThread thread) {
        long scale = profile.scale();
        long origin = profile.firstTime().toNs(scale) - baseNs;
        GrowingInts open = new GrowingInts();
        long last = origin;
        for (int i = 0; i < profile.eventCount(); i++) {
            last = Math.max(last, origin + Math.round(profile.timeOfEvent(i) * scale));
            int frame = profile.frameOfEvent(i);
            if (!profile.closes(i)) {
                open.add(frame);
                push(slices, last, frame, thread);
                continue;
            }
            int index = open.size() - 1;
            while (index >= 0 && open.get(index) != frame) {
                index--;
            }
            if (index < open.size() - 1) {
                context.stats().increment(StatNames.SPEEDSCOPE_INVALID_EVENT);
            }
            while (index >= 0 && open.size() > index) {
                open.removeLast();
                push(slices, last, -1, thread);
            }
        }
        long end = profile.end() == null ? last : Math.max(last, profile.end().toNs(scale) - baseNs);
        for (int i = open.size(); i > 0; i--) {
            push(slices, end, -1, thread);
        }
    }

    /// @param frame frame that opens; -1 if the innermost one closes
    private void addSlice(long ts, long frame, EventedThread thread) {
        if (frame < 0) {
            if (thread.dropped > 0) {
                thread.dropped--;
            } else {
                context.slices().end(ts, thread.track, StringPool.NULL, StringPool.NULL, null);
            }
            return;
        }
        int row = context.slices().begin(ts, thread.track, StringPool.NULL, frames.nameId((int) frame), null);
        if (row < 0) {
            thread.dropped++;
            return;
        }
        int args = frames.args((int) frame);
        if (args != IntColumn.NULL) {
            context.slices().setArgs(row, args);
        }
    }

    private void addSamples(SpeedscopeProfile profile, int utid) {
        if (session < 0) {
            session = samples.session(
                    context.strings().intern("speedscope"), context.strings().intern("ns"), StringPool.NULL);
        }
        boolean isWeighted = false;
        for (int i = 1; i < profile.sampleCount() && !isWeighted; i++) {
            isWeighted = profile.weight(i) != profile.weight(0);
        }
        int task = samples.task(context.processes().upidOf(utid), utid);
        SampledThread thread = new SampledThread(profile, frames.callsites(profile), task, isWeighted);
        long scale = profile.scale();
        long origin = profile.start().toNs(scale) - baseNs;
        double offset = 0;
        for (int i = 0; i < profile.sampleCount(); i++) {
            if (profile.nodeOfSample(i) != SpeedscopeProfile.NO_NODE) {
                push(sampled, origin + Math.round(offset * scale), i, thread);
            }
            offset += profile.weight(i);
        }
    }

    private void addSample(long ts, int i, SampledThread thread) {
        int source = context.strings().intern("speedscope");
        int callsite = thread.callsites[thread.profile.nodeOfSample(i)];
        int row = samples.add(ts, source, thread.task, callsite);
        long counters = LongColumn.NULL;
        if (thread.isWeighted) {
            double ns = thread.profile.weight(i) * thread.profile.scale();
            counters = samples.counterSet(List.of(context.counters().push(ts, ns, weightTrack())));
        }
        samples.describe(row, ProfilerSamples.NONE, StringPool.NULL, session, counters);
    }

    private int weightTrack() {
        if (weightTrack < 0) {
            int name = context.strings().intern("weight");
            weightTrack = context.tracks()
                    .internCounter(
                            WEIGHT,
                            name,
                            context.strings().intern("ns"),
                            b -> b.addBool(context.strings().intern("is_timebase"), true),
                            session,
                            context.strings().intern("speedscope"),
                            name);
        }
        return weightTrack;
    }
}
