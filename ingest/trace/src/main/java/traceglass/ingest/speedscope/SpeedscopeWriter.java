package traceglass.ingest.speedscope;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.store.names.StatNames;

/// Writes the profiles of a file. A profile that measures time becomes a thread of one process; any other profile
/// becomes an aggregate profile.
final class SpeedscopeWriter {

    /// Times in the years between these limits are treated as times since 1970; smaller ones belong to an
    /// unknown clock.
    private static final long YEAR_2000_NS = 946_684_800_000_000_000L;

    private static final long YEAR_2100_NS = 4_102_444_800_000_000_000L;

    private final ImportContext context;
    private final SpeedscopeFile file;
    private final SpeedscopeFrames frames;
    private final Set<Long> tids = new HashSet<>();
    private long nextTid = 1;

    SpeedscopeWriter(ImportContext context, SpeedscopeFile file) {
        this.context = context;
        this.file = file;
        frames = new SpeedscopeFrames(context, file.frames());
    }

    void write() {
        if (file.exporter() != null) {
            context.metadata().setDynamic("speedscope_exporter", file.exporter());
        }
        List<SpeedscopeProfile> timed =
                file.profiles().stream().filter(p -> p.scale() > 0).toList();
        if (!timed.isEmpty()) {
            long baseNs = timed.stream()
                    .mapToLong(p -> p.start().toNs(p.scale()))
                    .min()
                    .orElse(0);
            ClockId clock = startClock(baseNs);
            int upid = process();
            SpeedscopeEvents events = new SpeedscopeEvents(context, frames, clock, baseNs);
            for (SpeedscopeProfile profile : timed) {
                events.add(profile, thread(upid, profile.name()));
            }
        }
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        for (SpeedscopeProfile profile : file.profiles()) {
            if (profile.scale() == 0) {
                aggregate(profiles, profile);
            }
        }
    }

    private ClockId startClock(long baseNs) {
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.ofFile(context.traceId());
        clocks.setDefaultClock(clock);
        if (baseNs >= YEAR_2000_NS && baseNs < YEAR_2100_NS) {
            clocks.addSnapshot(List.of(
                    new ClockGraph.Reading(clock, 0), new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), baseNs)));
        }
        clocks.setTraceTime(clock);
        clocks.assumeTraceTime(clock);
        return clock;
    }

    private int process() {
        ProcessTracker processes = context.processes();
        long pid = 1;
        while (processes.processOrNone(pid) != ProcessTracker.NONE) {
            pid++;
        }
        int upid = processes.processWithoutMainThread(pid);
        String name = file.name() != null && !file.name().isEmpty() ? file.name() : file.exporter();
        if (name != null) {
            processes.setProcessName(upid, context.strings().intern(name), NamePriority.OfProcess.OTHER);
        }
        return upid;
    }

    private int thread(int upid, String name) {
        long tid = SpeedscopeThreads.tid(name);
        if (tid < 0 || !tids.add(tid)) {
            while (!tids.add(nextTid)) {
                nextTid++;
            }
            tid = nextTid;
        }
        int utid = context.processes().threadWithParent(tid, upid, false);
        String label = SpeedscopeThreads.name(name);
        if (!label.isEmpty()) {
            context.processes().setThreadName(utid, context.strings().intern(label), NamePriority.OfThread.OTHER);
        }
        return utid;
    }

    private void aggregate(AggregateProfiles profiles, SpeedscopeProfile profile) {
        boolean isInBytes = profile.unit().equals("bytes");
        double[] values;
        if (profile.eventCount() > 0) {
            values = selfValues(profile);
        } else {
            values = new double[profile.nodeCount()];
            for (int i = 0; i < profile.sampleCount(); i++) {
                int node = profile.nodeOfSample(i);
                if (node != SpeedscopeProfile.NO_NODE) {
                    values[node] += profile.weight(i);
                }
            }
        }
        int row = profiles.profile(
                "speedscope_file", profile.name(), isInBytes ? "space" : "weight", isInBytes ? "bytes" : "count");
        int[] callsites = frames.callsites(profile);
        for (int node = 0; node < values.length; node++) {
            if (values[node] > 0) {
                profiles.add(row, callsites[node], values[node]);
            }
        }
    }

    /// Returns the self values: the amounts by which the measured value grew while each stack was the current
    /// one. Adds the stacks to the profile.
    private double[] selfValues(SpeedscopeProfile profile) {
        double[] values = new double[profile.eventCount() + 1];
        GrowingInts open = new GrowingInts();
        double last = 0;
        for (int i = 0; i < profile.eventCount(); i++) {
            int top = open.size() == 0 ? SpeedscopeProfile.NO_NODE : open.get(open.size() - 1);
            double time = Math.max(last, profile.timeOfEvent(i));
            if (top != SpeedscopeProfile.NO_NODE) {
                values[top] += time - last;
            }
            last = time;
            if (!profile.closes(i)) {
                open.add(profile.node(top, profile.frameOfEvent(i)));
            } else if (top != SpeedscopeProfile.NO_NODE && profile.frameOfNode(top) == profile.frameOfEvent(i)) {
                open.removeLast();
            } else {
                context.stats().increment(StatNames.SPEEDSCOPE_INVALID_EVENT);
            }
        }
        // Frames that never close end with the profile.
        if (open.size() > 0 && profile.end() != null) {
            values[open.get(open.size() - 1)] += Math.max(0, profile.end().minus(profile.firstTime()) - last);
        }
        return Arrays.copyOf(values, profile.nodeCount());
    }
}
