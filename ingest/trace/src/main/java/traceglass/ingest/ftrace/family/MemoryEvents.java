package traceglass.ingest.ftrace.family;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.kernel.RssStats;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.ProcessCounters;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.ftrace.DmaHeapStatFtraceEvent;
import traceglass.protos.ftrace.DmabufRssStatFtraceEvent;
import traceglass.protos.ftrace.FastrpcDmaStatFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GpuMemTotalFtraceEvent;
import traceglass.protos.ftrace.IonHeapGrowFtraceEvent;
import traceglass.protos.ftrace.IonStatFtraceEvent;
import traceglass.protos.ftrace.MmEventRecordFtraceEvent;
import traceglass.protos.ftrace.OomScoreAdjUpdateFtraceEvent;
import traceglass.protos.ftrace.RssStatFtraceEvent;
import traceglass.protos.ftrace.RssStatThrottledFtraceEvent;
import traceglass.store.names.StatNames;

/// Handles events about the memory of processes, heaps and devices.
final class MemoryEvents extends EventFamily {

    private static final ProcessCounters.Type OOM_SCORE_ADJ = ProcessCounters.Type.of("oom_score_adj");
    private static final ProcessCounters.Type MM_EVENT = ProcessCounters.Type.of(
            "mm_event", Dimension.ofString("mm_event_type"), Dimension.ofString("mm_event_metric"));

    private static final TrackType ION = TrackType.counter("ion", null, Dimension.ofString("heap_name"));
    private static final TrackType ION_CHANGE =
            TrackType.counter("ion_change", null, Dimension.ofString("heap_name"), TrackType.UTID);
    private static final TrackType ION_BUFFERS = TrackCompressor.compressed("android_ion_allocations");
    private static final TrackType DMA_HEAP = TrackType.counter("android_dma_heap", null);
    private static final TrackType DMA_HEAP_CHANGE = TrackType.counter("android_dma_heap_change", null, TrackType.UTID);
    private static final TrackType DMA_BUFFERS = TrackCompressor.compressed("android_dma_allocations");
    private static final TrackType FASTRPC = TrackType.counter("fastrpc", null, Dimension.ofInt("cid"));
    private static final TrackType FASTRPC_CHANGE =
            TrackType.counter("fastrpc_change", null, Dimension.ofInt("cid"), TrackType.UTID);
    private static final TrackType GPU_MEMORY =
            TrackType.counter("gpu_memory", "bytes", Dimension.ofInt("ugpu"), Dimension.ofInt("gpu"));
    private static final TrackType PROCESS_GPU_MEMORY = TrackType.counter(
            "process_gpu_memory", "bytes", Dimension.ofInt("ugpu"), Dimension.ofInt("gpu"), TrackType.UPID);

    private static final String[] MM_EVENTS = {
        "min_flt", "maj_flt", "read_io", "compaction", "reclaim", "swp_flt", "kern_alloc"
    };
    private static final String[] DSPS = {"ASDP", "MDSP", "SDSP", "CDSP"};
    private static final int BYTES_IN_KB = 1024;

    private final RssStats rss;
    private final int inode = id("inode");

