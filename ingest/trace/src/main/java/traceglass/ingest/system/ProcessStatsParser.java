package traceglass.ingest.system;

import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.track.CommonTrackTypes;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.system.ProcessStats;
import traceglass.protos.system.ProcessStatsDecoder;
import traceglass.protos.system.ProcessStatsFileDecoder;
import traceglass.protos.system.ProcessStatsProcessDecoder;
import traceglass.protos.system.ProcessStatsThreadDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Parses `TracePacket.process_stats`: counters of each process, sampled from procfs.
public final class ProcessStatsParser implements PacketParser {

    private static final TrackType SMAPS =
            TrackType.counter("smaps", null, TrackType.UPID, TrackType.Dimension.ofString("smaps_key"));
    private static final TrackType RUNTIME = TrackType.counter(
            "proc_stat_runtime", null, TrackType.UPID, TrackType.Dimension.ofString("proc_stat_runtime_key"));

    private static final TrackType CHROME =
            TrackType.counter("chrome_process_stats", null, TrackType.UPID, TrackType.Dimension.ofString("key"));

    /// Counter for a field of `ProcessStats.Process`: track type, name, and factor to convert to its unit.
    private record Counter(TrackType type, String prefix, String key, long factor) {}

    private static final Counter[] COUNTERS = counters();

    private final ImportContext context;
    /// Tracks by process and field, created on demand. Cached because traces have hundreds of thousands of samples.
    private int[][] tracks = new int[64][];

    public ProcessStatsParser(ImportContext context) {
        this.context = context;
    }

    private static Counter[] counters() {
        Counter[] c = new Counter[32];
        addMemoryCounter(c, ProcessStats.Process.VM_SIZE_KB_FIELD_NUMBER, "virt");
        addMemoryCounter(c, ProcessStats.Process.VM_RSS_KB_FIELD_NUMBER, "rss");
        addMemoryCounter(c, ProcessStats.Process.RSS_ANON_KB_FIELD_NUMBER, "rss.anon");
        addMemoryCounter(c, ProcessStats.Process.RSS_FILE_KB_FIELD_NUMBER, "rss.file");
        addMemoryCounter(c, ProcessStats.Process.RSS_SHMEM_KB_FIELD_NUMBER, "rss.shmem");
        addMemoryCounter(c, ProcessStats.Process.VM_SWAP_KB_FIELD_NUMBER, "swap");
        addMemoryCounter(c, ProcessStats.Process.VM_LOCKED_KB_FIELD_NUMBER, "locked");
        addMemoryCounter(c, ProcessStats.Process.VM_HWM_KB_FIELD_NUMBER, "rss.watermark");
        addMemoryCounter(c, ProcessStats.Process.DMABUF_RSS_KB_FIELD_NUMBER, "dmabuf_rss");
        addSmapsCounter(c, ProcessStats.Process.SMR_RSS_KB_FIELD_NUMBER, "rss");
        addSmapsCounter(c, ProcessStats.Process.SMR_PSS_KB_FIELD_NUMBER, "pss");
        addSmapsCounter(c, ProcessStats.Process.SMR_PSS_ANON_KB_FIELD_NUMBER, "pss.anon");
        addSmapsCounter(c, ProcessStats.Process.SMR_PSS_FILE_KB_FIELD_NUMBER, "pss.file");
        addSmapsCounter(c, ProcessStats.Process.SMR_PSS_SHMEM_KB_FIELD_NUMBER, "pss.smem");
        addSmapsCounter(c, ProcessStats.Process.SMR_SWAP_PSS_KB_FIELD_NUMBER, "swap.pss");
        c[ProcessStats.Process.RUNTIME_USER_MODE_FIELD_NUMBER] = new Counter(RUNTIME, "runtime.", "user_ns", 1);
        c[ProcessStats.Process.RUNTIME_KERNEL_MODE_FIELD_NUMBER] = new Counter(RUNTIME, "runtime.", "kernel_ns", 1);
        c[ProcessStats.Process.CHROME_PRIVATE_FOOTPRINT_KB_FIELD_NUMBER] =
                new Counter(CHROME, "chrome.", "private_footprint_kb", 1024);
        c[ProcessStats.Process.CHROME_PEAK_RESIDENT_SET_KB_FIELD_NUMBER] =
                new Counter(CHROME, "chrome.", "peak_resident_set_kb", 1024);
        c[ProcessStats.Process.OOM_SCORE_ADJ_FIELD_NUMBER] =
                new Counter(CommonTrackTypes.OOM_SCORE_ADJ, "oom_score_adj", "", 1);
        return c;
    }

    private static void addMemoryCounter(Counter[] c, int field, String key) {
        c[field] = new Counter(CommonTrackTypes.PROCESS_MEMORY, "mem.", key, 1024);
    }

