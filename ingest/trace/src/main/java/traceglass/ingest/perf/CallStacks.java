package traceglass.ingest.perf;

import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;

/// Converts the call chain of a sample to a callsite.
final class CallStacks {

    /// Smallest unsigned entry that is not an address: it sets the mode of the entries after it (`PERF_CONTEXT_MAX`).
    private static final long FIRST_MARKER = -4095;
    /// Shorter chains are not worth caching.
    private static final int MIN_CACHED = 4;
    private static final int MAX_CACHED = 1 << 22;
    private static final long HASH = 0x9E3779B97F4A7C15L;
    private static final int MODE_SHIFT = 60;

    private final ProcessMemory memory;
    private final StackProfiles stacks;
    private final PerfFeatures features;
    /// Callsites of callers by a hash of the chain without its innermost frame, because many samples differ
    /// only in that frame.
    private final LongIntMap callers = new LongIntMap();
    private int[] callerSites = new int[256];
    private int[] callerUnmapped = new int[256];
    private int callerCount;
    private final UserStacks userStacks;
    private long[] addresses = new long[256];
    private byte[] modes = new byte[256];
    private int count;

    CallStacks(ImportContext context, RecordBytes in, ProcessMemory memory, PerfFeatures features) {
        this.memory = memory;
        this.features = features;
        stacks = context.stackProfiles();
        userStacks = new UserStacks(context, in, memory, features);
    }

    /// Returns the callsite of a sample, or [ProfilerSamples#NONE] if it has no frame.
    int callsite(EventAttr attr, SampleFields s, int upid) {
        count = 0;
        boolean hasUserFrame = readChain(s);
        if (!hasUserFrame && s.stackSize > 0 && s.registersAbi != 0) {
            unwind(attr, s, upid);
        }
        if (count == 0 && s.hasIp) {
            add(s.ip, s.mode);
            if ((attr.branchSampleType & EventAttr.BRANCH_CALL_STACK) != 0) {
                // Add the calls that have not returned, from the processor's branch records.
                for (int i = 0; i < s.branchCount; i++) {
                    add(s.branchFrom(i) + 1, s.mode);
                }
            }
        }
        return intern(upid, s.pid);
    }

    /// Reads the recorded chain; returns whether it has frames outside the kernel.
    private boolean readChain(SampleFields s) {
        int mode = s.mode;
        boolean hasUserFrame = false;
        for (int i = 0; i < s.chainCount; i++) {
            long address = s.chain(i);
            if (Long.compareUnsigned(address, FIRST_MARKER) >= 0) {
                mode = mode(address);
            } else {
                add(address, mode);
                hasUserFrame |= !RecordTypes.isKernel(mode);
            }
        }
        return hasUserFrame;
    }

    /// Returns the mode after a marker (`enum perf_callchain_context`).
    private static int mode(long marker) {
        return switch ((int) marker) {
            case -32 -> RecordTypes.MODE_HYPERVISOR;
            case -128 -> RecordTypes.MODE_KERNEL;
            case -512, -640 -> RecordTypes.MODE_USER;
            case -2176 -> RecordTypes.MODE_GUEST_KERNEL;
            case -2560 -> RecordTypes.MODE_GUEST_USER;
            default -> RecordTypes.MODE_UNKNOWN;
        };
    }

    private void unwind(EventAttr attr, SampleFields s, int upid) {
        for (long address : userStacks.unwind(s, attr.userRegisters, upid)) {
            add(address, RecordTypes.MODE_USER);
        }
    }

    private void add(long address, int mode) {
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, count * 2);
            modes = Arrays.copyOf(modes, count * 2);
        }
        addresses[count] = address;
        modes[count++] = (byte) mode;
    }

    private int intern(int upid, long pid) {
        if (count == 0) {
            return ProfilerSamples.NONE;
        }
        int parent = count >= MIN_CACHED ? cachedCallers(upid, pid) : callers(upid, pid);
        return stacks.callsite(
                parent, memory.frame(RecordTypes.isKernel(modes[0]), upid, pid, addresses[0]), count - 1);
    }

    private int cachedCallers(int upid, long pid) {
        long hash = hash((long) upid << Integer.SIZE ^ memory.version(upid) * HASH);
        int existing = callers.get(hash);
        if (existing != LongIntMap.NONE) {
            memory.countUnmapped(callerUnmapped[existing]);
            return callerSites[existing];
        }
        if (callerCount == MAX_CACHED) {
            callers.clear();
            callerCount = 0;
        }
        long before = memory.unmapped();
        int site = callers(upid, pid);
        if (callerCount == callerSites.length) {
            callerSites = Arrays.copyOf(callerSites, callerCount * 2);
            callerUnmapped = Arrays.copyOf(callerUnmapped, callerCount * 2);
        }
        callerSites[callerCount] = site;
        callerUnmapped[callerCount] = (int) (memory.unmapped() - before);
        callers.put(hash, callerCount++);
        return site;
    }

    /// Returns a hash of all frames but the innermost. It has 64 bits, so different chains practically never
    /// collide.
    private long hash(long seed) {
        long h = seed * HASH;
        for (int i = 1; i < count; i++) {
            h = (h ^ addresses[i] ^ (long) modes[i] << MODE_SHIFT) * HASH;
            h ^= h >>> 29;
        }
        return h ^ h >>> 32;
    }

    /// Returns the callsite of the second innermost frame.
    private int callers(int upid, long pid) {
        boolean adjustsCallers = !features.isSimpleperf();
        int parent = ProfilerSamples.NONE;
        for (int i = count - 1, depth = 0; i > 0; i--, depth++) {
            // A return address may already be in the next function or line.
            long address = adjustsCallers && addresses[i] != 0 ? addresses[i] - 1 : addresses[i];
            int frame = memory.frame(RecordTypes.isKernel(modes[i]), upid, pid, address);
            parent = stacks.callsite(parent, frame, depth);
        }
        return parent;
    }
}
