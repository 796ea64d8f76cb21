package traceglass.ingest.uftrace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Functions by address: the symbols of each library (`NAME.sym`) and the memory map of each program (`sid-ID.map`).
final class UftraceSymbols {

    private static final Pattern SYMBOL = Pattern.compile("([0-9a-fA-F]{1,16})(?: ([0-9a-fA-F]{8}))? (\\S) (\\S.*)");
    private static final Pattern MAP = Pattern.compile(
            "([0-9a-fA-F]{1,16})-([0-9a-fA-F]{1,16}) \\S{4} ([0-9a-fA-F]{1,16}) \\S+ \\d+ +(/.*?)(?: build-id:\\w+)?");
    private static final int MAX_SYMBOLS = 1 << 24;

    private final Map<String, TreeMap<Long, Function>> libraries = new HashMap<>();
    private final Map<String, List<Region>> memory = new HashMap<>();
    private final Map<SessionAddress, Function> functions = new HashMap<>();

    /// A function.
    ///
    /// @param isLibraryCall whether it is the PLT entry of another library's function
    record Function(String name, long size, boolean isLibraryCall) {}

    private record SessionAddress(String session, long address) {}

    /// A library mapped into memory.
    private record Region(long start, long end, long base, String library) {}

    /// Adds a line of a symbol file.
    ///
    /// @param library name of the file without its extension
    void addSymbol(String library, String line) {
        Matcher m = SYMBOL.matcher(line);
        if (line.startsWith("#") || !m.matches()) {
            return;
        }
        TreeMap<Long, Function> symbols = libraries.computeIfAbsent(library, key -> new TreeMap<>());
        // The end of the symbols is marked by names that do not belong to functions.
        if (symbols.size() < MAX_SYMBOLS && !m.group(4).startsWith("__sym_end")) {
            long size = m.group(2) == null ? 0 : Long.parseLong(m.group(2), 16);
            symbols.putIfAbsent(
                    Long.parseUnsignedLong(m.group(1), 16),
                    new Function(m.group(4), size, m.group(3).equals("P")));
        }
    }

    /// Adds a line of a session's memory map.
    void addMapping(String session, String line) {
        Matcher m = MAP.matcher(line);
        if (!m.matches()) {
            return;
        }
        List<Region> regions = memory.computeIfAbsent(session, key -> new ArrayList<>());
        String library = baseName(m.group(4));
        long start = Long.parseUnsignedLong(m.group(1), 16);
        long base = start - Long.parseUnsignedLong(m.group(3), 16);
        if (!regions.isEmpty() && regions.getLast().library.equals(library)) {
            base = regions.getLast().base;
        }
        regions.add(new Region(start, Long.parseUnsignedLong(m.group(2), 16), base, library));
    }

    /// Adds a library that a program loaded at run time.
    void addLibrary(String session, long base, String path) {
        memory.computeIfAbsent(session, key -> new ArrayList<>())
                .add(new Region(base, Long.MAX_VALUE, base, baseName(path)));
    }

    static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// Returns the function at an address; null if it is unknown. Called after all files have been read.
    ///
    /// @param session session whose memory map applies; may be null
    /// @param isRelative whether symbol addresses are relative to the start of their library
    Function find(String session, long address, boolean isRelative) {
        SessionAddress key = new SessionAddress(session, address);
        Function existing = functions.get(key);
        if (existing == null) {
            existing = search(session, address, isRelative);
            if (existing != null && functions.size() < MAX_SYMBOLS) {
                functions.put(key, existing);
            }
        }
        return existing;
    }

    private Function search(String session, long address, boolean isRelative) {
        for (Region r : memory.getOrDefault(session, List.of())) {
            if (Long.compareUnsigned(r.start, address) <= 0 && Long.compareUnsigned(address, r.end) < 0) {
                Function function = find(r.library, isRelative ? address - r.base : address);
                if (function == null && !isRelative) {
                    function = find(r.library, address - r.base);
                }
                if (function != null || r.end != Long.MAX_VALUE) {
                    return function;
                }
            }
        }
        return null;
    }

    private Function find(String library, long address) {
        TreeMap<Long, Function> symbols = libraries.get(library);
        Map.Entry<Long, Function> entry = symbols == null ? null : symbols.floorEntry(address);
        if (entry == null) {
            return null;
        }
        Function f = entry.getValue();
        return f.size > 0 && address - entry.getKey() >= f.size ? null : f;
    }
}
