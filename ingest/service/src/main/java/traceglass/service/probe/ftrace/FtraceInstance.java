package traceglass.service.probe.ftrace;

import java.io.IOException;
import java.util.BitSet;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.ftrace.FtraceClock;
import traceglass.protos.ftrace.FtraceParseStatus;
import traceglass.protos.ftrace.FtraceStats;
import traceglass.protos.ftrace.KprobeEvent.KprobeType;
import traceglass.protos.trace.TracePacket;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.files.KernelSymbolMap;
import traceglass.service.probe.ftrace.page.BundleWriter;
import traceglass.service.probe.ftrace.page.EventName;
import traceglass.service.probe.ftrace.page.EventPlan;
import traceglass.service.probe.ftrace.page.PageShape;
import traceglass.service.probe.ftrace.page.RecordIds;

/// Records kernel events for one session.
final class FtraceInstance implements ProbeInstance {

    private static final int DEFAULT_PERIOD_MS = 100;
    private static final int MAX_PERIOD_MS = 60_000;
    private static final String NOT_ALONE =
            "tids_to_trace, tracefs_options and tracing_cpumask can only be used while no other session records kernel"
                    + " events";

    private final FtraceConfig config;
    private final long session;
    private final ProbeContext context;
    private final FtraceProbe.Source source;
    private final FtraceProbe probe;
    private final FtraceController controller;
    private final SessionPlan plan = new SessionPlan();
    private final @Nullable BitSet syscalls;
    private @Nullable BundleWriter writer;
    private @Nullable CompletableFuture<KernelSymbolMap> symbols;
    private String exclusiveError = "";
    private boolean isFirst = true;

    /// Prepares the kernel for the session.
    @SuppressWarnings("IllegalCatch") // The kernel must not keep the settings of the session.
    FtraceInstance(
            FtraceConfig config, long session, ProbeContext context, FtraceProbe.Source source, FtraceProbe probe)
            throws ProbeRefused {
        this.config = config;
        this.session = session;
        this.context = context;
        this.source = source;
        this.probe = probe;
        controller = source.controller();
        syscalls = plan.syscalls(config, probe.syscalls());
        boolean isAlone = !controller.isUsed();
        controller.prepare(config);
        try {
            prepare(isAlone);
        } catch (RuntimeException e) {
            controller.abandon(this);
            throw e;
        }
        warnOfMissing();
    }

    private void prepare(boolean isAlone) {
        if (isAlone) {
            source.catalog().clear();
        }
        applyExclusive(isAlone);
        EventSelection selection = EventSelection.of(config, controller.tracefs());
        plan.addEvents(config, selection, source.catalog());
        selection.kprobes().forEach(this::install);
        if (config.getThrottleRssStat() && plan.events().containsKey(EventSelection.RSS_STAT_THROTTLED)) {
            controller.setup().exclusive().throttleMemoryCounters();
        }
        controller.add(this);
    }

    private void applyExclusive(boolean isAlone) {
        ExclusiveFeatures exclusive = controller.setup().exclusive();
        if (ExclusiveFeatures.areRequested(config)) {
            exclusiveError = isAlone ? exclusive.begin(config) : NOT_ALONE;
        }
        if (config.getEnableFunctionGraph() && !exclusive.traceFunctions(config)) {
            plan.failed().add("function_graph");
        }
    }

    private void install(EventName event, KprobeType type) {
        boolean isInstalled = controller.kprobes().install(event);
        EventPlan found = isInstalled ? source.catalog().kprobe(event) : null;
        if (found != null) {
            plan.addKprobe(event, found, type);
        } else {
            plan.failed().add(event.toString());
            if (isInstalled) {
                controller.kprobes().release(event);
            }
        }
    }

    private void warnOfMissing() {
        if (!plan.unknown().isEmpty()) {
            context.warn("This kernel has no event " + String.join(", ", plan.unknown()));
        }
        if (!plan.failed().isEmpty()) {
            context.warn("Failed to record " + String.join(", ", plan.failed()));
        }
        if (!exclusiveError.isEmpty()) {
            context.warn(exclusiveError);
        }
    }

    @Override
    public void start() throws IOException {
        if (config.getSymbolizeKsyms()) {
            symbols = probe.symbols().acquire();
        }
        CompletableFuture<KernelSymbolMap> names = symbols;
        BundleWriter.SymbolNames functions =
                names == null ? null : address -> names.join().at(address);
        writer = new BundleWriter(
                plan.sessionEvents(config, source.catalog(), syscalls), source.texts(), functions, context::write);
        writer.setKeepsUnreadablePages(config.getDebugFtraceAbi());
        writeStats(FtraceStats.Phase.START_OF_TRACE);
        try {
            controller.start(this);
        } catch (IOException e) {
            release();
            throw e;
        }
        int period = config.getDrainPeriodMs();
        context.runEvery(period <= 0 ? DEFAULT_PERIOD_MS : Math.min(period, MAX_PERIOD_MS), this::drain);
    }

