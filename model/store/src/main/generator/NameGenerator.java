import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// Writes classes with the names of all tables, columns and statistics as constants. They are inlined by the compiler,
/// so that they cost nothing when the program starts.
///
/// Arguments: `tables.txt`, `stats.txt`, and the folder for generated sources.
public final class NameGenerator {

    private static final String PACKAGE = "traceglass.store.names";

    private NameGenerator() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[2], PACKAGE.replace('.', '/'));
        Files.createDirectories(folder);
        write(folder.resolve("TableNames.java"), tables(Path.of(args[0])));
        write(folder.resolve("StatNames.java"), statistics(Path.of(args[1])));
    }

    /// Keeps an unchanged file, so that nothing is compiled again.
    private static void write(Path file, String text) throws IOException {
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            Files.writeString(file, text);
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream().filter(line -> !line.isBlank() && !line.startsWith("#"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String tables(Path file) {
        StringBuilder out = start("Names of the tables of a store and of their columns, from `tables.txt`.", "TableNames");
        Map<String, String> tables = new LinkedHashMap<>();
        lines(file).forEach(line -> {
            String table = line.substring(0, line.indexOf(':')).replace("*", "").strip();
            String type = type(table);
            String before = tables.put(type, table);
            if (before != null) {
                throw new IllegalStateException(before + " and " + table + " have the same constant");
            }
            out.append("\n    /// Columns of `").append(table).append("`.\n");
            out.append("    public static final class ").append(type).append(" {\n");
            constant(out, "        ", "TABLE", table);
            for (String column : line.substring(line.indexOf(':') + 1).split(",")) {
                String name = column.strip().split(" ")[0];
                constant(out, "        ", name.equals("table") ? "TABLE_COLUMN" : constantName(name), name);
            }
            out.append("\n        private ").append(type).append("() {}\n    }\n");
        });
        return out.append("}\n").toString();
    }

    private static String statistics(Path file) {
        StringBuilder out = start("Names of the statistics of an import, from `stats.txt`.", "StatNames");
        lines(file).forEach(line -> {
            String name = line.substring(0, line.indexOf('|')).strip();
            constant(out, "    ", constantName(name), name);
        });
        return out.append("}\n").toString();
    }

    private static StringBuilder start(String description, String type) {
        return new StringBuilder("package " + PACKAGE + ";\n\n/// " + description + "\npublic final class " + type
                + " {\n\n    private " + type + "() {}\n\n");
    }

    private static void constant(StringBuilder out, String indent, String name, String value) {
        out.append(indent)
                .append("public static final String ")
                .append(name)
                .append(" = \"")
                .append(value)
                .append("\";\n");
    }

    /// Returns `HeapGraphObject` for `__intrinsic_heap_graph_object`.
    private static String type(String table) {
        StringBuilder out = new StringBuilder();
        for (String word : table.replaceFirst("^_*(intrinsic_)?", "").split("_")) {
            out.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return out.toString();
    }

    private static String constantName(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
