package traceglass.app.cli;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.app.io.CommandOutput;
import traceglass.store.text.Json;

/// Prints measured values.
final class BenchPrinter {

    private BenchPrinter() {}

    /// Prints values as a table or as JSON.
    ///
    /// @param results a map from names to values, which may be maps themselves, or a list of such maps with the
    ///     same names; lists in a map are printed after its other values
    /// @param json whether to print one JSON object instead of a table
    static void print(Object results, boolean json) {
        if (json) {
            CommandOutput.print(Json.spaced(out -> Json.write(round(results), out)));
        } else {
            printTable(results);
        }
    }

    /// Rounds fractional values to four decimals.
    private static Object round(Object results) {
        return switch (results) {
            case Map<?, ?> map -> {
                Map<Object, Object> rounded = new LinkedHashMap<>();
                map.forEach((name, value) -> rounded.put(name, round(value)));
                yield rounded;
            }
            case List<?> list -> list.stream().map(BenchPrinter::round).toList();
            case Double d when Double.isFinite(d) -> new BigDecimal(String.format(Locale.ROOT, "%.4f", d));
            case null, default -> results;
        };
    }

    private static void printTable(Object results) {
        if (results instanceof List<?> rows) {
            List<String[]> lines = new ArrayList<>();
            for (Object row : rows) {
                Map<?, ?> fields = (Map<?, ?>) row;
                if (lines.isEmpty()) {
                    lines.add(fields.keySet().stream().map(String::valueOf).toArray(String[]::new));
                }
                lines.add(fields.values().stream().map(BenchPrinter::text).toArray(String[]::new));
            }
            print(lines);
            return;
        }
        List<String[]> lines = new ArrayList<>();
        List<List<?>> tables = new ArrayList<>();
        flatten("", (Map<?, ?>) results).forEach((k, v) -> {
            if (v instanceof List<?> rows) {
                tables.add(rows);
            } else {
                lines.add(new String[] {k, text(v)});
            }
        });
        print(lines);
        for (List<?> rows : tables) {
            CommandOutput.print("");
            printTable(rows);
        }
    }

    private static Map<String, Object> flatten(String prefix, Map<?, ?> results) {
        Map<String, Object> out = new LinkedHashMap<>();
        results.forEach((k, v) -> {
            if (v instanceof Map<?, ?> inner) {
                out.putAll(flatten(k + " ", inner));
            } else {
                out.put(prefix + k, v);
            }
        });
        return out;
    }

    /// Prints the first column left-aligned, the others right-aligned.
    private static void print(List<String[]> lines) {
        int[] widths = new int[lines.getFirst().length];
        for (String[] line : lines) {
            Arrays.setAll(widths, i -> Math.max(widths[i], line[i].length()));
        }
        for (String[] line : lines) {
            StringBuilder out = new StringBuilder(String.format("%-" + widths[0] + "s", line[0]));
            for (int i = 1; i < line.length; i++) {
                out.append("  ")
                        .append(" ".repeat(widths[i] - line[i].length()))
                        .append(line[i]);
            }
            CommandOutput.print(out.toString());
        }
    }

    private static String text(Object value) {
        return value instanceof Double d ? String.format(Locale.ROOT, "%.3f", d) : String.valueOf(value);
    }
}
