package traceglass.ingest.ninja;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Imports `.ninja_log`, which Ninja writes into the build folder (src/build_log.cc of Ninja). The log does not record
/// which steps ran on the same worker. Each step is assigned to the worker whose last step ended most recently before
/// it, because the end of that step probably started this one.
public final class NinjaImporter implements Importer {

    private static final byte[] MAGIC = "# ninja log".getBytes(StandardCharsets.US_ASCII);
    private static final long NS_PER_MS = 1_000_000;

    @Override
    public String id() {
        return "ninja_log";
    }

    @Override
    public String displayName() {
        return "Ninja build log";
    }

    @Override
    public int priority() {
        return 183;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.ofFile(context.traceId());
        clocks.useOnly(clock);
        NinjaLog log = new NinjaLog();
        try (TextLines lines = new TextLines(input.asStream())) {
            log.read(
                    lines,
                    input.name(),
                    () -> context.logs().recordAt(StatNames.NINJA_PARSE_ERRORS, input.position(), null));
        }
        Lanes lanes = new Lanes(context);
        List<List<NinjaLog.Step>> builds = log.builds();
        for (int i = 0; i < builds.size(); i++) {
            lanes.add(builds.get(i), builds.size() == 1 ? "Build" : "Build " + (i + 1));
        }
    }

    /// Distributes the steps of a build over workers.
    private static final class Lanes {

        private final ImportContext context;
        private final EventSorter.Queue queue;
        private int workersBefore;

        /// Worker and the end of its last step.
        private record Worker(long busyUntilMs, int index, int track) {}

        /// Orders workers by the end of their last step; of workers that became free at the same time, the
        /// lowest index comes last.
        private static final Comparator<Worker> BY_END = Comparator.comparingLong(Worker::busyUntilMs)
                .thenComparing(Comparator.comparingInt(Worker::index).reversed());

        Lanes(ImportContext context) {
            this.context = context;
            queue = context.sorter().queue((ts, data, ref) -> {
                NinjaLog.Step step = (NinjaLog.Step) ref;
                context.slices()
                        .scoped(
                                ts,
                                (step.endMs - step.startMs) * NS_PER_MS,
                                (int) data,
                                StringPool.NULL,
                                context.strings().intern(step.outputs.toString()),
                                null);
            });
        }

        void add(List<NinjaLog.Step> steps, String build) {
            List<NinjaLog.Step> sorted = new ArrayList<>(steps);
            sorted.sort(Comparator.comparingLong(s -> s.startMs));
            TreeSet<Worker> workers = new TreeSet<>(BY_END);
            for (NinjaLog.Step step : sorted) {
                Worker free = workers.floor(new Worker(step.startMs, -1, 0));
                if (free != null) {
                    workers.remove(free);
                }
                int index = free != null ? free.index : workers.size();
                int track = free != null ? free.track : newTrack(index, build);
                workers.add(new Worker(step.endMs, index, track));
                long ts = context.clocks().defaultToTraceTime(step.startMs * NS_PER_MS);
                if (ts != ClockTracker.NONE) {
                    queue.push(ts, track, step);
                }
            }
            workersBefore += workers.size();
        }

        /// Worker ids are consecutive numbers from 1; the process id of a build is the id of its first worker.
        private int newTrack(int worker, String build) {
            ProcessTracker processes = context.processes();
            long pid = workersBefore + 1L;
            processes.setProcessName(
                    processes.process(pid), context.strings().intern(build), NamePriority.OfProcess.OTHER);
            int utid = processes.updateThread(pid + worker, pid);
            processes.setThreadName(utid, context.strings().intern("Worker"), NamePriority.OfThread.OTHER);
            return context.tracks().threadTrack(utid);
        }
    }
}
