package traceglass.ingest.unwind;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.elf.ElfFile;

/// Finds the binaries of a trace on this machine: at their paths, in perf's cache (`~/.debug`) and in folders of debug
/// information. Accepts only binaries whose build id matches the trace.
public final class LocalBinaries implements AutoCloseable {

    private static final long[] PAGE_SIZES = {4096, 16384, 65536};
    private static final int MAX_VDSO_BYTES = 1 << 20;

    private final List<Path> folders;
    private final Map<Key, UnwindBinary> binaries = new HashMap<>();

    private record Key(String path, String buildId) {}

    /// @param folders folders that contain `.build-id`
    public LocalBinaries(List<Path> folders) {
        this.folders = folders;
    }

    /// Returns a finder that searches the standard folders of this machine.
    public static LocalBinaries ofThisMachine() {
        List<Path> folders = new ArrayList<>();
        String cache = System.getenv("PERF_BUILDID_DIR");
        folders.add(cache != null ? Path.of(cache) : Path.of(System.getProperty("user.home", "/"), ".debug"));
        folders.add(Path.of("/usr/lib/debug"));
        return new LocalBinaries(folders);
    }

    /// Returns the binary of a mapping; null if it is not on this machine.
    UnwindBinary find(CodeMapping mapping) {
        Key key = new Key(mapping.path(), mapping.buildId());
        UnwindBinary existing = binaries.get(key);
        if (existing == null && !binaries.containsKey(key)) {
            existing = open(mapping);
            binaries.put(key, existing);
        }
        return existing;
    }

    private UnwindBinary open(CodeMapping mapping) {
        if (File.separatorChar != '/' || !mapping.isFile()) {
            return null;
        }
        String id = mapping.buildId();
        ElfFile elf = mapping.path().equals(CodeMapping.VDSO)
                ? matching(readVdso(), mapping)
                : matching(openFile(path(mapping.path())), mapping);
        Path debug = null;
        for (Path folder : folders) {
            if (id.length() > 2) {
                Path stored = folder.resolve(".build-id").resolve(id.substring(0, 2));
                String remainder = id.substring(2);
                if (elf == null) {
                    elf = matching(openFile(stored.resolve(remainder).resolve("elf")), mapping);
                }
                if (elf == null) {
                    elf = matching(openFile(stored.resolve(remainder).resolve("vdso")), mapping);
                }
                Path file = stored.resolve(remainder + ".debug");
                debug = debug == null && Files.isRegularFile(file) ? file : debug;
            }
        }
        return elf == null ? null : new UnwindBinary(elf, debug);
    }

    /// Returns the path; null if it cannot be the path of a regular file.
    private static Path path(String text) {
        if (text.startsWith("/proc/") || text.startsWith("/sys/") || text.startsWith("/dev/")) {
            return null;
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static ElfFile openFile(Path file) {
        // Opening a pipe or a device could wait for a writer.
        if (file == null || !Files.isRegularFile(file)) {
            return null;
        }
        try {
            return ElfFile.open(file);
        } catch (IOException e) {
            return null;
        }
    }

    /// Returns the file if it is the binary in the trace; otherwise closes it and returns null.
    private static ElfFile matching(ElfFile elf, CodeMapping mapping) {
        if (elf == null) {
            return null;
        }
        String buildId = elf.buildId();
        String expectedId = mapping.buildId();
        boolean matches = expectedId.isEmpty()
                ? hasSegment(elf, mapping)
                : !buildId.isEmpty() && (buildId.startsWith(expectedId) || expectedId.startsWith(buildId));
        if (!matches || elf.isDebugOnly()) {
            elf.close();
            return null;
        }
        return elf;
    }

    /// Returns whether the file has an executable segment with exactly the offset and size of the mapping. Used to
    /// identify the file if the trace has no build id.
    private static boolean hasSegment(ElfFile elf, CodeMapping mapping) {
        for (ElfFile.Segment s : elf.segments()) {
            for (long page : PAGE_SIZES) {
                long from = s.offset() & -page;
                long to = s.offset() + s.size() + page - 1 & -page;
                if (s.isExecutable() && from == mapping.fileOffset() && to - from == mapping.end() - mapping.start()) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Reads the vDSO, the code that the kernel of this machine maps into every process; null if it is not
    /// readable.
    private static ElfFile readVdso() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
                if (!line.endsWith(CodeMapping.VDSO)) {
                    continue;
                }
                String[] range = line.substring(0, line.indexOf(' ')).split("-");
                long start = Long.parseUnsignedLong(range[0], 16);
                long size = Long.parseUnsignedLong(range[1], 16) - start;
                if (start < 0 || size <= 0 || size > MAX_VDSO_BYTES) {
                    return null;
                }
                byte[] bytes = new byte[(int) size];
                try (RandomAccessFile memory = new RandomAccessFile("/proc/self/mem", "r")) {
                    memory.seek(start);
                    memory.readFully(bytes);
                }
                return ElfFile.of(bytes, CodeMapping.VDSO);
            }
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return null;
        }
        return null;
    }

    @Override
    public void close() {
        binaries.values().stream().filter(b -> b != null).forEach(UnwindBinary::close);
        binaries.clear();
    }
}
