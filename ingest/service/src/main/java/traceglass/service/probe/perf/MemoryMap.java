package traceglass.service.probe.perf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Executable mappings of a process, from `/proc/PID/maps`.
final class MemoryMap {

    private static final int FIELDS = 6;

    /// A mapping.
    ///
    /// @param file key of the file: device, inode and path
    record MappedRange(long start, long end, long offset, String path, String file) {

        boolean isFile() {
            return path.startsWith("/");
        }
    }

    private final TreeMap<Long, MappedRange> ranges;

    private MemoryMap(TreeMap<Long, MappedRange> ranges) {
        this.ranges = ranges;
    }

    /// Reads the map of a process. It is empty for kernel threads and ended processes.
    static MemoryMap read(Path proc, int pid) {
        TreeMap<Long, MappedRange> ranges = new TreeMap<>();
        try {
            Path maps = proc.resolve(Integer.toString(pid)).resolve("maps");
            for (String line :
                    Files.readString(maps, StandardCharsets.ISO_8859_1).split("\n")) {
                MappedRange range = parse(line);
                if (range != null) {
                    ranges.put(range.start(), range);
                }
            }
        } catch (IOException e) {
            // The process has ended or belongs to another user.
        }
        return new MemoryMap(ranges);
    }

    /// Parses a line such as `7f00-7f10 r-xp 00001000 08:01 42   /usr/lib/libc.so.6`.
    private static @Nullable MappedRange parse(String line) {
        String[] fields = line.split(" +", FIELDS);
        int dash = line.indexOf('-');
        if (fields.length < FIELDS - 1 || dash < 0 || !fields[1].contains("x")) {
            return null;
        }
        try {
            String path = fields.length < FIELDS
                    ? ""
                    : new String(fields[FIELDS - 1].getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            return new MappedRange(
                    Long.parseUnsignedLong(fields[0].substring(0, dash), 16),
                    Long.parseUnsignedLong(fields[0].substring(dash + 1), 16),
                    Long.parseUnsignedLong(fields[2], 16),
                    path,
                    fields[3] + " " + fields[4] + " " + path);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /// Returns the mapping that contains an address, or null.
    @Nullable
    MappedRange rangeAt(long address) {
        Map.Entry<Long, MappedRange> entry = ranges.floorEntry(address);
        return entry == null || address >= entry.getValue().end() ? null : entry.getValue();
    }
}