    private void drain() {
        runRestoringOnFailure(() -> {
            if (controller.drain()) {
                context.runAfter(0, this::drain);
            }
        });
    }

    @Override
    public void flush() {
        runRestoringOnFailure(() -> {
            controller.flush();
            if (writer != null) {
                writeStats(FtraceStats.Phase.END_OF_TRACE);
            }
        });
    }

    /// Runs a task and restores the kernel's settings if it fails, because the host does not stop an instance
    /// that failed to start.
    @SuppressWarnings("IllegalCatch") // The kernel must not keep the settings of the session.
    private void runRestoringOnFailure(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            release();
            throw e;
        }
    }

    @Override
    public void stop() {
        if (writer != null) {
            flush();
        }
        release();
    }

    private void release() {
        controller.remove(this);
        if (symbols != null) {
            symbols = null;
            probe.symbols().release(config.getKsymsMemPolicy() == FtraceConfig.KsymsMemPolicy.KSYMS_RETAIN);
        }
    }

    private void writeStats(FtraceStats.Phase phase) {
        FtraceStats.Builder stats = FtraceStats.newBuilder().setPhase(phase);
        controller.tracefs().cpus().forEach(cpu -> stats.addCpuStats(CpuStats.read(controller.tracefs(), cpu)));
        if (phase == FtraceStats.Phase.START_OF_TRACE) {
            stats.addAllUnknownFtraceEvents(plan.unknown()).addAllFailedFtraceEvents(plan.failed());
            if (!exclusiveError.isEmpty()) {
                stats.setExclusiveFeatureError(exclusiveError);
            }
        }
        CompletableFuture<KernelSymbolMap> names = symbols;
        if (names != null && (names.isDone() || phase == FtraceStats.Phase.END_OF_TRACE)) {
            KernelSymbolMap map = names.join();
            stats.setKernelSymbolsParsed(map.count()).setKernelSymbolsMemKb(map.sizeKb());
        }
        if (controller.setup().isPreserving()) {
            stats.setPreserveFtraceBuffer(true);
        }
        if (!plan.kprobes().isEmpty()) {
            stats.setKprobeStats(controller.kprobes().stats());
        }
        if (writer != null) {
            stats.addAllFtraceParseErrors(writer.errors());
        }
        stats.setCpuBufferSizePages(controller.setup().bufferPages(controller.shape()));
        TracePacket.Builder packet = TracePacket.newBuilder().setFtraceStats(stats);
        if (isFirst) {
            packet.setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE);
            isFirst = false;
        }
        context.write(packet.build());
    }

    /// Returns the events of the session.
    SessionPlan plan() {
        return plan;
    }

    /// Returns the system calls that the session records, or null for all.
    @Nullable
    BitSet syscalls() {
        return syscalls;
    }

    /// Sets the clock of the events if it is not the boot clock, with a pair of equal times of both clocks.
    void setClock(FtraceClock clock, long ftraceNs, long bootNs) {
        if (writer != null) {
            writer.setClock(clock, ftraceNs, bootNs);
        }
    }

    /// Writes the session's events from a batch of pages.
    void writeEvents(int cpu, PageShape shape, byte[] pages, int count) {
        BundleWriter to = writer;
        if (to == null) {
            return;
        }
        to.ids().setCollecting(probe.seenIds().isUsed(session));
        to.begin(cpu);
        for (int i = 0; i < count; i++) {
            to.add(shape, pages, i * shape.size());
        }
        to.end();
    }

    /// Counts an error while reading pages.
    void onFailure(FtraceParseStatus status) {
        if (writer != null) {
            writer.addError(status);
        }
    }

    /// Ends a round of reading the buffers of all CPUs.
    void endDrain() {
        BundleWriter from = writer;
        if (from == null) {
            return;
        }
        if (probe.seenIds().isUsed(session)) {
            reportSeenIds(from.ids());
        }
        from.endDrain();
    }

    private void reportSeenIds(RecordIds ids) {
        int[] threads = ids.threads();
        int[] renames = ids.renames();
        Collection<RecordIds.FileId> files = ids.files();
        long[] inodes = files.stream().mapToLong(RecordIds.FileId::inode).toArray();
        long[] devices = files.stream().mapToLong(RecordIds.FileId::device).toArray();
        probe.seenIds().notifyListeners(session, listener -> {
            if (threads.length > 0) {
                listener.onThreads(threads, threads.length);
            }
            if (renames.length > 0) {
                listener.onRenames(renames, renames.length);
            }
            if (inodes.length > 0) {
                listener.onFiles(inodes, devices, inodes.length);
            }
        });
    }
}
