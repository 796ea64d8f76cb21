package traceglass.store.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Result of an import: the tables, by their SQL names, and the strings they refer to. The resource `tables.txt`
/// defines the tables; all exist from the start, most stay empty.
public final class TraceStorage {

    private static final List<TableSpec> SPECS = readSpecs();

    private final StringPool strings = new StringPool();
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final ImportTotals totals = new ImportTotals();

    public TraceStorage() {
        ChunkPool pool = new ChunkPool();
        for (TableSpec spec : SPECS) {
            tables.put(spec.name(), new Table(spec, pool));
        }
    }

    public StringPool strings() {
        return strings;
    }

    /// Returns the totals of the import.
    public ImportTotals totals() {
        return totals;
    }

    /// Returns the table with this name.
    ///
    /// @throws IllegalArgumentException if `tables.txt` does not define it
    public Table table(String name) {
        Table table = tables.get(name);
        if (table == null) {
            throw new IllegalArgumentException("no table " + name);
        }
        return table;
    }

    public Collection<Table> tables() {
        return tables.values();
    }

    /// Returns the specifications of all tables of a store.
    public static List<TableSpec> specs() {
        return SPECS;
    }

    /// Returns the text that defines all tables, as bytes.
    public static byte[] definition() {
        try (InputStream in = TraceStorage.class.getResourceAsStream("tables.txt")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<TableSpec> readSpecs() {
        String text = new String(definition(), StandardCharsets.UTF_8);
        List<TableSpec> specs = new ArrayList<>();
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            if (end > start && text.charAt(start) != '#') {
                specs.add(TableSpec.parse(text.substring(start, end)));
            }
            start = end + 1;
        }
        return List.copyOf(specs);
    }
}
