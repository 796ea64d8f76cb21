package traceglass.service.probe.process;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.ProcessStatsConfig;
import traceglass.service.metatrace.MetatraceCounter;
import traceglass.service.metatrace.MetatraceEvent;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.SeenIds;
import traceglass.service.probe.files.SystemFolders;

/// Scans and polls processes for one session.
final class ProcessStatsInstance implements ProbeInstance, SeenIds.Listener {

    private static final long MIN_PERIOD_MS = 100;

    private final ProbeContext context;
    private final SeenIds seenIds;
    private final long session;
    private final ProcessStatsConfig config;
    private final boolean isOnDemand;
    private final long periodMs;
    private final long pollsUntilAllIsWritten;
    private final ProcessFiles files;
    private final ProcessPacket packet;
    private final ProcessTreeWriter tree;
    private final ProcessValues values;
    private long polls;

    ProcessStatsInstance(DataSourceConfig source, ProbeContext context, SystemFolders folders, SeenIds seen) {
        this.context = context;
        this.seenIds = seen;
        session = source.getTracingSessionId();
        config = source.getProcessStatsConfig();
        isOnDemand = !config.getQuirksList().contains(ProcessStatsConfig.Quirks.DISABLE_ON_DEMAND);
        long requestedMs = Integer.toUnsignedLong(config.getProcStatsPollMs());
        periodMs = requestedMs == 0 ? 0 : Math.max(MIN_PERIOD_MS, requestedMs);
        long cacheMs = Integer.toUnsignedLong(config.getProcStatsCacheTtlMs());
        pollsUntilAllIsWritten = periodMs == 0 ? 1 : Math.max(1, cacheMs / periodMs);
        files = new ProcessFiles(folders);
        packet = new ProcessPacket(context);
        tree = new ProcessTreeWriter(config, files, packet);
        values = new ProcessValues(config, files, packet);
    }

    @Override
    public void start() {
        seenIds.add(session, this);
        if (config.getScanAllProcessesOnStart()) {
            scanAll();
        }
        if (periodMs > 0) {
            context.runAfter(0, this::poll);
            context.runEvery(periodMs, this::poll);
        }
    }

    private void scanAll() {
        long begin = context.metatrace().begin();
        packet.startScan();
        List<Integer> pids = new ArrayList<>();
        if (files.openProcesses()) {
            for (int pid = files.nextProcess(); pid >= 0; pid = files.nextProcess()) {
                tree.writeWithThreads(pid);
                pids.add(pid);
            }
        }
        packet.finish();
        if (config.getResolveProcessFds()) {
            pids.forEach(values::writeDescriptors);
            packet.finish();
        }
        context.metatrace().end(MetatraceEvent.PS_WRITE_ALL_PROCESSES, begin);
    }

    private void poll() {
        long begin = context.metatrace().begin();
        packet.startScan();
        values.startPoll();
        List<Integer> pids = new ArrayList<>();
        if (files.openProcesses()) {
            for (int pid = files.nextProcess(); pid >= 0; pid = files.nextProcess()) {
                if (values.poll(pid) && !tree.isWritten(pid)) {
                    pids.add(pid);
                }
            }
        }
        packet.finish();
        Set<Integer> ended = new HashSet<>();
        values.removeEnded(ended);
        if (!ended.isEmpty()) {
            tree.removeProcesses(ended);
        }
        if (!pids.isEmpty()) {
            packet.startScan();
            pids.forEach(tree::writeThreadOrProcess);
            packet.finish();
        }
        if (++polls % pollsUntilAllIsWritten == 0) {
            values.expire();
        }
        context.metatrace().end(MetatraceEvent.PS_WRITE_ALL_PROCESS_STATS, begin);
    }

    @Override
    public void onThreads(int[] threads, int count) {
        if (!isOnDemand) {
            return;
        }
        long begin = context.metatrace().begin();
        packet.startScan();
        int scanned = 0;
        for (int i = 0; i < count; i++) {
            if (threads[i] != 0 && !tree.isWritten(threads[i])) {
                tree.writeThreadOrProcess(threads[i]);
                scanned++;
            }
        }
        packet.finish();
        context.metatrace().count(MetatraceCounter.PS_PIDS_SCANNED, scanned);
        context.metatrace().end(MetatraceEvent.PS_ON_PIDS, begin);
    }

    @Override
    public void onRenames(int[] threads, int count) {
        for (int i = 0; isOnDemand && i < count; i++) {
            tree.remove(threads[i]);
        }
    }

    @Override
    public void onDescriptors(int[] threads, long[] descriptors, int count) {
        if (!config.getResolveProcessFds()) {
            return;
        }
        packet.startScan();
        for (int i = 0; i < count; i++) {
            // The next poll writes all files of a thread that is still unknown.
            int pid = tree.processOf(threads[i]);
            if (pid > 0) {
                values.writeDescriptor(pid, descriptors[i]);
            }
        }
        packet.finish();
    }

    @Override
    public void clearIncrementalState() {
        tree.clear();
        values.clear();
        polls = 0;
        packet.clearIncrementalState();
    }

    @Override
    public void stop() {
        seenIds.remove(session, this);
        files.close();
    }
}
