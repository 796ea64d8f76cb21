package traceglass.analysis.heap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;
import traceglass.sql.result.QueryException;

/// Rows for the grids of the heap panel. Slow; call on a background thread.
public final class HeapRows {

    /// Width for most names with their packages, px.
    private static final double CLASS = 300;

    private HeapRows() {}

    private static final class Table {
        private final List<GridColumn> columns = new ArrayList<>();
        private final List<String> names = new ArrayList<>();
        private final List<RowType> types = new ArrayList<>();

        Table text(String title, double width, boolean isLink) {
            GridColumn c = GridColumn.of(names.size(), title, CellKind.TEXT).withWidth(width);
            columns.add(isLink ? c.linkingTo("heap") : c);
            return add(title, RowType.TEXT);
        }

        Table bytes(String title, boolean hasBar) {
            GridColumn c = GridColumn.of(names.size(), title, CellKind.INTEGER)
                    .withNote(HeapDumpTexts.BYTES)
                    .withWidth(title.length() > 12 ? 160 : 136);
            columns.add(hasBar ? c.withBar() : c);
            return add(title, RowType.LONG);
        }

        Table count(String title) {
            columns.add(GridColumn.of(names.size(), title, CellKind.INTEGER));
            return add(title, RowType.LONG);
        }

        Table id(String title) {
            columns.add(GridColumn.of(names.size(), title, CellKind.ID).linkingTo("heap"));
            return add(title, RowType.LONG);
        }

        Table add(String name, RowType type) {
            names.add(name);
            types.add(type);
            return this;
        }

        RowWriter writer() {
            return new RowWriter(names, types);
        }
    }

    private static Table classTable() {
        return new Table()
                .text(HeapDumpTexts.CLASS, CLASS, true)
                .count(HeapDumpTexts.OBJECTS)
                .bytes(HeapDumpTexts.SELF_SIZE, true)
                .bytes(HeapDumpTexts.NATIVE_SIZE, false)
                .bytes(HeapDumpTexts.RETAINED, true)
                .bytes(HeapDumpTexts.RETAINED_NATIVE, false)
                .count(HeapDumpTexts.RETAINED_OBJECTS)
                .count(HeapDumpTexts.REACHABLE)
                .bytes(HeapDumpTexts.REACHABLE_SIZE, false);
    }

    private static Table objectTable() {
        return new Table()
                .id(HeapDumpTexts.OBJECT)
                .text(HeapDumpTexts.CLASS, CLASS, true)
                .bytes(HeapDumpTexts.SELF_SIZE, true)
                .bytes(HeapDumpTexts.NATIVE_SIZE, false)
                .bytes(HeapDumpTexts.RETAINED, true)
                .bytes(HeapDumpTexts.RETAINED_NATIVE, false)
                .count(HeapDumpTexts.RETAINED_OBJECTS)
                .count(HeapDumpTexts.REFERENCES)
                .text(HeapDumpTexts.ROOT, 150, false)
                .text(HeapDumpTexts.HEAP, 110, false);
    }

    private static Table differenceTable() {
        return new Table()
                .text(HeapDumpTexts.CLASS, CLASS, true)
                .count(HeapDumpTexts.OBJECTS_A)
                .count(HeapDumpTexts.OBJECTS_B)
                .count(HeapDumpTexts.OBJECTS_DELTA)
                .bytes(HeapDumpTexts.SELF_SIZE_A, false)
                .bytes(HeapDumpTexts.SELF_SIZE_B, false)
                .bytes(HeapDumpTexts.SELF_SIZE_DELTA, true)
                .bytes(HeapDumpTexts.NATIVE_SIZE_DELTA, false)
                .bytes(HeapDumpTexts.RETAINED_DELTA, false);
    }

    public static List<GridColumn> classColumns() {
        return classTable().columns;
    }

    public static List<GridColumn> objectColumns() {
        return objectTable().columns;
    }

    public static List<GridColumn> differenceColumns() {
        return differenceTable().columns;
    }

    /// Returns the columns that are known before the dominators are computed.
    public static List<GridColumn> firstColumns() {
        return firstTable().columns;
    }

    private static Table firstTable() {
        return new Table()
                .text(HeapDumpTexts.CLASS, CLASS, true)
                .count(HeapDumpTexts.OBJECTS)
                .bytes(HeapDumpTexts.SELF_SIZE, true)
                .bytes(HeapDumpTexts.NATIVE_SIZE, false);
    }

    /// Reads the rows for [#firstColumns].
    public static RowStore first(TraceQueries q, HeapDumpInfo dump) throws QueryException, IOException {
        return RowReader.query(
                q, SqlLabels.insert("""
                    SELECT coalesce(c.deobfuscated_name, c.name, {unknown}), sum(o.n)::BIGINT, sum(o.self)::BIGINT, sum(o.native)::BIGINT
                    FROM (
                      SELECT type_id, count(*) AS n, sum(greatest(self_size, 0)) AS self, sum(greatest(native_size, 0)) AS native
                      FROM heap_graph_object WHERE upid = %d AND graph_sample_ts = %d GROUP BY type_id
                    ) AS o LEFT JOIN heap_graph_class AS c ON c.id = o.type_id
                    GROUP BY 1\
                    """, "unknown", HeapDumpTexts.UNKNOWN_CLASS).formatted(dump.upid(), dump.ts()));
    }

    public static RowStore classes(List<HeapClass> classes) throws IOException {
        try (RowWriter w = classTable().writer()) {
            for (HeapClass c : classes) {
                w.setText(0, c.name());
                put(
                        w,
                        1,
                        c.objects(),
                        c.selfBytes(),
                        c.nativeBytes(),
                        c.retainedBytes(),
                        c.retainedNative(),
                        c.retainedObjects(),
                        c.reachableCount(),
                        c.reachableBytes());
                w.next();
            }
            return w.finish();
        }
    }

    private static void put(RowWriter w, int first, long... values) {
        for (int i = 0; i < values.length; i++) {
            w.setLong(first + i, values[i]);
        }
    }

    /// Returns the objects of a class, or all objects.
    ///
    /// @param className empty for all
    public static RowStore objects(HeapAnalysis heap, String className) throws IOException {
        HeapDump dump = heap.dump();
        try (RowWriter w = objectTable().writer()) {
            int type = className.isEmpty() ? -1 : dump.classes().indexOf(className);
            for (int i = 0; i < dump.size(); i++) {
                if (!className.isEmpty() && dump.type(i) != type) {
                    continue;
                }
                w.setLong(0, dump.id(i));
                w.setText(1, dump.className(i));
                put(
                        w,
                        2,
                        dump.selfBytes(i),
                        dump.nativeBytes(i),
                        heap.dominators().retainedBytes(i),
                        heap.dominators().retainedNativeBytes(i),
                        heap.dominators().retainedObjects(i),
                        dump.referenceCount(i));
                w.setText(8, HeapText.root(dump, i));
                w.setText(9, HeapText.heap(dump, i));
                if (!w.next()) {
                    break;
                }
            }
            return w.finish();
        }
    }

    public static RowStore differences(List<HeapDifference> differences) throws IOException {
        try (RowWriter w = differenceTable().writer()) {
            for (HeapDifference d : differences) {
                w.setText(0, d.name());
                put(
                        w,
                        1,
                        d.before().objects(),
                        d.after().objects(),
                        d.objects(),
                        d.before().selfBytes(),
                        d.after().selfBytes(),
                        d.selfBytes(),
                        d.nativeBytes(),
                        d.retainedBytes());
                w.next();
            }
            return w.finish();
        }
    }
}
