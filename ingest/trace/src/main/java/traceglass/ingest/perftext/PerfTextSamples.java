package traceglass.ingest.perftext;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.systrace.FtraceText;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Writes samples: those with a time as rows of `__intrinsic_profiler_sample` in time order, those without one as
/// values of an aggregate profile.
final class PerfTextSamples implements EventSink {

    private static final String SOURCE = "perf_text";
    private static final TrackType.Dimension SESSION = TrackType.Dimension.ofInt("perf_session_id");
    private static final TrackType.Dimension NAME = TrackType.Dimension.ofString("name");
    private static final TrackType PER_CPU = TrackType.counter("perf_cpu_counter", null, TrackType.CPU, SESSION, NAME);
    private static final TrackType GLOBAL = TrackType.counter("perf_global_counter", null, SESSION, NAME);

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final FtraceText ftrace;
    private final EventSorter.Queue queue;
    private final Map<String, PerfEvent> events = new LinkedHashMap<>();
    private final Map<Integer, Double> counts = new HashMap<>();
    private final Map<String, Long> assignedTids = new HashMap<>();
    private final Map<String, Integer> profiles = new HashMap<>();
    private String commandLine;

    /// A sample waiting to be sorted.
    private record Sample(SampleLine line, PerfEvent event, int callsite) {}

    PerfTextSamples(ImportContext context) {
        this.context = context;
        strings = context.strings();
        samples = context.session().profilerSamples();
        ftrace = new FtraceText(context);
        queue = context.sorter().queue(this);
    }

    /// Sets the command line of the recording; called before the first sample.
    void setCommandLine(String line) {
        commandLine = line;
    }

    /// Adds a sample with or without a time.
    ///
    /// @param callsite callsite; [ProfilerSamples#NONE] if the sample has no stack
    void add(SampleLine line, int callsite) {
        if (line.timeNs() == SampleLine.NONE) {
            aggregate(line, callsite);
            return;
        }
        boolean isTracepoint = FtraceText.isTracepoint(line.event());
        if (callsite == ProfilerSamples.NONE && !isTracepoint) {
            context.stats().increment(StatNames.PERF_TEXT_IMPORTER_SAMPLE_NO_FRAMES);
            return;
        }
        long ts = context.clocks().defaultToTraceTime(line.timeNs());
        if (ts == ClockTracker.NONE) {
            return;
        }
        PerfEvent event = events.get(line.event());
        if (event == null) {
            event = newEvent(line.event());
            events.put(line.event(), event);
        }
        event.recordPeriod(line.parsePeriod());
        if (isTracepoint) {
            ftrace.announce(line.event());
        }
        queue.push(ts, 0, new Sample(isTracepoint ? line : line.withoutTextAfterEvent(), event, callsite));
    }

    private PerfEvent newEvent(String name) {
        String unit = PerfEvent.unit(name);
        int session = samples.session(
                strings.intern(SOURCE),
                unit == null ? StringPool.NULL : strings.intern(unit),
                commandLine == null ? StringPool.NULL : strings.intern(commandLine));
        return new PerfEvent(session, name);
    }

    private void aggregate(SampleLine line, int callsite) {
        if (callsite == ProfilerSamples.NONE) {
            context.stats().increment(StatNames.PERF_TEXT_IMPORTER_SAMPLE_NO_FRAMES);
            return;
        }
        AggregateProfiles writer =
                context.session().shared(AggregateProfiles.class, s -> new AggregateProfiles(s.storage()));
        boolean hasPeriod = line.parsePeriod() != SampleLine.NONE;
        String unit = PerfEvent.unit(line.event());
        int profile = profiles.computeIfAbsent(line.event() + (hasPeriod ? "/" : ""), key -> {
            String type = hasPeriod && !line.event().isEmpty() ? line.event() : "samples";
            String name = line.event().isEmpty() ? "perf_text samples" : "perf_text " + line.event();
            return writer.profile("perf_text_file", name, type, hasPeriod && unit != null ? unit : "count");
        });
        writer.add(profile, callsite, hasPeriod ? line.parsePeriod() : 1);
    }

