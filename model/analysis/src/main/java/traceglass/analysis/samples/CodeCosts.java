package traceglass.analysis.samples;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import traceglass.analysis.flame.Callstacks;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// Numbers of callstack samples by source line and by address, for one function and its source file.
///
/// @param file path of the source file as the compiler saw it, empty if unknown
/// @param firstLine smallest line of the function with samples, 0 if unknown
/// @param lines cost by line of the whole file
/// @param binary path of the function's binary on the traced machine
/// @param buildId build id of the binary, empty if unknown
/// @param addresses cost by address in the function, relative to the binary
public record CodeCosts(
        String file,
        int firstLine,
        TreeMap<Integer, Cost> lines,
        String binary,
        String buildId,
        TreeMap<Long, Cost> addresses) {

    /// Number of samples.
    ///
    /// @param self samples whose innermost frame is at this line or address
    /// @param total samples with a frame at this line or address; a sample counts once, even if it has several
    public record Cost(long self, long total) {

        private Cost plus(long moreSelf, long moreTotal) {
            return new Cost(self + moreSelf, total + moreTotal);
        }
    }

    private record Function(String name, String file, int line) {}

    private record Frame(long address, String binary, String buildId, List<Function> functions) {

        boolean hasFunction(String function) {
            return functions.stream().anyMatch(f -> f.name.equals(function));
        }
    }

    /// Reads the costs of a function.
    ///
    /// @param function name as in the flame graph
    /// @param module file name of the binary as in the flame graph
    public static CodeCosts read(TraceQueries q, SampleSource source, FlameScope scope, String function, String module)
            throws QueryException, IOException {
        Map<Long, Frame> frames = frames(q);
        List<Frame> matching = frames.values().stream()
                .filter(f -> f.hasFunction(function)
                        && SampleSource.fileName(f.binary).equals(module))
                .toList();
        Counter counter = new Counter(function, mostCommonFile(matching, function), Set.copyOf(matching));
        RowStore counts =
                RowReader.query(q, "SELECT s.callsite_id, count(*) FROM " + source.from(scope) + " GROUP BY ALL");
        RowStore sites = RowReader.query(q, "SELECT id, parent_id, frame_id FROM stack_profile_callsite");
        Map<Long, Integer> rowOf = HashMap.newHashMap(sites.size());
        for (int r = 0; r < sites.size(); r++) {
            rowOf.put(sites.getLong(r, 0), r);
        }
        for (int r = 0; r < counts.size(); r++) {
            List<Frame> stack = new ArrayList<>();
            Integer row = rowOf.get(counts.getLong(r, 0));
            while (row != null) {
                stack.add(frames.get(sites.getLong(row, 2)));
                row = sites.isNull(row, 1) ? null : rowOf.get(sites.getLong(row, 1));
            }
            counter.add(stack, counts.getLong(r, 1));
        }
        String binary = matching.isEmpty() ? "" : matching.getFirst().binary;
        return new CodeCosts(
                counter.file,
                counter.firstLine,
                counter.lines,
                binary,
                matching.isEmpty() ? "" : matching.getFirst().buildId,
                counter.addresses);
    }

    private static String mostCommonFile(List<Frame> matching, String function) {
        Map<String, Integer> files = new TreeMap<>();
        for (Frame frame : matching) {
            for (Function f : frame.functions) {
                if (f.name.equals(function) && !f.file.isEmpty()) {
                    files.merge(f.file, 1, Integer::sum);
                }
            }
        }
        return files.entrySet().stream()
                .max(Comparator.comparingInt(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse("");
    }

    private static Map<Long, Frame> frames(TraceQueries q) throws QueryException, IOException {
        Map<Long, List<Function>> symbols = new HashMap<>();
        // The innermost function of a set has the smallest id.
        RowStore functions = RowReader.query(q, """
            SELECT symbol_set_id, coalesce(name, ''), coalesce(source_file, ''), coalesce(line_number, 0)
            FROM stack_profile_symbol WHERE symbol_set_id IS NOT NULL ORDER BY id\
            """);
        for (int r = 0; r < functions.size(); r++) {
            symbols.computeIfAbsent(functions.getLong(r, 0), s -> new ArrayList<>())
                    .add(new Function(Callstacks.readableName(functions.getText(r, 1)), functions.getText(r, 2), (int)
                            functions.getLong(r, 3)));
        }
        RowStore rows = RowReader.query(q, """
            SELECT f.id, coalesce(f.rel_pc, 0), f.symbol_set_id, coalesce(f.deobfuscated_name, f.name, '0x' || printf('%x', f.rel_pc)), coalesce(m.name, ''), coalesce(m.build_id, '')
            FROM stack_profile_frame AS f LEFT JOIN stack_profile_mapping AS m ON m.id = f.mapping\
            """);
        Map<Long, Frame> frames = HashMap.newHashMap(rows.size());
        for (int r = 0; r < rows.size(); r++) {
            List<Function> named = rows.isNull(r, 2) ? null : symbols.get(rows.getLong(r, 2));
            frames.put(
                    rows.getLong(r, 0),
                    new Frame(
                            rows.getLong(r, 1),
                            rows.getText(r, 4),
                            rows.getText(r, 5),
                            named != null
                                    ? named
                                    : List.of(new Function(Callstacks.readableName(rows.getText(r, 3)), "", 0))));
        }
        return frames;
    }

    /// Adds up samples.
    private static final class Counter {

        private final String function;
        private final String file;
        private final Set<Frame> matching;
        private final TreeMap<Integer, Cost> lines = new TreeMap<>();
        private final TreeMap<Long, Cost> addresses = new TreeMap<>();
        private final Set<Integer> seenLines = new HashSet<>();
        private final Set<Long> seenAddresses = new HashSet<>();
        private int firstLine;

        Counter(String function, String file, Set<Frame> matching) {
            this.function = function;
            this.file = file;
            this.matching = matching;
        }

        /// @param stack frames, innermost first
        void add(List<Frame> stack, long samples) {
            seenLines.clear();
            seenAddresses.clear();
            for (int depth = 0; depth < stack.size(); depth++) {
                Frame frame = stack.get(depth);
                if (frame == null) {
                    continue;
                }
                for (int i = 0; i < frame.functions.size(); i++) {
                    addLine(frame.functions.get(i), depth == 0 && i == 0, samples);
                }
                if (matching.contains(frame)) {
                    boolean isNew = seenAddresses.add(frame.address);
                    addresses.merge(
                            frame.address,
                            new Cost(depth == 0 ? samples : 0, isNew ? samples : 0),
                            (a, b) -> a.plus(b.self, b.total));
                }
            }
        }

        private void addLine(Function f, boolean isInnermost, long samples) {
            if (file.isEmpty() || f.line <= 0 || !f.file.equals(file)) {
                return;
            }
            boolean isNew = seenLines.add(f.line);
            lines.merge(
                    f.line,
                    new Cost(isInnermost ? samples : 0, isNew ? samples : 0),
                    (a, b) -> a.plus(b.self, b.total));
            if (f.name.equals(function) && (firstLine == 0 || f.line < firstLine)) {
                firstLine = f.line;
            }
        }
    }
}
