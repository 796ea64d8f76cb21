package traceglass.ingest.sysprof;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.store.table.StringPool;

/// Callsites of the stacks in a capture, which list addresses from the innermost frame on. Addresses of the kernel
/// follow a marker as in `perf`.
final class CaptureStacks {

    private static final long FIRST_MARKER = -4095;
    private static final long USER = -512;
    private static final long GUEST_USER = -2560;
    /// Start of the kernel's half of the address space on all 64-bit machines.
    private static final int KERNEL_BITS = 0xffff;

    private static final int FILE = 56;

    private final StackProfiles stacks;
    private final StringPool strings;
    private final CaptureSymbols names;
    private final StackProfiles.Mapping kernel;
    private final StackProfiles.Mapping syntheticMapping;
    private final StackProfiles.Mapping unknown;
    /// Frames by process and address, cached because most samples are taken at few addresses.
    private final Map<Integer, CachedFrames> cachedFrames = new HashMap<>();

    /// Frames of a process by address, valid until its mappings change. Frames in the kernel and in user space, and
    /// frames of callers and of the innermost function, are stored separately.
    private static final class CachedFrames {
        private final LongIntMap[] rows = {new LongIntMap(), new LongIntMap(), new LongIntMap(), new LongIntMap()};

        LongIntMap rows(boolean isKernel, boolean isCaller) {
            return rows[(isKernel ? 2 : 0) + (isCaller ? 1 : 0)];
        }
    }

    CaptureStacks(ImportContext context, CaptureSymbols names) {
        stacks = context.stackProfiles();
        strings = context.strings();
        this.names = names;
        kernel = stacks.dummy("[kernel.kallsyms]");
        syntheticMapping = stacks.dummy("[jit]");
        unknown = stacks.dummy("");
    }

    /// Adds a file mapping to the memory of a process.
    void map(int upid, CaptureFrame frame) {
        cachedFrames.remove(upid);
        String file = frame.text(FILE);
        // The file's build id may follow its name, after a zero and an @.
        int after = frame.textEnd(FILE) + 1;
        String buildId = frame.u8(after) == '@' ? frame.text(after + 1) : "";
        stacks.userMapping(
                upid,
                new StackProfiles.MappingParams(file, buildId, frame.i64(24), frame.i64(32), frame.i64(40), 0, 0));
    }

    /// Returns the callsite of a stack, or [ProfilerSamples#NONE] if it has no frame.
    ///
    /// @param count number of addresses, of which those outside the frame are skipped
    int callsite(CaptureFrame frame, int upid, int offset, int count) {
        int end = Math.min(count, Math.max(0, (frame.length() - offset) / Long.BYTES));
        long[] addresses = new long[end];
        boolean[] isKernel = new boolean[end];
        int depth = 0;
        boolean isInKernel = false;
        boolean hasMarker = false;
        for (int i = 0; i < end; i++) {
            long address = frame.i64(offset + i * Long.BYTES);
            if (Long.compareUnsigned(address, FIRST_MARKER) >= 0) {
                isInKernel = address != USER && address != GUEST_USER;
                hasMarker = true;
            } else {
                addresses[depth] = address;
                isKernel[depth++] = hasMarker ? isInKernel : address >>> 48 == KERNEL_BITS;
            }
        }
        CachedFrames frames = cachedFrames.computeIfAbsent(upid, u -> new CachedFrames());
        int callsite = ProfilerSamples.NONE;
        for (int i = depth - 1; i >= 0; i--) {
            boolean isCaller = i > 0;
            LongIntMap rows = frames.rows(isKernel[i], isCaller);
            int row = rows.get(addresses[i]);
            if (row == LongIntMap.NONE) {
                row = frame(frame.pid(), upid, addresses[i], isKernel[i], isCaller);
                rows.put(addresses[i], row);
            }
            callsite = stacks.callsite(callsite, row);
        }
        return callsite;
    }

    /// Returns the callsite of events without a stack.
    int unknownCallsite() {
        return stacks.callsite(-1, unknown.frame(0, strings.intern("[unknown]"), -1, -1));
    }

    /// Returns the name of the function at an address, or the address in hexadecimal.
    int name(int pid, long address) {
        String name = names.find(pid, address, false);
        return strings.intern(name == null ? "0x" + Long.toHexString(address) : name);
    }

    private int frame(int pid, int upid, long address, boolean isKernel, boolean isCaller) {
        // A return address may already be in the next function.
        long pc = isCaller && address != 0 && !names.isSynthetic(address) ? address - 1 : address;
        String name = names.find(pid, pc, isKernel);
        if (name == null) {
            name = names.find(pid, address, isKernel);
        }
        int nameId = strings.intern(name == null ? "" : name);
        if (names.isSynthetic(address)) {
            return syntheticMapping.frame(0, nameId, -1, -1);
        }
        if (isKernel) {
            return kernel.frame(pc, nameId, -1, -1);
        }
        StackProfiles.Mapping mapping = upid == ProcessTracker.NONE ? null : stacks.userMappingAt(upid, pc);
        return mapping == null
                ? unknown.frame(pc, nameId, -1, -1)
                : mapping.frame(pc - mapping.params().start() + mapping.params().exactOffset(), nameId, -1, -1);
    }
}
