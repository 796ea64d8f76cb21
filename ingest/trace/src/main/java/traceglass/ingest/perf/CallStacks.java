package traceglass.ingest.perf;

import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;

/// Converts the call chain of a sample to a call site.
final class CallStacks {

    /// Entries from here on change the mode of the entries after them (`PERF_CONTEXT_MAX`).
    private static final long FIRST_MARKER = -4095;

    private final ProcessMemory memory;
    private final StackProfiles stacks;
    private final Features features;
    private final AddressTable callsites = new AddressTable();
    private final UserStacks userStacks;
    private long[] addresses = new long[256];
    private byte[] modes = new byte[256];
    private int count;

    CallStacks(ImportContext context, RecordBytes in, ProcessMemory memory, Features features) {
        this.memory = memory;
        this.features = features;
        stacks = context.stackProfiles();
        userStacks = new UserStacks(context, in, memory, features);
    }

    /// Returns the call site of a sample, or [ProfilerSamples#NONE] if it has no frame.
    int callsite(EventAttr attr, SampleFields s, int upid) {
        count = 0;
        boolean hasUserFrame = readChain(s);
        if (!hasUserFrame && s.stackSize > 0 && s.registersAbi != 0) {
            unwind(attr, s, upid);
        }
        if (count == 0 && s.hasIp) {
            add(s.ip, s.mode);
            if ((attr.branchSampleType & EventAttr.BRANCH_CALL_STACK) != 0) {
                // The calls that have not returned, from the processor's branch records.
                for (int i = 0; i < s.branchCount; i++) {
                    add(s.branchFrom(i) + 1, s.mode);
                }
            }
        }
        return intern(upid, s.pid);
    }

    /// Reads the recorded chain; returns whether it has frames outside of the kernel.
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
            addresses = java.util.Arrays.copyOf(addresses, count * 2);
            modes = java.util.Arrays.copyOf(modes, count * 2);
        }
        addresses[count] = address;
        modes[count++] = (byte) mode;
    }

    private int intern(int upid, long pid) {
        boolean adjusts = !features.isSimpleperf();
        int parent = ProfilerSamples.NONE;
        for (int i = count - 1, depth = 0; i >= 0; i--, depth++) {
            long address = addresses[i];
            if (i > 0 && adjusts && address != 0) {
                // A return address may already be in the next function or line.
                address--;
            }
            int frame = memory.frame(RecordTypes.isKernel(modes[i]), upid, pid, address);
            long key = (long) (parent + 1) << 32 | frame;
            int callsite = callsites.get(key);
            if (callsite == AddressTable.NONE) {
                callsite = stacks.callsite(parent, frame, depth);
                callsites.put(key, callsite);
            }
            parent = callsite;
        }
        return parent;
    }
}
