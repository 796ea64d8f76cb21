package traceglass.ingest.etl;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Samples of the profiler with their callstacks. A stack is a separate event that names the time and thread of the
/// sample; a sample may have one in the kernel and one in user mode.
final class EtlSamples {

    private static final int MAX_FRAMES = 1024;
    private static final long KERNEL_32 = 0x8000_0000L;

    private final ImportContext context;
    private final EtlImages images;
    private final ManagedMethods methods;
    private final ProfilerSamples samples;
    private final StackProfiles stacks;
    private final int source;
    /// Samples at the current time, to which a stack may still be added.
    private final Deque<Sample> waiting = new ArrayDeque<>();
    private final Map<Kind, Integer> sessions = new HashMap<>();
    private final Map<EtlImages.Image, StackProfiles.Mapping> mappings = new HashMap<>();
    private StackProfiles.Mapping unknown;
    private StackProfiles.Mapping compiled;

    /// Kinds of samples, each in a separate profiler session.
    enum Kind {
        TIME("ns"),
        COUNTER("count");

        private final String unit;

        Kind(String unit) {
            this.unit = unit;
        }
    }

    private static final class Sample {
        final Kind kind;
        final long ts;
        final int cpu;
        final long tid;
        final long address;
        final boolean is64;
        /// Addresses, innermost first.
        long[] frames = new long[0];

        Sample(Kind kind, long ts, int cpu, long tid, long address, boolean is64) {
            this.kind = kind;
            this.ts = ts;
            this.cpu = cpu;
            this.tid = tid;
            this.address = address;
            this.is64 = is64;
        }

        boolean isKernel(long address) {
            return is64 ? address < 0 : address >= KERNEL_32;
        }
    }

    EtlSamples(ImportContext context, EtlImages images, ManagedMethods methods) {
        this.context = context;
        this.methods = methods;
        this.images = images;
        samples = context.session().profilerSamples();
        stacks = context.stackProfiles();
        source = context.strings().intern("etw");
    }

    /// Adds a sample.
    void addSample(Kind kind, long ts, int cpu, long tid, long address, boolean is64) {
        waiting.add(new Sample(kind, ts, cpu, tid, address, is64));
    }

    /// Adds a stack to the sample with this time and thread, if there is one.
    ///
    /// @param addresses addresses in the functions, innermost first
    void handleStack(long ts, long tid, long[] addresses) {
        for (Sample s : waiting) {
            if (s.ts == ts && s.tid == tid) {
                int oldLength = s.frames.length;
                int added = Math.min(addresses.length, MAX_FRAMES - oldLength);
                s.frames = Arrays.copyOf(s.frames, oldLength + added);
                System.arraycopy(addresses, 0, s.frames, oldLength, added);
                return;
            }
        }
    }

    /// Writes the samples before a time.
    void writeBefore(long ts) {
        while (!waiting.isEmpty() && waiting.peek().ts < ts) {
            write(waiting.poll());
        }
    }

    private void write(Sample s) {
        int utid = context.processes().thread(s.tid);
        int upid = context.processes().upidOf(utid);
        long pid = upid == ProfilerSamples.NONE ? -1 : pid(upid);
        int callsite = ProfilerSamples.NONE;
        long[] frames = s.frames.length == 0 ? new long[] {s.address} : s.frames;
        for (int i = frames.length - 1; i >= 0; i--) {
            callsite = stacks.callsite(callsite, frame(s, pid, frames[i], i == 0));
        }
        int session = sessions.computeIfAbsent(
                s.kind, k -> samples.session(source, context.strings().intern(k.unit), StringPool.NULL));
        int row = samples.add(s.ts, source, samples.task(upid, utid), callsite);
        int ucpu = s.cpu < CpuTracker.MAX_CPUS ? context.cpus().ucpu(s.cpu) : ProfilerSamples.NONE;
        int mode = context.strings().intern(s.isKernel(s.address) ? "kernel" : "user");
        samples.describe(row, samples.execution(ucpu, mode), StringPool.NULL, session, LongColumn.NULL);
    }

    private long pid(int upid) {
        return context.storage()
                .table(TableNames.Process.TABLE)
                .longs(TableNames.Process.PID)
                .get(upid);
    }

    /// Returns the frame of an address. Addresses of callers are return addresses, which may already belong to
    /// the next function.
    private int frame(Sample s, long pid, long address, boolean isInnermost) {
        EtlImages.Image image = images.find(pid, address, s.isKernel(address));
        long pc = isInnermost || address == 0 ? address : address - 1;
        String method = methods.find(pid, pc);
        if (method != null) {
            if (compiled == null) {
                compiled = stacks.dummy("[.NET]");
            }
            return compiled.dummyFrame(context.strings().intern(method), -1, -1);
        }
        if (image == null) {
            if (unknown == null) {
                unknown = stacks.dummy("[unknown]");
            }
            return unknown.frame(pc, context.strings().intern("0x" + Long.toHexString(address)), -1, -1);
        }
        StackProfiles.Mapping mapping = mappings.computeIfAbsent(
                image,
                i -> stacks.mapping(new StackProfiles.MappingParams(
                        i.path(), images.buildId(pid, i), i.start(), i.start() + i.size(), 0, 0, 0)));
        long offset = pc - image.start();
        return mapping.frame(offset, context.strings().intern(image.name() + "+0x" + Long.toHexString(offset)), -1, -1);
    }

    /// Returns the name of the routine at an address: its image and the offset in it.
    String routineName(long address) {
        EtlImages.Image image = images.find(-1, address, true);
        return image == null
                ? "0x" + Long.toHexString(address)
                : image.name() + "+0x" + Long.toHexString(address - image.start());
    }
}
