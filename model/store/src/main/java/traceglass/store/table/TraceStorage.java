package traceglass.store.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Everything that an import produces: the tables, by their names in SQL, and the strings they refer to. The tables are
/// those of the resource `tables.txt`; all exist from the start, most stay empty.
public final class TraceStorage {

    private static final List<TableSpec> SPECS = readSpecs();

    private final StringPool strings = new StringPool();
    private final Map<String, Table> tables = new LinkedHashMap<>();

    public TraceStorage() {
        ChunkPool pool = new ChunkPool();
        for (TableSpec spec : SPECS) {
            tables.put(spec.name(), new Table(spec, pool));
        }
    }

    public StringPool strings() {
        return strings;
    }

    /// The table of this name.
    ///
    /// @throws IllegalArgumentException when `tables.txt` names no such table
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

    /// All tables that a store has.
    public static List<TableSpec> specs() {
        return SPECS;
    }

    /// The text that defines all tables, as bytes.
    public static byte[] definition() {
        try (InputStream in = TraceStorage.class.getResourceAsStream("tables.txt")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<TableSpec> readSpecs() {
        return new String(definition(), StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(l -> !l.isEmpty() && !l.startsWith("#"))
                .map(TableSpec::parse)
                .toList();
    }
}