    private static void addSmapsCounter(Counter[] c, int field, String key) {
        c[field] = new Counter(SMAPS, "mem.smaps.", key, 1024);
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.PROCESS_STATS_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        ProcessStatsDecoder stats = packet.decode(new ProcessStatsDecoder());
        ProcessStatsProcessDecoder process = new ProcessStatsProcessDecoder();
        // The values that Chrome adds come first, for all processes.
        for (int i = 0; i < stats.processesCount(); i++) {
            readChromeStats(ts, stats.processes(i, process));
        }
        for (int i = 0; i < stats.processesCount(); i++) {
            readProcess(ts, stats.processes(i, process));
        }
    }

    private void readChromeStats(long ts, ProcessStatsProcessDecoder process) {
        long pid = Integer.toUnsignedLong(process.pid());
        for (int i = 0; i < process.otherCount(); i++) {
            int field = process.otherNumber(i);
            if (field == ProcessStats.Process.IS_PEAK_RSS_RESETTABLE_FIELD_NUMBER) {
                int key = context.strings().intern("is_peak_rss_resettable");
                context.processes()
                        .processArgs(context.processes().process(pid))
                        .addBool(key, process.otherValue(i) != 0);
            } else if (field == ProcessStats.Process.CHROME_PRIVATE_FOOTPRINT_KB_FIELD_NUMBER
                    || field == ProcessStats.Process.CHROME_PEAK_RESIDENT_SET_KB_FIELD_NUMBER) {
                push(ts, context.processes().process(pid), field, process.otherValue(i));
            }
        }
    }

    private void push(long ts, int upid, int field, long value) {
        Counter counter = COUNTERS[field];
        context.counters().push(ts, value * counter.factor(), track(upid, field, counter));
    }

    /// Adds the counters in the order of the message.
    private void readProcess(long ts, ProcessStatsProcessDecoder process) {
        long pid = Integer.toUnsignedLong(process.pid());
        int upid = -1;
        for (int i = 0; i < process.otherCount(); i++) {
            int field = process.otherNumber(i);
            switch (field) {
                case ProcessStats.Process.IS_PEAK_RSS_RESETTABLE_FIELD_NUMBER,
                        ProcessStats.Process.CHROME_PRIVATE_FOOTPRINT_KB_FIELD_NUMBER -> {}
                case ProcessStats.Process.THREADS_FIELD_NUMBER -> {
                    int tid = process.other(i, new ProcessStatsThreadDecoder()).tid();
                    context.processes().updateThread(Integer.toUnsignedLong(tid), pid);
                }
                case ProcessStats.Process.FDS_FIELD_NUMBER ->
                    addOpenFile(ts, context.processes().process(pid), process.other(i, new ProcessStatsFileDecoder()));
                default -> {
                    if (upid < 0) {
                        upid = context.processes().process(pid);
                    }
                    if (field >= COUNTERS.length
                            || COUNTERS[field] == null
                            || field == ProcessStats.Process.CHROME_PEAK_RESIDENT_SET_KB_FIELD_NUMBER) {
                        // The schema has the last of these fields, but trace processor also counts it as unknown.
                        context.stats().increment(StatNames.PROC_STAT_UNKNOWN_COUNTERS);
                    } else {
                        push(ts, upid, field, process.otherValue(i));
                    }
                }
            }
        }
    }

    private int track(int upid, int field, Counter counter) {
        if (upid >= tracks.length) {
            tracks = Arrays.copyOf(tracks, Math.max(upid + 1, tracks.length * 2));
        }
        int[] ofProcess = tracks[upid];
        if (ofProcess == null) {
            ofProcess = new int[COUNTERS.length];
            Arrays.fill(ofProcess, -1);
            tracks[upid] = ofProcess;
        }
        if (ofProcess[field] < 0) {
            int name = context.strings().intern(counter.prefix() + counter.key());
            int key = context.strings().intern(counter.key());
            ofProcess[field] = counter.type().dimensions().size() == 1
                    ? context.tracks().intern(counter.type(), name, upid)
                    : context.tracks().intern(counter.type(), name, upid, key);
        }
        return ofProcess[field];
    }

    private void addOpenFile(long ts, int upid, ProcessStatsFileDecoder file) {
        Table table = context.storage().table(TableNames.Filedescriptor.TABLE);
        int row = table.addRow();
        table.longs(TableNames.Filedescriptor.TS).set(row, ts);
        table.ints(TableNames.Filedescriptor.UPID).set(row, upid);
        table.longs(TableNames.Filedescriptor.FD).set(row, file.fd());
        if (file.hasPath()) {
            table.strings(TableNames.Filedescriptor.PATH).set(row, file.pathId(context.strings()));
        }
    }
}
