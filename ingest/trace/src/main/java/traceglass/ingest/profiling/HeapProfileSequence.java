package traceglass.ingest.profiling;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.InternedStacks;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.protos.profiling.Callstack;
import traceglass.protos.profiling.Frame;
import traceglass.protos.profiling.InternedString;
import traceglass.protos.profiling.Mapping;
import traceglass.protos.profiling.ProfilePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// State of a sequence of `ProfilePacket`s: the names of the current dump (older producers write them into the
/// packets, newer ones intern them), its allocations, and the totals with which the next dump is compared.
final class HeapProfileSequence {

    /// Heap of the Android runtime, which does not report frees. Frees inferred from the reuse of an address are
    /// not reliable and are ignored.
    private static final String ART_HEAP = "com.android.art";

    /// One entry of a dump; counts and bytes are totals since the start of the profile.
    record Allocation(
            long pid,
            long ts,
            int heapName,
            long callstackIid,
            long allocCount,
            long allocBytes,
            long freeCount,
            long freedBytes) {}

    private record Sum(long count, long bytes) {
        static final Sum ZERO = new Sum(0, 0);
    }

    private record Site(int upid, int callsite) {}

    private record Source(int upid, long callstackIid, int heapName) {}

    private final Map<Long, ByteString> strings = new HashMap<>();
    private final Map<Long, StackProfiles.Mapping> mappings = new HashMap<>();
    private final Map<Long, Integer> frames = new HashMap<>();
    private final Map<Long, Integer> callstacks = new HashMap<>();
    private final List<Allocation> pending = new ArrayList<>();
    private final Map<Site, Sum> allocated = new HashMap<>();
    private final Map<Site, Sum> freed = new HashMap<>();
    private final Map<Source, Set<Integer>> sitesOfSource = new HashMap<>();
    private final Map<Long, Sum> previousAllocated = new HashMap<>();
    private final Map<Long, Sum> previousFreed = new HashMap<>();
    private long lastIndex = -1;

    HeapProfileSequence() {
        strings.put(0L, ByteString.EMPTY);
    }

    /// Checks the packet's index, which counts from 0 without gaps, and adds its names.
    void startPacket(ImportContext context, ProfilePacket packet) {
        if (packet.getIndex() != lastIndex + 1) {
            context.stats().increment(StatNames.HEAPPROFD_MISSING_PACKET);
        }
        lastIndex = packet.getIndex();
        for (InternedString s : packet.getStringsList()) {
            if (s.getIid() != 0) {
                strings.putIfAbsent(s.getIid(), s.getStr());
            }
        }
        for (Mapping m : packet.getMappingsList()) {
            addMapping(context, m);
        }
        for (Frame f : packet.getFramesList()) {
            addFrame(context, f);
        }
        for (Callstack c : packet.getCallstacksList()) {
            addCallstack(context, c);
        }
    }

    private void addMapping(ImportContext context, Mapping m) {
        ByteString buildId = strings.get(m.getBuildId());
        if (buildId == null) {
            context.stats().increment(StatNames.STACKPROFILE_INVALID_STRING_ID);
            return;
        }
        List<String> path = new ArrayList<>();
        for (long id : m.getPathStringIdsList()) {
            ByteString part = strings.get(id);
            if (part == null) {
                // Keep the known part of the path.
                context.stats().increment(StatNames.STACKPROFILE_INVALID_STRING_ID);
                break;
            }
            path.add(part.toStringUtf8());
        }
        mappings.putIfAbsent(
                m.getIid(),
                context.stackProfiles()
                        .mapping(new StackProfiles.MappingParams(
                                StackProfiles.path(path),
                                StackProfiles.buildIdHex(buildId.toByteArray()),
                                m.getStart(),
                                m.getEnd(),
                                m.getExactOffset(),
                                m.getStartOffset(),
                                m.getLoadBias())));
    }

    private void addFrame(ImportContext context, Frame f) {
        StackProfiles.Mapping mapping = mappings.get(f.getMappingId());
        if (mapping == null) {
            context.stats().increment(StatNames.STACKPROFILE_INVALID_MAPPING_ID);
            return;
        }
        ByteString name = strings.get(f.getFunctionNameId());
        if (name == null) {
            context.stats().increment(StatNames.STACKPROFILE_INVALID_STRING_ID);
            return;
        }
        byte[] utf8 = name.toByteArray();
        frames.putIfAbsent(
                f.getIid(), mapping.frame(f.getRelPc(), context.strings().intern(utf8, 0, utf8.length), -1, -1));
    }

