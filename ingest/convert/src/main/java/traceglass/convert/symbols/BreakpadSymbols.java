package traceglass.convert.symbols;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Symbolizes with a Breakpad symbol file (`.sym`, `.breakpad`), a text file with records `FILE`, `INLINE_ORIGIN`,
/// `FUNC` with inlined calls and lines, and `PUBLIC`. Format: "Breakpad symbol files" of the Breakpad project.
final class BreakpadSymbols implements Symbolizer {

    /// A function or public symbol.
    ///
    /// @param size size in bytes; 0 for a public symbol, which extends to the next symbol
    private record Function(String name, long size) {}

    /// A call that the compiler inlined in a range of a function.
    ///
    /// @param depth 0 for a call in the function itself, 1 for a call in a function inlined there, …
    /// @param line line of the call
    /// @param file number of the file with the call
    /// @param origin number of the called function
    private record Inlined(long address, long size, int depth, int line, int file, int origin) {}

    private record Line(long size, int line, int file) {}

    private final Map<Integer, String> files = new HashMap<>();
    private final TreeMap<Long, Function> functions = new TreeMap<>();
    private final TreeMap<Long, Line> lines = new TreeMap<>();
    private final Map<Integer, String> origins = new HashMap<>();
    /// Inlined calls by address of the function.
    private final Map<Long, List<Inlined>> inlined = new HashMap<>();
    private long currentFunction;

    private final UnaryOperator<String> demangle;

    /// @param demangle function applied to names; Breakpad's dump tools already demangle most names
    /// @throws IOException if the file can't be read or has another format
    BreakpadSymbols(Path file, UnaryOperator<String> demangle) throws IOException {
        this.demangle = demangle;
        if (moduleId(file) == null) {
            throw new IOException("not a Breakpad symbol file: " + file);
        }
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                try {
                    parseRecord(line);
                } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                    // Skip a malformed record; the others are still useful.
                }
            }
        }
    }

    /// Returns the id in the `MODULE` record of a file, or null if it has none.
    static @Nullable String moduleId(Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            char[] start = new char[7];
            if (in.read(start) < 7 || !new String(start).equals("MODULE ")) {
                return null;
            }
            String line = in.readLine();
            String[] parts = line == null ? new String[0] : line.split(" ");
            return parts.length < 3 ? null : parts[2].toUpperCase(Locale.ROOT);
        }
    }

    /// Returns the module id of a binary in Breakpad: the first 16 bytes of the build id as a GUID, with the first
    /// three parts in reversed byte order, and the age 0.
    static String moduleIdOf(String buildId) {
        String id = (buildId + "0".repeat(32)).substring(0, 32).toUpperCase(Locale.ROOT);
        StringBuilder out = new StringBuilder();
        for (int[] part : new int[][] {{0, 8}, {8, 12}, {12, 16}}) {
            for (int i = part[1] - 2; i >= part[0]; i -= 2) {
                out.append(id, i, i + 2);
            }
        }
        return out.append(id, 16, 32).append('0').toString();
    }

    private void parseRecord(String line) {
        if (line.startsWith("FILE ")) {
            String[] parts = line.split(" ", 3);
            files.put(Integer.parseInt(parts[1]), parts[2]);
        } else if (line.startsWith("FUNC ")) {
            String remainder = line.substring(line.startsWith("FUNC m ") ? 7 : 5);
            String[] parts = remainder.split(" ", 4);
            currentFunction = Long.parseUnsignedLong(parts[0], 16);
            functions.put(currentFunction, new Function(parts[3], Long.parseLong(parts[1], 16)));
        } else if (line.startsWith("INLINE_ORIGIN ")) {
            String[] parts = line.split(" ", 3);
            origins.put(Integer.parseInt(parts[1]), parts[2]);
        } else if (line.startsWith("INLINE ")) {
            readInlined(line.split(" "));
        } else if (line.startsWith("PUBLIC ")) {
            String remainder = line.substring(line.startsWith("PUBLIC m ") ? 9 : 7);
            String[] parts = remainder.split(" ", 3);
            functions.putIfAbsent(Long.parseUnsignedLong(parts[0], 16), new Function(parts[2], 0));
        } else if (!line.isEmpty() && Character.digit(line.charAt(0), 16) >= 0) {
            String[] parts = line.split(" ");
            lines.put(
                    Long.parseUnsignedLong(parts[0], 16),
                    new Line(Long.parseLong(parts[1], 16), Integer.parseInt(parts[2]), Integer.parseInt(parts[3])));
        }
    }

    /// Reads `INLINE DEPTH LINE FILE ORIGIN` with any number of ranges `ADDRESS SIZE`.
    private void readInlined(String[] parts) {
        for (int i = 5; i + 1 < parts.length; i += 2) {
            inlined.computeIfAbsent(currentFunction, f -> new ArrayList<>())
                    .add(new Inlined(
                            Long.parseUnsignedLong(parts[i], 16),
                            Long.parseLong(parts[i + 1], 16),
                            Integer.parseInt(parts[1]),
                            Integer.parseInt(parts[2]),
                            Integer.parseInt(parts[3]),
                            Integer.parseInt(parts[4])));
        }
    }

    @Override
    public List<SourceFrame> find(long address) {
        Map.Entry<Long, Function> function = functions.floorEntry(address);
        if (function == null
                || function.getValue().size != 0 && address - function.getKey() >= function.getValue().size) {
            return List.of();
        }
        Map.Entry<Long, Line> line = lines.floorEntry(address);
        boolean hasLine = line != null && address - line.getKey() < line.getValue().size;
        String file = hasLine ? files.get(line.getValue().file) : null;
        int number = hasLine ? line.getValue().line : 0;
        List<SourceFrame> frames = new ArrayList<>();
        // The line belongs to the innermost function; the line of each outer function is that of its inlined call.
        for (Inlined call : inlinedAt(function.getKey(), address)) {
            frames.add(new SourceFrame(name(origins.getOrDefault(call.origin, "")), file, number));
            file = files.get(call.file);
            number = call.line;
        }
        frames.add(new SourceFrame(name(function.getValue().name), file, number));
        return frames;
    }

    /// Returns the inlined calls at an address, innermost first.
    private List<Inlined> inlinedAt(long function, long address) {
        return inlined.getOrDefault(function, List.of()).stream()
                .filter(i -> address >= i.address && address - i.address < i.size)
                .sorted(Comparator.comparingInt(Inlined::depth).reversed())
                .toList();
    }

    private String name(String symbol) {
        return demangle.apply(symbol);
    }

    @Override
    public void close() {
        // The file was read completely.
    }
}
