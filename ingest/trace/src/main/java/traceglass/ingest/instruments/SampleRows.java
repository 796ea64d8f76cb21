package traceglass.ingest.instruments;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.SampleWeights;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Rows with a callstack: samples of a thread on a CPU.
final class SampleRows {

    private static final TrackType PMC = TrackType.counter(
            "instruments_thread_counter", null, TrackType.UTID, TrackType.Dimension.ofString("counter"));

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final InstrumentsTasks tasks;
    private final EventSorter.Queue queue;
    private final Map<Cell.Binary, StackProfiles.Mapping> mappings = new IdentityHashMap<>();
    private final Map<Integer, StackProfiles.Mapping> unknown = new HashMap<>();
    private final Map<InstrumentsSchema, SampleWeights> weights = new IdentityHashMap<>();
    private final Map<InstrumentsSchema, Integer> sessions = new IdentityHashMap<>();

    /// A sample waiting to be sorted.
    private record Sample(
            InstrumentsSchema schema,
            Cell thread,
            Cell process,
            Cell.Backtrace stack,
            int cpu,
            double weight,
            String counts) {}

    SampleRows(ImportContext context, InstrumentsTasks tasks) {
        this.context = context;
        this.tasks = tasks;
        strings = context.strings();
        samples = context.session().profilerSamples();
        queue = context.sorter().queue((ts, data, ref) -> emit(ts, (Sample) ref));
    }

    /// Adds a row.
    ///
    /// @param ts trace time in ns
    void add(long ts, InstrumentsSchema schema, InstrumentsRow row, Cell.Backtrace stack) {
        Cell weight = row.lastOf("weight");
        double value = weight == null ? Double.NaN : weight.real();
        if (!Double.isNaN(value)) {
            schema.setWeight(value);
        }
        Cell counts = row.lastOf("pmc-events");
        Cell core = row.lastOf("core");
        long cpu = core == null || core.number() < 0 ? 0 : core.number();
        queue.push(
                ts,
                0,
                new Sample(
                        schema,
                        row.lastOf("thread"),
                        row.lastOf("process"),
                        stack,
                        (int) Math.min(cpu, Integer.MAX_VALUE),
                        value,
                        counts == null ? null : counts.text()));
    }

    private void emit(long ts, Sample s) {
        if (s.thread == null) {
            context.logs().recordAtTime(StatNames.INSTRUMENTS_ROW_MISSING_THREAD, ts, null);
            return;
        }
        int utid = tasks.thread(s.thread, s.process);
        int upid = utid == ProcessTracker.NONE
                ? ProcessTracker.NONE
                : context.processes().upidOf(utid);
        if (upid == ProcessTracker.NONE) {
            context.logs().recordAtTime(StatNames.INSTRUMENTS_ROW_MISSING_PROCESS, ts, null);
            return;
        }
        if (s.stack != null) {
            int callsite = callsite(s.stack, upid);
            int row = samples.add(ts, strings.intern("instruments"), samples.task(upid, utid), callsite);
            int execution = samples.execution(context.cpus().ucpu(s.cpu), StringPool.NULL);
            if (s.schema.weightsDiffer && !Double.isNaN(s.weight)) {
                SampleWeights all = weights.computeIfAbsent(s.schema, this::weights);
                samples.describe(row, execution, StringPool.NULL, sessions.get(s.schema), all.add(ts, s.weight));
            } else {
                samples.setExecution(row, execution);
            }
        }
        if (s.counts != null) {
            addCounts(ts, utid, s.counts);
        }
    }

    /// Returns the sample weights of a table: cycles for CPU profiles, otherwise time.
    private SampleWeights weights(InstrumentsSchema schema) {
        String unit =
                schema.name.startsWith("cpu-profile") ? "cycles" : schema.name.equals("time-profile") ? "ns" : null;
        int source = strings.intern("instruments");
        int unitId = unit == null ? StringPool.NULL : strings.intern(unit);
        int session = samples.session(source, unitId, StringPool.NULL);
        sessions.put(schema, session);
        return new SampleWeights(
                context.tracks(),
                context.counters(),
                samples,
                strings,
                session,
                source,
                strings.intern(schema.name + " weight"),
                unitId,
                true);
    }

    private void addCounts(long ts, int utid, String text) {
        int index = 1;
        for (String word : text.split("\\s+")) {
            double value;
            try {
                value = Double.parseDouble(word);
            } catch (NumberFormatException e) {
                return;
            }
            int name = strings.intern("PMC " + index++);
            context.counters().push(ts, value, context.tracks().intern(PMC, name, utid, name));
        }
    }

    /// Returns the callsite of a stack in a process. Mappings end at the largest address seen, so call this
    /// only after all rows have been read.
    int callsite(Cell.Backtrace stack, int upid) {
        if (stack.upid == upid) {
            return stack.callsite;
        }
        List<Cell.Frame> frames = stack.frames;
        int callsite = ProfilerSamples.NONE;
        for (int i = frames.size() - 1; i >= 0; i--) {
            callsite = context.stackProfiles().callsite(callsite, frame(frames.get(i), i > 0, upid));
        }
        stack.upid = upid;
        stack.callsite = callsite;
        return callsite;
    }

    /// Returns the row of a frame. The address of a caller is the return address, so 1 is subtracted to get an
    /// address within the call.
    private int frame(Cell.Frame f, boolean isCaller, int upid) {
        Cell.Binary binary = f.binary();
        long pc = f.address() - (binary == null ? 0 : binary.load);
        pc -= isCaller && pc != 0 ? 1 : 0;
        StackProfiles.Mapping mapping = binary == null
                ? unknown.computeIfAbsent(upid, u -> context.stackProfiles().dummy(""))
                : mappings.computeIfAbsent(
                        binary,
                        b -> context.stackProfiles()
                                .userMapping(
                                        upid,
                                        new StackProfiles.MappingParams(
                                                b.path, b.uuidHex, b.load, b.max, b.load, 0, 0)));
        int file = f.file() == null ? -1 : strings.intern(f.file());
        return mapping.frame(pc, strings.intern(f.name()), file, f.line() > 0 ? f.line() : -1);
    }
}
