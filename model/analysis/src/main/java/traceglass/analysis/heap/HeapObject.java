package traceglass.analysis.heap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// Details of an object other than its sizes. Immutable.
///
/// @param object number in the dump
/// @param path shortest path from a root, root first; empty if there is none
/// @param out objects that its fields refer to, at most [#MAX_REFERENCES]
/// @param outCount number of all its references
/// @param in objects that refer to it, at most [#MAX_REFERENCES]
/// @param inCount number of all references to it
/// @param values fields with primitive values, contents of strings, lengths of arrays, the stack of a thread, and the
///     frame whose local variable makes an object a root
public record HeapObject(
        int object,
        List<Link> path,
        List<Link> out,
        long outCount,
        List<Link> in,
        long inCount,
        List<String[]> values) {

    /// Maximum number of references shown, for each direction.
    static final int MAX_REFERENCES = 200;
    private static final int MAX_PATH_LENGTH = 300;

    /// Object at the other end of a reference.
    ///
    /// @param field name of the field; empty for the first object of a path
    /// @param object number in the dump, −1 for null or an object that the dump does not have
    public record Link(String field, int object) {}

    /// Reads the details. Call on a query thread.
    public static HeapObject read(TraceQueries q, HeapAnalysis heap, int object) throws QueryException, IOException {
        HeapDump dump = heap.dump();
        long id = dump.id(object);
        List<Link> out = links(q, dump, "owned_id", "owner_id", id);
        List<Link> in = links(q, dump, "owner_id", "owned_id", id);
        return new HeapObject(
                object,
                path(q, heap, object),
                out,
                count(q, "owner_id", id, out),
                in,
                count(q, "owned_id", id, in),
                allValues(q, id));
    }

    private static List<String[]> allValues(TraceQueries q, long id) throws QueryException, IOException {
        List<String[]> all = new ArrayList<>(values(q, id));
        RowStore frames = RowReader.query(q, """
            SELECT thread_name, function || CASE WHEN source_file IS NULL THEN ''
              ELSE ' (' || source_file || coalesce(':' || line_number, '') || ')' END
            FROM __intrinsic_heap_graph_thread_frame WHERE object_id = %d ORDER BY id LIMIT %d\
            """.formatted(id, MAX_REFERENCES));
        for (int r = 0; r < frames.size(); r++) {
            if (r == 0 && !frames.getText(r, 0).isEmpty()) {
                all.add(new String[] {HeapDumpTexts.THREAD, frames.getText(r, 0)});
            }
            all.add(new String[] {r == 0 ? HeapDumpTexts.FRAME : "", frames.getText(r, 1)});
        }
        return all;
    }

    private static List<Link> links(TraceQueries q, HeapDump dump, String otherColumn, String idColumn, long id)
            throws QueryException, IOException {
        RowStore rows = RowReader.query(
                q,
                "SELECT coalesce(deobfuscated_field_name, field_name, ''), " + otherColumn
                        + " FROM heap_graph_reference WHERE " + idColumn + " = " + id + " AND " + otherColumn
                        + " IS NOT NULL ORDER BY id LIMIT " + MAX_REFERENCES);
        List<Link> out = new ArrayList<>();
        for (int r = 0; r < rows.size(); r++) {
            out.add(new Link(rows.getText(r, 0), dump.find(rows.getLong(r, 1))));
        }
        return out;
    }

    private static long count(TraceQueries q, String idColumn, long id, List<Link> shown)
            throws QueryException, IOException {
        return shown.size() < MAX_REFERENCES
                ? shown.size()
                : RowReader.query(
                                q,
                                "SELECT count(*) FROM heap_graph_reference WHERE owned_id IS NOT NULL AND " + idColumn
                                        + " = " + id)
                        .getLong(0, 0);
    }

    private static List<Link> path(TraceQueries q, HeapAnalysis heap, int object) throws QueryException, IOException {
        List<Integer> path = heap.paths().pathTo(object);
        if (path.size() > MAX_PATH_LENGTH) {
            path = path.subList(path.size() - MAX_PATH_LENGTH, path.size());
        }
        HeapDump dump = heap.dump();
        Map<String, String> fields = new HashMap<>();
        if (path.size() > 1) {
            String owners = path.stream().map(o -> String.valueOf(dump.id(o))).collect(Collectors.joining(", "));
            RowStore rows = RowReader.query(
                    q,
                    "SELECT owner_id, owned_id, min(coalesce(deobfuscated_field_name, field_name, '')) FROM"
                            + " heap_graph_reference WHERE"
                            + " owner_id"
                            + " IN (" + owners + ") AND owned_id IN (" + owners + ") GROUP BY ALL");
            for (int r = 0; r < rows.size(); r++) {
                fields.put(rows.getLong(r, 0) + " " + rows.getLong(r, 1), rows.getText(r, 2));
            }
        }
        List<Link> out = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            out.add(new Link(
                    i == 0 ? "" : fields.getOrDefault(dump.id(path.get(i - 1)) + " " + dump.id(path.get(i)), ""),
                    path.get(i)));
        }
        return out;
    }

    private static List<String[]> values(TraceQueries q, long id) throws QueryException, IOException {
        RowStore data = RowReader.query(
                q,
                "SELECT d.value_string, d.array_element_type, d.array_element_count, d.field_set_id FROM"
                        + " heap_graph_object AS o JOIN heap_graph_object_data AS d ON d.id = o.object_data_id WHERE o.id"
                        + " = " + id);
        List<String[]> out = new ArrayList<>();
        if (data.size() == 0) {
            return out;
        }
        if (!data.isNull(0, 0)) {
            out.add(new String[] {HeapDumpTexts.TEXT, "\"" + data.getText(0, 0) + "\""});
        }
        if (!data.isNull(0, 1)) {
            out.add(new String[] {HeapDumpTexts.ARRAY_OF, data.getText(0, 1)});
        }
        if (!data.isNull(0, 2)) {
            out.add(new String[] {HeapDumpTexts.ELEMENTS, data.getText(0, 2)});
        }
        if (!data.isNull(0, 3)) {
            RowStore fields = RowReader.query(q, """
                SELECT coalesce(field_name, ''), coalesce(
                  CASE bool_value WHEN 0 THEN 'false' WHEN 1 THEN 'true' END, CAST(byte_value AS VARCHAR), CAST(char_value AS VARCHAR),
                  CAST(short_value AS VARCHAR), CAST(int_value AS VARCHAR), CAST(long_value AS VARCHAR), CAST(float_value AS VARCHAR),
                  CAST(double_value AS VARCHAR), '')
                FROM heap_graph_primitive WHERE field_set_id = %d ORDER BY id LIMIT %d\
                """.formatted(data.getLong(0, 3), MAX_REFERENCES));
            for (int r = 0; r < fields.size(); r++) {
                out.add(new String[] {fields.getText(r, 0), fields.getText(r, 1)});
            }
        }
        return out;
    }
}
