package traceglass.ingest.nativeheap;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Heap of a process over time, from its allocations and releases by callsite. Writes counters of its size, and
/// rows of `heap_profile_allocation` at intervals that grow with the length of the recording. Also writes profiles
/// of all allocations, of the heap at its peak, and of memory that was never released.
public final class HeapTimeline {

    /// Memory sizes of a process, named after the quantity that is measured.
    static final TrackType COUNTER =
            TrackType.counter("native_heap", "bytes", TrackType.UPID, TrackType.Dimension.ofString("memory"));
    private static final long MIN_INTERVAL_MS = 100;
    /// Rows are written when this fraction of the elapsed time has passed since the previous rows.
    private static final int INTERVAL_DIVISOR = 64;
    private static final long NS_PER_MS = 1_000_000;
    /// Initial number of callsites. A recording may contain the heaps of many processes.
    private static final int SITES = 64;

    private final ImportContext context;
    private final int upid;
    private final LongUnaryOperator traceTime;
    private final int heapName;
    private final int sizeTrack;
    /// Counter of the largest heap size since its previous sample.
    private final int peakTrack;
    private final int rssTrack;
    /// Callsites in the order of their first use, and their positions in this order, which index the totals.
    private final GrowingInts callsites = new GrowingInts();
    private final LongIntMap siteOfCallsite = new LongIntMap();
    /// Totals by callsite.
    private long[] allocatedBytes = new long[SITES];
    private long[] allocatedCount = new long[SITES];
    private long[] freedBytes = new long[SITES];
    private long[] freedCount = new long[SITES];
    private long[] peakBytes = new long[SITES];
    /// Totals by callsite when rows were last written.
    private long[] writtenAllocatedBytes = new long[SITES];
    private long[] writtenAllocatedCount = new long[SITES];
    private long[] writtenFreedBytes = new long[SITES];
    private long[] writtenFreedCount = new long[SITES];
    private boolean[] sincePeak = new boolean[SITES];
    private boolean[] sinceRows = new boolean[SITES];
    private final GrowingInts changedSincePeak = new GrowingInts();
    private final GrowingInts changedSinceRows = new GrowingInts();
    private long size;
    private long peak;
    private long intervalPeak;
    private long nowMs;
    private long rowsMs;
    private long writtenSize = -1;

    /// Creates the timeline of a heap in a file whose times begin with 0.
    HeapTimeline(ImportContext context, int upid, String heap) {
        this(context, upid, heap, ns -> {
            long ts = context.clocks().defaultToTraceTime(ns);
            return ts == ClockTracker.NONE ? ns : ts;
        });
    }

    /// Creates the timeline of a heap.
    ///
    /// @param traceTime returns the time in the trace for a time in ns since the start
    public HeapTimeline(ImportContext context, int upid, String heap, LongUnaryOperator traceTime) {
        this.context = context;
        this.upid = upid;
        this.traceTime = traceTime;
        heapName = context.strings().intern(heap);
        int name = context.strings().intern("Heap size");
        sizeTrack = context.tracks().intern(COUNTER, name, upid, name);
        int peakName = context.strings().intern("Heap peak");
        peakTrack = context.tracks().intern(COUNTER, peakName, upid, peakName);
        int rssName = context.strings().intern("Resident memory");
        rssTrack = context.tracks().intern(COUNTER, rssName, upid, rssName);
    }

    private int site(int callsite) {
        int existing = siteOfCallsite.get(callsite);
        if (existing != LongIntMap.NONE) {
            return existing;
        }
        int site = callsites.size();
        callsites.add(callsite);
        siteOfCallsite.put(callsite, site);
        if (site >= allocatedBytes.length) {
            int length = allocatedBytes.length * 2;
            allocatedBytes = Arrays.copyOf(allocatedBytes, length);
            allocatedCount = Arrays.copyOf(allocatedCount, length);
            freedBytes = Arrays.copyOf(freedBytes, length);
            freedCount = Arrays.copyOf(freedCount, length);
            peakBytes = Arrays.copyOf(peakBytes, length);
            writtenAllocatedBytes = Arrays.copyOf(writtenAllocatedBytes, length);
            writtenAllocatedCount = Arrays.copyOf(writtenAllocatedCount, length);
            writtenFreedBytes = Arrays.copyOf(writtenFreedBytes, length);
            writtenFreedCount = Arrays.copyOf(writtenFreedCount, length);
            sincePeak = Arrays.copyOf(sincePeak, length);
            sinceRows = Arrays.copyOf(sinceRows, length);
        }
        return site;
    }

    private void change(int site) {
        if (!sincePeak[site]) {
            sincePeak[site] = true;
            changedSincePeak.add(site);
        }
        if (!sinceRows[site]) {
            sinceRows[site] = true;
            changedSinceRows.add(site);
        }
    }