    MemoryEvents(ImportContext context) {
        super(context);
        rss = new RssStats(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.RSS_STAT_FIELD_NUMBER,
                e -> rss.addSample(
                        e.ts(),
                        e.tid(),
                        e.asInt(RssStatFtraceEvent.MEMBER_FIELD_NUMBER),
                        e.asLong(RssStatFtraceEvent.SIZE_FIELD_NUMBER),
                        e.has(RssStatFtraceEvent.CURR_FIELD_NUMBER) && e.has(RssStatFtraceEvent.MM_ID_FIELD_NUMBER),
                        e.asBool(RssStatFtraceEvent.CURR_FIELD_NUMBER),
                        e.asUint32(RssStatFtraceEvent.MM_ID_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.RSS_STAT_THROTTLED_FIELD_NUMBER,
                e -> rss.addSample(
                        e.ts(),
                        e.tid(),
                        e.asInt(RssStatThrottledFtraceEvent.MEMBER_FIELD_NUMBER),
                        e.asLong(RssStatThrottledFtraceEvent.SIZE_FIELD_NUMBER),
                        true,
                        e.asBool(RssStatThrottledFtraceEvent.CURR_FIELD_NUMBER),
                        e.asUint32(RssStatThrottledFtraceEvent.MM_ID_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.DMABUF_RSS_STAT_FIELD_NUMBER,
                e -> context.processCounters()
                        .push(
                                RssStats.PROCESS_MEMORY,
                                id("mem.dmabuf_rss"),
                                e.ts(),
                                e.asUnsignedDouble(DmabufRssStatFtraceEvent.RSS_FIELD_NUMBER),
                                utid(e),
                                id("dmabuf_rss")));
        handlers.on(FtraceEvent.OOM_SCORE_ADJ_UPDATE_FIELD_NUMBER, e -> {
            int utid = context.processes().thread(e.asUint32(OomScoreAdjUpdateFtraceEvent.PID_FIELD_NUMBER));
            // Use only 16 bits, because old recorders encoded negative numbers incorrectly.
            context.processCounters()
                    .push(
                            OOM_SCORE_ADJ,
                            id("oom_score_adj"),
                            e.ts(),
                            (short) e.asInt(OomScoreAdjUpdateFtraceEvent.OOM_SCORE_ADJ_FIELD_NUMBER),
                            utid);
        });
        handlers.on(FtraceEvent.MM_EVENT_RECORD_FIELD_NUMBER, this::handleMmEvent);
        handlers.on(FtraceEvent.ION_HEAP_GROW_FIELD_NUMBER, e -> handleIonHeap(e, 1));
        handlers.on(FtraceEvent.ION_HEAP_SHRINK_FIELD_NUMBER, e -> handleIonHeap(e, -1));
        handlers.on(FtraceEvent.ION_STAT_FIELD_NUMBER, this::handleIonStat);
        handlers.on(FtraceEvent.DMA_HEAP_STAT_FIELD_NUMBER, this::handleDmaHeap);
        handlers.on(FtraceEvent.FASTRPC_DMA_STAT_FIELD_NUMBER, this::handleFastrpc);
        handlers.on(FtraceEvent.GPU_MEM_TOTAL_FIELD_NUMBER, this::handleGpuMemory);
    }

    private void handleMmEvent(KernelEvent e) {
        int utid = utid(e);
        long type = e.asUint32(MmEventRecordFtraceEvent.TYPE_FIELD_NUMBER);
        if (type >= MM_EVENTS.length) {
            context.stats().increment(StatNames.MM_UNKNOWN_TYPE);
            return;
        }
        String name = MM_EVENTS[(int) type];
        handleMmMetric(e, utid, name, "count", e.asUint32(MmEventRecordFtraceEvent.COUNT_FIELD_NUMBER));
        handleMmMetric(e, utid, name, "max_lat", e.asUint32(MmEventRecordFtraceEvent.MAX_LAT_FIELD_NUMBER));
        handleMmMetric(e, utid, name, "avg_lat", e.asUint32(MmEventRecordFtraceEvent.AVG_LAT_FIELD_NUMBER));
    }

    private void handleMmMetric(KernelEvent e, int utid, String type, String metric, long value) {
        context.processCounters()
                .push(MM_EVENT, id("mem.mm." + type + "." + metric), e.ts(), value, utid, id(type), id(metric));
    }

    /// @param sign 1 for a heap that has grown, -1 for one that has shrunk; the event contains the size before the
    /// change
    private void handleIonHeap(KernelEvent e, int sign) {
        long change = e.asLong(IonHeapGrowFtraceEvent.LEN_FIELD_NUMBER) * sign;
        long total = e.asLong(IonHeapGrowFtraceEvent.TOTAL_ALLOCATED_FIELD_NUMBER) + change;
        int named = e.stringId(IonHeapGrowFtraceEvent.HEAP_NAME_FIELD_NUMBER);
        int heap = named == NULL ? id("unknown") : named;
        String suffix = context.strings().get(heap).isEmpty()
                ? ""
                : "." + context.strings().get(heap);
        setCounter(e, total, track(ION, id(255, "mem.ion" + suffix), heap));
        int utid = utid(e);
        setCounter(e, change, track(ION_CHANGE, id(255, "mem.ion_change" + suffix), heap, utid));
    }

    private void handleIonStat(KernelEvent e) {
        long length = e.asLong(IonStatFtraceEvent.LEN_FIELD_NUMBER);
        setCounter(
                e,
                e.asUnsignedDouble(IonStatFtraceEvent.TOTAL_ALLOCATED_FIELD_NUMBER),
                track(ION, id("mem.ion"), NULL));
        int utid = utid(e);
        setCounter(e, length, track(ION_CHANGE, id("mem.ion_change"), NULL, utid));
        handleBuffer(e, ION_BUFFERS, "mem.ion_buffer", e.asUint32(IonStatFtraceEvent.BUFFER_ID_FIELD_NUMBER), length);
    }

    private void handleDmaHeap(KernelEvent e) {
        long length = e.asLong(DmaHeapStatFtraceEvent.LEN_FIELD_NUMBER);
        long inodeNumber = e.asLong(DmaHeapStatFtraceEvent.INODE_FIELD_NUMBER);
        setCounter(
                e,
                e.asUnsignedDouble(DmaHeapStatFtraceEvent.TOTAL_ALLOCATED_FIELD_NUMBER),
                track(DMA_HEAP, id("mem.dma_heap")));
        int utid = utid(e);
        setCounter(
                e, length, track(DMA_HEAP_CHANGE, id("mem.dma_heap_change"), utid), b -> b.addUint(inode, inodeNumber));
        handleBuffer(e, DMA_BUFFERS, "mem.dma_buffer", inodeNumber, length);
    }

    /// Handles a buffer that was allocated (positive length) or freed (negative length).
    private void handleBuffer(KernelEvent e, TrackType type, String name, long number, long length) {
        TrackCompressor.Lanes lanes = context.compressor().lanes(type, id(name), null, null);
        if (length > 0) {
            begin(e, lanes.begin(number), NULL, id(length / BYTES_IN_KB + " kB"), null);
        } else {
            end(e, lanes.end(number));
        }
    }

    private void handleFastrpc(KernelEvent e) {
        long cid = e.asUint32(FastrpcDmaStatFtraceEvent.CID_FIELD_NUMBER);
        String dsp = "[" + (cid < DSPS.length ? DSPS[(int) cid] : Long.toString(cid)) + "]";
        setCounter(
                e,
                e.asUnsignedDouble(FastrpcDmaStatFtraceEvent.TOTAL_ALLOCATED_FIELD_NUMBER),
                track(FASTRPC, id("mem.fastrpc" + dsp), cid));
        int utid = utid(e);
        setCounter(
                e,
                e.asLong(FastrpcDmaStatFtraceEvent.LEN_FIELD_NUMBER),
                track(FASTRPC_CHANGE, id("mem.fastrpc_change" + dsp), cid, utid));
    }

    private void handleGpuMemory(KernelEvent e) {
        long gpu = e.asUint32(GpuMemTotalFtraceEvent.GPU_ID_FIELD_NUMBER);
        int ugpu = context.gpus().ugpu(gpu);
        long pid = e.asUint32(GpuMemTotalFtraceEvent.PID_FIELD_NUMBER);
        int name = id("GPU Memory");
        int track;
        if (pid == 0) {
            track = track(GPU_MEMORY, name, ugpu, gpu);
        } else {
            int utid = context.processes().threadOrNone(pid);
            if (utid == ProcessTracker.NONE) {
                // Kernel threads write this event after the process has exited; the process must not be created again.
                return;
            }
            context.processes().updateThread(pid, pid);
            int upid = context.processes().upidOf(utid);
            if (upid == ProcessTracker.NONE) {
                return;
            }
            track = track(PROCESS_GPU_MEMORY, name, ugpu, gpu, upid);
        }
        setCounter(e, e.asUnsignedDouble(GpuMemTotalFtraceEvent.SIZE_FIELD_NUMBER), track);
    }
}
