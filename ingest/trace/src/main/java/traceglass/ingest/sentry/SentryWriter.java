package traceglass.ingest.sentry;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Writes the samples of a profile as samples of the threads of one process.
final class SentryWriter {

    private static final String SOURCE = "sentry";
    private static final List<String> DESCRIPTIONS = List.of("platform", "release", "environment");

    private final ImportContext context;
    private final SentryProfile profile;
    private final ProfilerSamples samples;

    SentryWriter(ImportContext context, SentryProfile profile) {
        this.context = context;
        this.profile = profile;
        samples = context.session().profilerSamples();
    }

    void write() {
        for (String member : DESCRIPTIONS) {
            if (!profile.text(member).isEmpty()) {
                context.metadata().setDynamic("sentry_" + member, profile.text(member));
            }
        }
        ClockTracker clocks = context.clocks();
        clocks.useOnly(profile.hasDate() ? ClockId.of(ClockId.REALTIME) : ClockId.ofFile(context.traceId()));
        int source = context.strings().intern(SOURCE);
        int session = samples.session(source, context.strings().intern("ns"), StringPool.NULL);
        int[] callsites = callsites();
        List<Integer> tasks = tasks();
        EventSorter.Queue queue = context.sorter().queue((ts, sample, ref) -> {
            int stack = profile.stack((int) sample);
            int callsite = stack >= 0 && stack < callsites.length ? callsites[stack] : ProfilerSamples.NONE;
            int row = samples.add(ts, source, tasks.get(profile.thread((int) sample)), callsite);
            samples.describe(row, ProfilerSamples.NONE, StringPool.NULL, session, LongColumn.NULL);
        });
        long start = profile.startNs();
        for (int i = 0; i < profile.sampleCount(); i++) {
            long ts = clocks.defaultToTraceTime(start + profile.time(i));
            if (ts != ClockTracker.NONE) {
                queue.push(ts, i, null);
            }
        }
    }

    /// Returns the call site of each stack.
    private int[] callsites() {
        NamedFrames named = new NamedFrames(context.stackProfiles(), context.strings(), "[sentry]");
        int[] rows = new int[profile.frames().size()];
        for (int i = 0; i < rows.length; i++) {
            SentryProfile.Frame f = profile.frames().get(i);
            rows[i] = named.frame(f.library(), f.function(), f.file(), f.line() > 0 ? f.line() : NamedFrames.NO_LINE);
        }
        int[] callsites = new int[profile.stacks().size()];
        for (int s = 0; s < callsites.length; s++) {
            int[] stack = profile.stacks().get(s);
            int callsite = -1;
            for (int i = stack.length - 1; i >= 0; i--) {
                if (stack[i] >= 0 && stack[i] < rows.length) {
                    callsite = named.callsite(callsite, rows[stack[i]]);
                }
            }
            callsites[s] = callsite;
        }
        return callsites;
    }

    /// Returns the task context of each thread.
    private List<Integer> tasks() {
        ProcessTracker processes = context.processes();
        long pid = 1;
        while (processes.processOrNone(pid) != ProcessTracker.NONE) {
            pid++;
        }
        int upid = processes.processWithoutMainThread(pid);
        String title = profile.title();
        if (!title.isEmpty()) {
            processes.setProcessName(upid, context.strings().intern(title), NamePriority.OfProcess.OTHER);
        }
        Set<Long> tids = new HashSet<>();
        List<Integer> tasks = new ArrayList<>();
        for (String id : profile.threads()) {
            // Thread 0 would be an idle CPU.
            long tid = id.matches("\\d{1,15}") ? Math.max(1, Long.parseLong(id)) : 1;
            while (!tids.add(tid)) {
                tid++;
            }
            int utid = processes.threadWithParent(tid, upid, false);
            String name = profile.threadName(id);
            if (!name.isEmpty()) {
                processes.setThreadName(utid, context.strings().intern(name), NamePriority.OfThread.OTHER);
            }
            tasks.add(samples.task(upid, utid));
        }
        return tasks;
    }
}