    /// Adds an allocation.
    ///
    /// @param callsite innermost callsite
    public void allocate(int callsite, long bytes) {
        int site = site(callsite);
        allocatedBytes[site] += bytes;
        allocatedCount[site]++;
        size += bytes;
        intervalPeak = Math.max(intervalPeak, size);
        change(site);
        if (size > peak) {
            peak = size;
            // Only sites that have changed since the last peak differ from the values stored for it.
            for (int i = 0; i < changedSincePeak.size(); i++) {
                int changed = changedSincePeak.get(i);
                peakBytes[changed] = allocatedBytes[changed] - freedBytes[changed];
                sincePeak[changed] = false;
            }
            changedSincePeak.clear();
        }
    }

    /// Releases a block that was allocated at a callsite.
    public void free(int callsite, long bytes) {
        free(callsite, bytes, 1);
    }

    private void free(int callsite, long bytes, int blocks) {
        int site = site(callsite);
        freedBytes[site] += bytes;
        freedCount[site] += blocks;
        size -= bytes;
        change(site);
    }

    /// Releases part of an allocation, which continues to count as one block.
    void shrink(int callsite, long bytes) {
        free(callsite, bytes, 0);
    }

    /// Adds the resident memory at the current time.
    void setRss(long bytes) {
        context.counters().push(ts(), bytes, rssTrack);
    }

    /// Sets the time in ms since the start. Everything added before this call happened before this time. Decreasing
    /// times are ignored.
    public void setTime(long ms) {
        if (ms <= nowMs || ms > Long.MAX_VALUE / NS_PER_MS - 1) {
            return;
        }
        nowMs = ms;
        writeSize();
        if (nowMs - rowsMs >= Math.max(MIN_INTERVAL_MS, nowMs / INTERVAL_DIVISOR)) {
            writeRows();
            rowsMs = nowMs;
        }
    }

    private long ts() {
        return traceTime.applyAsLong(nowMs * NS_PER_MS);
    }

    private void writeSize() {
        if (writtenSize < 0 && nowMs > 0) {
            context.counters().push(traceTime.applyAsLong(0), 0, sizeTrack);
        }
        writtenSize = size;
        context.counters().push(ts(), size, sizeTrack);
        context.counters().push(ts(), intervalPeak, peakTrack);
        intervalPeak = size;
    }

    private void writeRows() {
        long ts = ts();
        for (int site : sortByCallsite(changedSinceRows.toArray())) {
            sinceRows[site] = false;
            addRow(
                    ts,
                    site,
                    allocatedCount[site] - writtenAllocatedCount[site],
                    allocatedBytes[site] - writtenAllocatedBytes[site]);
            addRow(ts, site, writtenFreedCount[site] - freedCount[site], writtenFreedBytes[site] - freedBytes[site]);
            writtenAllocatedCount[site] = allocatedCount[site];
            writtenAllocatedBytes[site] = allocatedBytes[site];
            writtenFreedCount[site] = freedCount[site];
            writtenFreedBytes[site] = freedBytes[site];
        }
        changedSinceRows.clear();
    }

    private int[] sortByCallsite(int[] sites) {
        return Arrays.stream(sites)
                .mapToLong(site -> (long) callsites.get(site) << Integer.SIZE | site)
                .sorted()
                .mapToInt(key -> (int) key)
                .toArray();
    }

    private void addRow(long ts, int site, long count, long bytes) {
        if (count == 0 && bytes == 0) {
            return;
        }
        Table table = context.storage().table(TableNames.HeapProfileAllocation.TABLE);
        int row = table.addRow();
        table.longs(TableNames.HeapProfileAllocation.TS).set(row, ts);
        table.ints(TableNames.HeapProfileAllocation.UPID).set(row, upid);
        table.strings(TableNames.HeapProfileAllocation.HEAP_NAME).set(row, heapName);
        table.ints(TableNames.HeapProfileAllocation.CALLSITE_ID).set(row, callsites.get(site));
        table.longs(TableNames.HeapProfileAllocation.COUNT).set(row, count);
        table.longs(TableNames.HeapProfileAllocation.SIZE).set(row, bytes);
    }

    /// Writes the final values and the profiles.
    ///
    /// @param scope kind of file, e.g. `heaptrack_file`
    /// @param title name of the profiler
    public void finish(String scope, String title) {
        if (changedSinceRows.size() > 0) {
            // The last changes happened after the last known time.
            nowMs++;
            writeSize();
            writeRows();
        }
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        int peakProfile = profiles.profile(scope, title + " heap at peak", "heap_at_peak", "bytes");
        int unreleased = profiles.profile(scope, title + " not released", "not_released", "bytes");
        int allocated = profiles.profile(scope, title + " allocated", "allocated", "bytes");
        int count = profiles.profile(scope, title + " allocations", "allocations", "count");
        for (int site : sortByCallsite(IntStream.range(0, callsites.size()).toArray())) {
            int callsite = callsites.get(site);
            add(profiles, peakProfile, callsite, peakBytes[site]);
            add(profiles, unreleased, callsite, allocatedBytes[site] - freedBytes[site]);
            add(profiles, allocated, callsite, allocatedBytes[site]);
            add(profiles, count, callsite, allocatedCount[site]);
        }
    }

    private static void add(AggregateProfiles profiles, int profile, int callsite, long value) {
        if (value > 0) {
            profiles.add(profile, callsite, value);
        }
    }
}
