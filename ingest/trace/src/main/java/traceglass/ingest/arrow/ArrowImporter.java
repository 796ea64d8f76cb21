package traceglass.ingest.arrow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.BlobColumn;
import traceglass.store.table.Column;
import traceglass.store.table.ColumnType;
import traceglass.store.table.DoubleColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Imports a table from an Arrow file named after it, as written by `export perfetto` of Perfetto's trace processor
/// into a tar file. Columns that the table does not have are ignored.
public final class ArrowImporter implements Importer {

    private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
    private static final String EXTENSION = ".arrow";
    private static final int MAX_BYTES = Integer.MAX_VALUE - 16;
    /// Tables that describe the import itself and are not restored.
    private static final Set<String> EXCLUDED_TABLES =
            Set.of(TableNames.TraceFile.TABLE, TableNames.Stats.TABLE, TableNames.Metadata.TABLE);

    /// Column of the file and the table column that it fills.
    private record ColumnPair(ArrowColumn from, Column to) {}

    @Override
    public String id() {
        return "arrow";
    }

    @Override
    public String displayName() {
        return "exported Perfetto tables";
    }

    @Override
    public int priority() {
        return 15;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        String file = input.name().substring(input.name().lastIndexOf('/') + 1);
        String name = file.endsWith(EXTENSION) ? file.substring(0, file.length() - EXTENSION.length()) : file;
        boolean isKnown = TraceStorage.specs().stream().anyMatch(s -> s.name().equals(name));
        if (EXCLUDED_TABLES.contains(name)) {
            return;
        }
        if (!isKnown) {
            throw new TraceProblem(input.name() + " is an Arrow file, but not an exported table of a trace");
        }
        byte[] bytes = input.asStream().readNBytes(MAX_BYTES);
        try {
            restore(new ArrowFile(bytes), context.storage().table(name), context.strings());
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            context.logs().record(StatNames.ARROW_DAMAGED, null);
        }
    }

    private static void restore(ArrowFile file, Table table, StringPool strings) throws TraceProblem {
        List<ColumnPair> pairs = new ArrayList<>();
        for (ArrowColumn from : file.columns()) {
            for (Column to : table.columns()) {
                if (to.name().equals(from.name())) {
                    pairs.add(new ColumnPair(from, to));
                }
            }
        }
        int row = 0;
        for (int batch = 0; batch < file.batchCount(); batch++) {
            int rows = file.loadBatch(batch);
            for (int i = 0; i < rows; i++, row++) {
                // Some tables have rows from the start, for example the row of the idle process.
                int to = row < table.rowCount() ? row : table.addRow();
                for (ColumnPair pair : pairs) {
                    set(pair, i, to, strings);
                }
            }
        }
    }

    private static void set(ColumnPair pair, int from, int to, StringPool strings) {
        ArrowColumn source = pair.from;
        boolean isNull = source.isNull(from);
        switch (pair.to) {
            case IntColumn column
            when isText(column) ->
                column.set(to, isNull || !source.isText() ? StringPool.NULL : strings.intern(source.text(from)));
            case IntColumn column -> {
                long value = isNull || source.isText() ? IntColumn.NULL : source.number(from);
                column.set(to, value == (int) value ? (int) value : IntColumn.NULL);
            }
            case LongColumn column -> column.set(to, isNull || source.isText() ? LongColumn.NULL : source.number(from));
            case DoubleColumn column -> {
                if (!isNull && !source.isText()) {
                    column.set(to, source.real(from));
                }
            }
            case BlobColumn column -> {
                if (!isNull && source.isText()) {
                    column.set(to, source.bytes(from));
                }
            }
            default -> {}
        }
    }

    private static boolean isText(IntColumn column) {
        return column.type() == ColumnType.STRING;
    }
}
