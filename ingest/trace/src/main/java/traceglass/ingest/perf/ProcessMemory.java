package traceglass.ingest.perf;

import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.AddressMap;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.ingest.tracker.stack.StackProfiles.Mapping;
import traceglass.ingest.tracker.stack.StackProfiles.MappingParams;
import traceglass.ingest.unwind.CodeMapping;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Memory mappings of the kernel and of processes, and the frames at their addresses. Frames are cached by address
/// until a mapping changes.
final class ProcessMemory {

    private static final String KERNEL_IMAGE = "[kernel.kallsyms]";
    private static final String BPF = "[bpf]";
    /// Marks cached frames that are in no mapping, and kernel addresses that are in no mapping.
    private static final int UNMAPPED = 1 << 30;

    private final ImportContext context;
    private final StackProfiles stacks;
    private final StringPool strings;
    private final PerfFeatures features;
    private final CompiledCode compiled;
    private final AddressMap<String> kernelSymbols = new AddressMap<>();
    private final LongIntMap kernelFrames = new LongIntMap();
    private final Table records;
    private final int noName;
    private Process[] processes = new Process[64];
    private long unmapped;
    private int kernelVersion;

    /// Memory of one process.
    private static final class Process {
        final LongIntMap frames = new LongIntMap();
        final AddressMap<CodeMapping> mappings = new AddressMap<>();
        final long pid;
        int version;
        /// Holds the frames outside all mappings.
        Mapping dummy;

        Process(long pid) {
            this.pid = pid;
        }
    }

    ProcessMemory(ImportContext context, PerfFeatures features, CompiledCode compiled) {
        this.context = context;
        this.features = features;
        this.compiled = compiled;
        stacks = context.stackProfiles();
        strings = context.strings();
        records = context.storage().table(TableNames.MmapRecord.TABLE);
        noName = strings.intern("");
    }

    private Process process(int upid, long pid) {
        if (upid >= processes.length) {
            processes = Arrays.copyOf(processes, Math.max(upid + 1, processes.length * 2));
        }
        Process p = processes[upid];
        if (p == null) {
            p = new Process(pid);
            processes[upid] = p;
        }
        return p;
    }

    /// Adds a mapping of the kernel or of one of its modules.
    ///
    /// @param length length in bytes
    void mapKernel(long ts, long start, long length, long fileOffset, String name, String buildId) {
        // This mapping stands for all BPF programs and spans the whole memory.
        if (name.equals(BPF) && length == -1) {
            return;
        }
        boolean isImage = name.startsWith(KERNEL_IMAGE);
        // For the kernel image, the recorded offset is the address of a symbol, not a file offset.
        MappingParams params =
                new MappingParams(name, buildId, start, AddressMap.end(start, length), isImage ? 0 : fileOffset, 0, 0);
        Mapping m = isImage || length == 0 ? stacks.kernel(params) : stacks.kernelModule(params);
        kernelFrames.clear();
        kernelVersion++;
        record(ts, IntColumn.NULL, m);
    }

    /// Adds a mapping of a process.
    void mapUser(long ts, int upid, long pid, long start, long length, long fileOffset, String name, String buildId) {
        long end = AddressMap.end(start, length);
        Mapping m = stacks.userMapping(upid, new MappingParams(name, buildId, start, end, fileOffset, 0, 0));
        Process p = process(upid, pid);
        p.frames.clear();
        p.version++;
        p.mappings.putTrimming(start, end, new CodeMapping(name, buildId, start, end, fileOffset));
        record(ts, upid, m);
    }

    private void record(long ts, int upid, Mapping m) {
        int row = records.addRow();
        records.longs(TableNames.MmapRecord.TS).set(row, ts);
        records.ints(TableNames.MmapRecord.UPID).set(row, upid);
        records.ints(TableNames.MmapRecord.MAPPING_ID).set(row, m.row());
    }

    /// Adds the name of code that was loaded into the kernel, such as a BPF program.
    void addKernelSymbol(long start, long length, String name) {
        kernelSymbols.putTrimming(start, AddressMap.end(start, length), name);
        kernelFrames.clear();
        kernelVersion++;
    }

    /// Returns the mapping of a process that contains an address, or null.
    CodeMapping mapping(int upid, long address) {
        Process p = upid < processes.length ? processes[upid] : null;
        AddressMap.Range<CodeMapping> range = p == null ? null : p.mappings.find(address);
        return range == null ? null : range.value();
    }

    /// Returns a number that changes with each new mapping of the process or the kernel.
    long version(int upid) {
        Process p = upid < processes.length ? processes[upid] : null;
        return (long) kernelVersion << Integer.SIZE | (p == null ? 0 : p.version);
    }

    /// Returns the number of frames outside all mappings so far.
    long unmapped() {
        return unmapped;
    }

    /// Counts frames outside all mappings that were looked up earlier.
    void countUnmapped(int frames) {
        unmapped += frames;
    }

    /// Returns the row of the frame at an address.
    int frame(boolean isInKernel, int upid, long pid, long address) {
        if (isInKernel) {
            int frame = kernelFrames.get(address);
            if (frame == LongIntMap.NONE) {
                frame = newKernelFrame(address);
                kernelFrames.put(address, frame);
            }
            if (frame != UNMAPPED) {
                return frame;
            }
        }
        Process p = process(upid, pid);
        int frame = p.frames.get(address);
        if (frame == LongIntMap.NONE) {
            frame = newFrame(isInKernel, upid, p, address);
            p.frames.put(address, frame);
        }
        if ((frame & UNMAPPED) != 0) {
            unmapped++;
        }
        return frame & ~UNMAPPED;
    }

    private int newKernelFrame(long address) {
        Mapping m = stacks.kernelMappingAt(address);
        if (m == null) {
            return UNMAPPED;
        }
        return m.frame(relative(m, address), kernelName(address), -1, -1);
    }

    private int kernelName(long address) {
        String name = features.symbols().kernelFunction(address);
        if (name == null) {
            AddressMap.Range<String> loaded = kernelSymbols.find(address);
            name = loaded == null ? null : loaded.value();
        }
        return name == null ? noName : strings.intern(name);
    }

    private int newFrame(boolean isInKernel, int upid, Process p, long address) {
        Mapping m = isInKernel ? null : stacks.userMappingAt(upid, address);
        if (m == null) {
            p.dummy = p.dummy == null ? stacks.dummy("") : p.dummy;
            String name = isInKernel ? null : compiled.function(p.pid, address);
            int nameId = isInKernel ? kernelName(address) : name == null ? noName : strings.intern(name);
            return p.dummy.frame(address, nameId, -1, -1) | UNMAPPED;
        }
        long offset = relative(m, address);
        String file = m.params().name();
        String name = features.symbols().isEmpty() ? null : features.symbols().function(file, offset, address);
        if (name == null && CompiledCode.mayContain(file)) {
            name = compiled.function(p.pid, address);
        }
        return m.frame(offset, name == null ? noName : strings.intern(name), -1, -1);
    }

    private static long relative(Mapping m, long address) {
        return address - m.params().start() + m.params().exactOffset();
    }

    /// Writes the number of frames outside all mappings.
    void finish() {
        if (unmapped > 0) {
            context.stats().add(StatNames.PERF_DUMMY_MAPPING_USED, unmapped);
        }
    }
}
