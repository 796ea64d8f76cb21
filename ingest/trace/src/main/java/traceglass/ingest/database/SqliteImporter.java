package traceglass.ingest.database;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Reports the tables of SQLite databases that no other importer reads.
public final class SqliteImporter implements Importer {

    private static final int MAX_NAMES = 12;

    @Override
    public String id() {
        return "sqlite";
    }

    @Override
    public String displayName() {
        return "SQLite database";
    }

    /// Tried after all formats that are stored in databases.
    @Override
    public int priority() {
        return 1000;
    }

    @Override
    public boolean sniff(byte[] head) {
        return SqliteTables.isSqlite(head);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        try (SqliteTables database = SqliteTables.open(input)) {
            List<String> names = database.tables();
            throw new TraceProblem(input.name() + " is an SQLite database without tables of a supported format: "
                    + (names.isEmpty()
                            ? "it has no tables"
                            : "it has " + names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "))
                                    + (names.size() > MAX_NAMES ? ", …" : "")));
        }
    }
}
