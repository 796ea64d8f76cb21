package traceglass.ingest.ftrace.family;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.machine.KernelVersion;
import traceglass.protos.ftrace.CmaAllocFinishFtraceEvent;
import traceglass.protos.ftrace.CmaAllocInfoFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.MmAllocContigMigrateRangeInfoFtraceEvent;
import traceglass.protos.ftrace.MmShrinkSlabEndFtraceEvent;
import traceglass.protos.ftrace.MmShrinkSlabStartFtraceEvent;
import traceglass.protos.ftrace.MmVmscanDirectReclaimBeginFtraceEvent;
import traceglass.protos.ftrace.MmVmscanDirectReclaimEndFtraceEvent;
import traceglass.protos.ftrace.MmVmscanMemcgReclaimBeginFtraceEvent;
import traceglass.protos.ftrace.MmVmscanMemcgReclaimEndFtraceEvent;
import traceglass.protos.ftrace.PixelMmKswapdDoneFtraceEvent;

/// Handles memory reclaim: slices on the threads that do the work.
final class ReclaimEvents extends EventFamily {

    private record Migration(long pages, long reclaimed, long mapped) {}

    private final Map<Integer, Migration> migrated = new HashMap<>();
    private final int cmaAlloc = id("mm_cma_alloc");
    private final int directReclaim = id("mm_vmscan_direct_reclaim");
    private final int memcgReclaim = id("mm_vmscan_memcg_reclaim");
    private final int shrinkSlab = id("mm_vmscan_shrink_slab");
    private final int kswapd = id("kswapd_efficiency");

    ReclaimEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.CMA_ALLOC_START_FIELD_NUMBER, this::handleCmaStart);
        handlers.on(FtraceEvent.MM_ALLOC_CONTIG_MIGRATE_RANGE_INFO_FIELD_NUMBER, this::handleCmaMigrated);
        handlers.on(FtraceEvent.CMA_ALLOC_FINISH_FIELD_NUMBER, this::handleCmaFinish);
        handlers.on(FtraceEvent.CMA_ALLOC_INFO_FIELD_NUMBER, this::handleCmaInfo);
        registerScans(handlers);
        handlers.on(FtraceEvent.MM_SHRINK_SLAB_START_FIELD_NUMBER, this::handleShrinkStart);
        handlers.on(
                FtraceEvent.MM_SHRINK_SLAB_END_FIELD_NUMBER,
                e -> end(
                        e,
                        threadTrack(e),
                        NULL,
                        NULL,
                        b -> b.addInt(id("freed"), e.asInt(MmShrinkSlabEndFtraceEvent.RETVAL_FIELD_NUMBER))));
        handlers.on(FtraceEvent.PIXEL_MM_KSWAPD_WAKE_FIELD_NUMBER, e -> begin(e, threadTrack(e), NULL, kswapd, null));
        handlers.on(FtraceEvent.PIXEL_MM_KSWAPD_DONE_FIELD_NUMBER, this::handleKswapdDone);
    }

    private void registerScans(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.MM_VMSCAN_DIRECT_RECLAIM_BEGIN_FIELD_NUMBER,
                e -> begin(
                        e,
                        threadTrack(e),
                        NULL,
                        directReclaim,
                        b -> b.addInt(
                                        id("direct_reclaim_order"),
                                        e.asInt(MmVmscanDirectReclaimBeginFtraceEvent.ORDER_FIELD_NUMBER))
                                .addInt(
                                        id("direct_reclaim_may_writepage"),
                                        e.asInt(MmVmscanDirectReclaimBeginFtraceEvent.MAY_WRITEPAGE_FIELD_NUMBER))
                                .addUint(
                                        id("direct_reclaim_gfp_flags"),
                                        e.asUint32(MmVmscanDirectReclaimBeginFtraceEvent.GFP_FLAGS_FIELD_NUMBER))));
        handlers.on(
                FtraceEvent.MM_VMSCAN_DIRECT_RECLAIM_END_FIELD_NUMBER,
                e -> end(
                        e,
                        threadTrack(e),
                        NULL,
                        NULL,
                        b -> b.addUint(
                                id("direct_reclaim_nr_reclaimed"),
                                e.asLong(MmVmscanDirectReclaimEndFtraceEvent.NR_RECLAIMED_FIELD_NUMBER))));
        handlers.on(
                FtraceEvent.MM_VMSCAN_MEMCG_RECLAIM_BEGIN_FIELD_NUMBER,
                e -> begin(
                        e,
                        threadTrack(e),
                        NULL,
                        memcgReclaim,
                        b -> b.addInt(
                                        id("memcg_reclaim_order"),
                                        e.asInt(MmVmscanMemcgReclaimBeginFtraceEvent.ORDER_FIELD_NUMBER))
                                .addInt(
                                        id("memcg_reclaim_may_writepage"),
                                        e.asInt(MmVmscanMemcgReclaimBeginFtraceEvent.MAY_WRITEPAGE_FIELD_NUMBER))
                                .addUint(
                                        id("memcg_reclaim_gfp_flags"),
                                        e.asLong(MmVmscanMemcgReclaimBeginFtraceEvent.GFP_FLAGS_FIELD_NUMBER))));
        handlers.on(
                FtraceEvent.MM_VMSCAN_MEMCG_RECLAIM_END_FIELD_NUMBER,
                e -> end(
                        e,
                        threadTrack(e),
                        NULL,
                        NULL,
                        b -> b.addUint(
                                id("memcg_reclaim_nr_reclaimed"),
                                e.asLong(MmVmscanMemcgReclaimEndFtraceEvent.NR_RECLAIMED_FIELD_NUMBER))));
    }

    private boolean isKernelAtLeast(int major, int minor) {
        KernelVersion version = context.system().kernel();
        return version != null && version.isAtLeast(major, minor);
    }

    // Events of a contiguous allocation: start and info from Linux 5.10 to 6.0; start, migrated and finish since 6.1.

    private void handleCmaStart(KernelEvent e) {
        if (!isKernelAtLeast(5, 10)) {
            return;
        }
        int utid = utid(e);
        migrated.remove(utid);
        begin(e, context.tracks().threadTrack(utid), NULL, cmaAlloc, null);
    }

    private void handleCmaMigrated(KernelEvent e) {
        if (isKernelAtLeast(6, 1)) {
            migrated.put(
                    utid(e),
                    new Migration(
                            e.asLong(MmAllocContigMigrateRangeInfoFtraceEvent.NR_MIGRATED_FIELD_NUMBER),
                            e.asLong(MmAllocContigMigrateRangeInfoFtraceEvent.NR_RECLAIMED_FIELD_NUMBER),
                            e.asLong(MmAllocContigMigrateRangeInfoFtraceEvent.NR_MAPPED_FIELD_NUMBER)));
        }
    }

    private void handleCmaFinish(KernelEvent e) {
        if (!isKernelAtLeast(6, 1)) {
            return;
        }
        int utid = utid(e);
        Migration m = migrated.getOrDefault(utid, new Migration(0, 0, 0));
        end(
                e,
                context.tracks().threadTrack(utid),
                NULL,
                NULL,
                b -> b.addString(id("cma_name"), e.stringId(CmaAllocFinishFtraceEvent.NAME_FIELD_NUMBER))
                        .addUint(id("cma_pfn"), e.asLong(CmaAllocFinishFtraceEvent.PFN_FIELD_NUMBER))
                        .addUint(id("cma_req_pages"), e.asLong(CmaAllocFinishFtraceEvent.COUNT_FIELD_NUMBER))
                        .addUint(id("cma_nr_migrated"), m.pages())
                        .addUint(id("cma_nr_reclaimed"), m.reclaimed())
                        .addUint(id("cma_nr_mapped"), m.mapped()));
    }

    private void handleCmaInfo(KernelEvent e) {
        if (!isKernelAtLeast(5, 10) || isKernelAtLeast(6, 1)) {
            return;
        }
        end(
                e,
                threadTrack(e),
                NULL,
                NULL,
                b -> b.addString(id("cma_name"), e.stringId(CmaAllocInfoFtraceEvent.NAME_FIELD_NUMBER))
                        .addUint(id("cma_pfn"), e.asLong(CmaAllocInfoFtraceEvent.PFN_FIELD_NUMBER))
                        .addUint(id("cma_req_pages"), e.asUint32(CmaAllocInfoFtraceEvent.COUNT_FIELD_NUMBER))
                        .addUint(id("cma_nr_migrated"), e.asLong(CmaAllocInfoFtraceEvent.NR_MIGRATED_FIELD_NUMBER))
                        .addUint(id("cma_nr_reclaimed"), e.asLong(CmaAllocInfoFtraceEvent.NR_RECLAIMED_FIELD_NUMBER))
                        .addUint(id("cma_nr_mapped"), e.asLong(CmaAllocInfoFtraceEvent.NR_MAPPED_FIELD_NUMBER))
                        .addUint(id("cma_nr_isolate_fail"), e.asUint32(CmaAllocInfoFtraceEvent.ERR_ISO_FIELD_NUMBER))
                        .addUint(id("cma_nr_migrate_fail"), e.asUint32(CmaAllocInfoFtraceEvent.ERR_MIG_FIELD_NUMBER))
                        .addUint(id("cma_nr_test_fail"), e.asUint32(CmaAllocInfoFtraceEvent.ERR_TEST_FIELD_NUMBER)));
    }

    private void handleShrinkStart(KernelEvent e) {
        int shrinker = e.symbolOrAddress(e.asLong(MmShrinkSlabStartFtraceEvent.SHRINK_FIELD_NUMBER));
        begin(
                e,
                threadTrack(e),
                NULL,
                shrinkSlab,
                b -> b.addString(id("shrink_name"), shrinker)
                        .addUint(id("total_scan"), e.asLong(MmShrinkSlabStartFtraceEvent.TOTAL_SCAN_FIELD_NUMBER))
                        .addInt(id("priority"), e.asInt(MmShrinkSlabStartFtraceEvent.PRIORITY_FIELD_NUMBER)));
    }

    private void handleKswapdDone(KernelEvent e) {
        boolean hasScanned = e.has(PixelMmKswapdDoneFtraceEvent.DELTA_NR_SCANNED_FIELD_NUMBER);
        boolean hasReclaimed = e.has(PixelMmKswapdDoneFtraceEvent.DELTA_NR_RECLAIMED_FIELD_NUMBER);
        long scanned = e.asLong(PixelMmKswapdDoneFtraceEvent.DELTA_NR_SCANNED_FIELD_NUMBER);
        long reclaimed = e.asLong(PixelMmKswapdDoneFtraceEvent.DELTA_NR_RECLAIMED_FIELD_NUMBER);
        end(e, threadTrack(e), NULL, kswapd, b -> {
            if (hasScanned) {
                b.addUint(id("pages scanned"), scanned);
            }
            if (hasReclaimed) {
                b.addUint(id("pages reclaimed"), reclaimed);
            }
            if (hasScanned && hasReclaimed) {
                b.addUint(id("efficiency %"), Math.round((double) reclaimed * 100 / scanned));
            }
            if (e.has(PixelMmKswapdDoneFtraceEvent.DELTA_NR_ALLOCATED_FIELD_NUMBER)) {
                b.addUint(
                        id("pages allocated"), e.asLong(PixelMmKswapdDoneFtraceEvent.DELTA_NR_ALLOCATED_FIELD_NUMBER));
            }
        });
    }
}
