package traceglass.service.probe.perf;

import com.google.protobuf.ByteString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import traceglass.service.probe.files.KernelSymbolMap;
import traceglass.service.probe.perf.FrameInterner.TraceFrame;
import traceglass.service.probe.perf.FrameInterner.TraceMapping;
import traceglass.service.probe.perf.MemoryMap.MappedRange;

/// Finds the mappings and functions of callchain addresses. Caches data about processes until
/// [#removeProcesses].
final class StackResolver {

    /// Mapping that marks kernel frames in the trace.
    private static final TraceMapping KERNEL = new TraceMapping("kernel", ByteString.EMPTY, 0, 0, 0, 0, 0);

    private static final TraceMapping UNKNOWN = new TraceMapping("", ByteString.EMPTY, 0, 0, 0, 0, 0);
    /// Smallest context marker. Numbers from this one to -1 in a callchain name the context of the next
    /// addresses.
    private static final long FIRST_MARKER = -4095;

    private static final long KERNEL_MARKER = -128;
    private static final long USER_MARKER = -512;
    private static final int MAX_FILES = 500;
    private static final long MAX_FILE_BYTES = 128L << 20;
    private static final int MAX_FRAMES = 50_000;
    private static final int MAX_PROCESSES = 500;
    private static final long REREAD_NS = 100_000_000;
    private static final int CALL_BYTES = System.getProperty("os.arch", "").equalsIgnoreCase("aarch64") ? 4 : 1;

    private final Path proc;
    private final Map<Integer, CachedProcess> processes = new HashMap<>();
    private final long maxFileBytes;
    /// ELF files by key, least recently used first.
    private final Map<String, ElfImage> files = new LinkedHashMap<>(16, 0.75f, true);

    private long fileBytes;
    private @Nullable KernelSymbolMap kernel;

    /// Kernel frames by address.
    private final Map<Long, TraceFrame> kernelFrames = new HashMap<>();

    /// Frames outside all mappings by address, for example of ended processes.
    private final Map<Long, TraceFrame> unknownFrames = new HashMap<>();

    /// Cached data about a process.
    ///
    /// @param readNs time at which its map was read
    /// @param frames frames in its mappings by address
    private record CachedProcess(MemoryMap map, long readNs, Map<Long, TraceFrame> frames) {}

    /// @param proc `/proc`, or a folder with the same structure
    StackResolver(Path proc) {
        this(proc, MAX_FILE_BYTES);
    }

    /// @param maxFileBytes maximum memory in bytes for symbols of files
    StackResolver(Path proc, long maxFileBytes) {
        this.proc = proc;
        this.maxFileBytes = maxFileBytes;
    }

    void removeProcesses() {
        processes.clear();
    }

    /// Returns the frames of a callchain, outermost first.
    List<TraceFrame> frames(int pid, long[] callchain) {
        List<TraceFrame> frames = new ArrayList<>();
        boolean isKernel = false;
        boolean isInnermost = true;
        for (long address : callchain) {
            if (Long.compareUnsigned(address, FIRST_MARKER) >= 0) {
                isKernel = address == KERNEL_MARKER || address != USER_MARKER && isKernel;
                isInnermost = true;
                continue;
            }
            // The address of an outer frame is the return address, after the call instruction.
            long pc = isInnermost ? address : address - CALL_BYTES;
            isInnermost = false;
            frames.add(isKernel ? cachedFrame(kernelFrames, pc, this::kernelFrame) : userFrame(pid, pc));
        }
        return frames.reversed();
    }

    private static TraceFrame cachedFrame(Map<Long, TraceFrame> cache, long pc, LongFunction<TraceFrame> finder) {
        TraceFrame existing = cache.get(pc);
        if (existing == null) {
            if (cache.size() >= MAX_FRAMES) {
                cache.clear();
            }
            existing = finder.apply(pc);
            cache.put(pc, existing);
        }
        return existing;
    }

    private TraceFrame kernelFrame(long pc) {
        KernelSymbolMap functions = kernel;
        if (functions == null) {
            functions = KernelSymbolMap.read(proc.resolve("kallsyms"));
            kernel = functions;
        }
        String name = functions.at(pc);
        return new TraceFrame(KERNEL, name == null ? "" : name, 0);
    }

    /// Finds the frame of a process. Reads its map again if it lacks the address, because the process can have
    /// loaded code since.
    private TraceFrame userFrame(int pid, long pc) {
        CachedProcess existing = processes.get(pid);
        if (existing == null || existing.map.rangeAt(pc) == null && System.nanoTime() - existing.readNs > REREAD_NS) {
            if (processes.size() >= MAX_PROCESSES) {
                processes.clear();
            }
            existing = new CachedProcess(MemoryMap.read(proc, pid), System.nanoTime(), new HashMap<>());
            processes.put(pid, existing);
        }
        MappedRange range = existing.map.rangeAt(pc);
        return range == null
                ? cachedFrame(unknownFrames, pc, address -> new TraceFrame(UNKNOWN, "", address))
                : cachedFrame(existing.frames, pc, address -> mappedFrame(pid, address, range));
    }

    private TraceFrame mappedFrame(int pid, long pc, MappedRange range) {
        ElfImage image = range.isFile() ? image(pid, range) : ElfImage.NONE;
        long relative = pc - range.start() + range.offset() + image.loadBias();
        String name = image.function(relative);
        TraceMapping mapping = new TraceMapping(
                range.path().startsWith("/") ? range.path().substring(1) : range.path(),
                ByteString.copyFrom(image.buildId()),
                range.start(),
                range.end(),
                range.offset(),
                0,
                image.loadBias());
        return new TraceFrame(mapping, name == null ? "" : name, relative);
    }

    private ElfImage image(int pid, MappedRange range) {
        ElfImage existing = files.get(range.file());
        if (existing == null) {
            // Path in the file system of the process, which can be in a container.
            Path seen = proc.resolve(Integer.toString(pid))
                    .resolve("root")
                    .resolve(range.path().substring(1));
            Path file = Files.isReadable(seen) ? seen : Path.of(range.path());
            // Opening a pipe at this path would block.
            existing = Files.isRegularFile(file) ? ElfImage.read(file) : ElfImage.NONE;
            cacheImage(range.file(), existing);
        }
        return existing;
    }

    private void cacheImage(String file, ElfImage image) {
        files.put(file, image);
        fileBytes += image.bytes();
        Iterator<ElfImage> oldest = files.values().iterator();
        while (files.size() > 1 && (files.size() > MAX_FILES || fileBytes > maxFileBytes)) {
            fileBytes -= oldest.next().bytes();
            oldest.remove();
        }
    }
}