    private void addCallstack(ImportContext context, Callstack c) {
        int callsite = InternedStacks.NONE;
        int depth = 0;
        for (long id : c.getFrameIdsList()) {
            Integer frame = frames.get(id);
            if (frame == null) {
                context.stats().increment(StatNames.STACKPROFILE_INVALID_FRAME_ID);
                return;
            }
            callsite = context.stackProfiles().callsite(callsite, frame, depth++);
        }
        if (callsite == InternedStacks.NONE) {
            context.stats().increment(StatNames.STACKPROFILE_EMPTY_CALLSTACK);
            return;
        }
        callstacks.putIfAbsent(c.getIid(), callsite);
    }

    void add(Allocation allocation) {
        pending.add(allocation);
    }

    /// Adds the rows of the dump and clears its names.
    void finishDump(ImportContext context, SequenceState state) {
        for (Allocation a : pending) {
            write(context, state, a);
        }
        pending.clear();
        strings.clear();
        strings.put(0L, ByteString.EMPTY);
        mappings.clear();
        frames.clear();
        callstacks.clear();
    }

    private void write(ImportContext context, SequenceState state, Allocation a) {
        int upid = context.processes().process(a.pid & 0xFFFF_FFFFL);
        Integer sequenceCallsite = callstacks.get(a.callstackIid);
        int callsite = sequenceCallsite != null
                ? sequenceCallsite
                : InternedStacks.of(state).callstack(context, state, upid, a.callstackIid);
        if (callsite == InternedStacks.NONE) {
            return;
        }
        Site site = new Site(upid, callsite);
        Sum allocatedSoFar = allocated.getOrDefault(site, Sum.ZERO);
        Sum freedSoFar = freed.getOrDefault(site, Sum.ZERO);
        // Two of the producer's stacks may map to one callsite, and each is counted from zero: the later stack starts
        // at the current total of the callsite.
        if (sitesOfSource
                .computeIfAbsent(new Source(upid, a.callstackIid, a.heapName), s -> new HashSet<>())
                .add(callsite)) {
            previousAllocated.put(a.callstackIid, allocatedSoFar);
            previousFreed.put(a.callstackIid, freedSoFar);
        }
        Sum allocatedEarlier = previousAllocated.getOrDefault(a.callstackIid, Sum.ZERO);
        Sum freedEarlier = previousFreed.getOrDefault(a.callstackIid, Sum.ZERO);
        Sum nowAllocated = new Sum(a.allocCount + allocatedEarlier.count, a.allocBytes + allocatedEarlier.bytes);
        Sum nowFreed = new Sum(-a.freeCount + freedEarlier.count, -a.freedBytes + freedEarlier.bytes);
        Sum newlyAllocated =
                new Sum(nowAllocated.count - allocatedSoFar.count, nowAllocated.bytes - allocatedSoFar.bytes);
        Sum newlyFreed = new Sum(nowFreed.count - freedSoFar.count, nowFreed.bytes - freedSoFar.bytes);
        allocated.putIfAbsent(site, Sum.ZERO);
        freed.putIfAbsent(site, Sum.ZERO);
        if (newlyAllocated.count < 0 || newlyAllocated.bytes < 0 || newlyFreed.count > 0 || newlyFreed.bytes > 0) {
            context.stats().add(StatNames.HEAPPROFD_MALFORMED_PACKET, upid, 1);
            return;
        }
        if (!newlyAllocated.equals(Sum.ZERO)) {
            addRow(context, a, upid, callsite, newlyAllocated);
        }
        if (!newlyFreed.equals(Sum.ZERO) && !ART_HEAP.equals(context.strings().get(a.heapName))) {
            addRow(context, a, upid, callsite, newlyFreed);
        }
        allocated.put(site, nowAllocated);
        freed.put(site, nowFreed);
    }

    private static void addRow(ImportContext context, Allocation a, int upid, int callsite, Sum change) {
        Table table = context.storage().table(TableNames.HeapProfileAllocation.TABLE);
        int row = table.addRow();
        table.longs(TableNames.HeapProfileAllocation.TS).set(row, a.ts);
        table.ints(TableNames.HeapProfileAllocation.UPID).set(row, upid);
        table.strings(TableNames.HeapProfileAllocation.HEAP_NAME).set(row, a.heapName);
        table.ints(TableNames.HeapProfileAllocation.CALLSITE_ID).set(row, callsite);
        table.longs(TableNames.HeapProfileAllocation.COUNT).set(row, change.count);
        table.longs(TableNames.HeapProfileAllocation.SIZE).set(row, change.bytes);
    }
}