    @Override
    public void handleEvent(long ts, long data, Object ref) {
        Sample sample = (Sample) ref;
        SampleLine line = sample.line();
        int utid = thread(line);
        int cpu = line.cpu() >= 0 && line.cpu() < CpuTracker.MAX_CPUS ? line.cpu() : SampleLine.NONE;
        if (FtraceText.isTracepoint(line.event()) && cpu != SampleLine.NONE && line.tid() >= 0) {
            ftrace.parseEvent(line.comm(), line.tid(), line.pid(), cpu, ts, line.event(), line.textAfterEvent());
        }
        long counterSet = LongColumn.NULL;
        if (events.size() > 1 || sample.event().hasVaryingPeriod) {
            counterSet = count(ts, sample, cpu);
        }
        if (sample.callsite() == ProfilerSamples.NONE) {
            return;
        }
        int task = utid == ProcessTracker.NONE ? ProfilerSamples.NONE : samples.task(ProfilerSamples.NONE, utid);
        int row = samples.add(ts, strings.intern(SOURCE), task, sample.callsite());
        int ucpu =
                cpu == SampleLine.NONE ? ProfilerSamples.NONE : context.cpus().ucpu(cpu);
        samples.describe(
                row, samples.execution(ucpu, mode(line.mode())), StringPool.NULL, sample.event().session, counterSet);
    }

    /// Adds the number of events since the previous sample to the counter of the event.
    private long count(long ts, Sample sample, int cpu) {
        PerfEvent event = sample.event();
        int name = event.name.isEmpty() ? StringPool.NULL : strings.intern(event.name);
        int unit = event.unit() == null ? StringPool.NULL : strings.intern(event.unit());
        int track = cpu == SampleLine.NONE
                ? context.tracks()
                        .internCounter(
                                GLOBAL,
                                name,
                                unit,
                                b -> b.addBool(strings.intern("is_timebase"), true),
                                event.session,
                                name)
                : context.tracks()
                        .internCounter(
                                PER_CPU,
                                name,
                                unit,
                                b -> b.addBool(strings.intern("is_timebase"), true),
                                cpu,
                                event.session,
                                name);
        long period = sample.line().parsePeriod();
        double total = counts.merge(track, period == SampleLine.NONE ? 1.0 : period, Double::sum);
        return samples.counterSet(List.of(context.counters().push(ts, total, track)));
    }

    /// Returns the thread of a sample and sets its name; [ProcessTracker#NONE] if it is unknown.
    private int thread(SampleLine line) {
        long tid = line.tid();
        if (tid == SampleLine.NONE) {
            // Threads known only by name are numbered.
            tid = assignedTids.computeIfAbsent(line.comm(), c -> assignedTids.size() + 1L);
        } else if (tid < 0) {
            return ProcessTracker.NONE;
        }
        boolean hasProcess = line.pid() >= 0;
        int utid = hasProcess
                ? context.processes().updateThread(tid, line.pid())
                : context.processes().thread(tid);
        if (!line.comm().isEmpty()) {
            int name = strings.intern(line.comm());
            context.processes().setThreadName(utid, name, NamePriority.OfThread.OTHER);
            if (hasProcess && tid == line.pid()) {
                context.processes()
                        .setProcessName(context.processes().process(line.pid()), name, NamePriority.OfProcess.OTHER);
            }
        }
        return utid;
    }

    private int mode(String misc) {
        String mode = misc.isEmpty()
                ? null
                : switch (misc.charAt(0)) {
                    case 'K' -> "kernel";
                    case 'U' -> "user";
                    case 'H' -> "hypervisor";
                    case 'G' -> "guest_kernel";
                    case 'g' -> "guest_user";
                    default -> null;
                };
        return mode == null ? StringPool.NULL : strings.intern(mode);
    }
}
