package traceglass.store.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.table.TraceStorage;
import traceglass.store.testing.SharedData;

class StoreSchemaTest {

    /// Names in the reference that are functions, provided by the SQL engine, or created by it.
    private static final Set<String> NOT_STORED = Set.of(
            "ancestor_slice",
            "descendant_slice",
            "directly_connected_flow",
            "preceding_flow",
            "following_flow",
            "experimental_ancestor_stack_profile_callsite",
            "experimental_annotated_callstack",
            "experimental_flamegraph",
            "experimental_flat_slice",
            "experimental_slice_layout",
            "perfetto_table_info",
            "perfetto_tables",
            "__intrinsic_dfs_weight_bounded",
            "__intrinsic_stdlib_objects",
            "__intrinsic_wattson_curves_cpu_1d",
            "__intrinsic_wattson_curves_cpu_2d",
            "__intrinsic_wattson_curves_gpu",
            "__intrinsic_wattson_curves_l3",
            "__intrinsic_wattson_curves_tpu",
            "__intrinsic_winscope_proto_to_args_with_defaults",
            "__intrinsic_winscope_surfaceflinger_hierarchy_path");

    @TempDir
    Path dir;

    @Test
    void hasEveryTableAndViewOfTheReferenceWithItsColumnsInOrder() throws Exception {
        List<String> lines = Files.readAllLines(SharedData.file("reference/schema/tables.tsv"));
        Map<String, List<String>> expected = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] f = line.split("\t", -1);
            expected.computeIfAbsent(f[0], k -> new ArrayList<>())
                    .add(f[2] + " "
                            + switch (f[3]) {
                                case "INTEGER", "BLOB" -> "BIGINT";
                                case "DOUBLE" -> "DOUBLE";
                                default -> "VARCHAR";
                            });
        }
        // The reference has no type for these, or no useful one.
        expected.replaceAll((t, columns) -> columns.stream()
                .map(c -> switch (t + "." + c.split(" ")[0]) {
                    case "_trace_bounds.start_ts", "_trace_bounds.end_ts" -> c.split(" ")[0] + " BIGINT";
                    default -> c;
                })
                .toList());
        List<String> errors = new ArrayList<>();
        try (TraceStore store = empty();
                Connection c = store.connection()) {
            for (var e : expected.entrySet()) {
                if (NOT_STORED.contains(e.getKey())) {
                    continue;
                }
                List<String> found = describe(c, e.getKey());
                if (!names(found).equals(names(e.getValue()))) {
                    errors.add(e.getKey() + "\n  expected " + names(e.getValue()) + "\n  found    " + names(found));
                }
                for (int i = 0; i < Math.min(found.size(), e.getValue().size()); i++) {
                    String type = found.get(i).split(" ")[1];
                    if (!Set.of("BIGINT", "DOUBLE", "VARCHAR").contains(type)) {
                        errors.add(e.getKey() + ": " + found.get(i));
                    } else if (!found.get(i).equals(e.getValue().get(i)) && hasType(lines, e.getKey(), i)) {
                        errors.add(e.getKey() + ": expected " + e.getValue().get(i) + ", found " + found.get(i));
                    }
                }
            }
        }
        assertTrue(errors.isEmpty(), () -> String.join("\n", errors));
    }

    @Test
    void everyViewWorksOnAnEmptyTrace() throws Exception {
        try (TraceStore store = empty();
                Connection c = store.connection()) {
            List<String> views = new ArrayList<>();
            try (var s = c.createStatement();
                    var r = s.executeQuery("SELECT view_name FROM duckdb_views() WHERE NOT internal")) {
                while (r.next()) {
                    views.add(r.getString(1));
                }
            }
            assertTrue(views.size() > 200, () -> views.size() + " views");
            for (String view : views) {
                try (var s = c.createStatement();
                        var r = s.executeQuery("SELECT count(*) FROM (FROM \"" + view + "\")")) {
                    r.next();
                    assertEquals(view.endsWith("trace_bounds") ? 1 : 0, r.getLong(1), view);
                }
            }
            assertEquals(0, store.bounds().start());
            assertEquals(0, store.bounds().end());
        }
    }

    private static boolean hasType(List<String> lines, String table, int column) {
        return lines.stream()
                .map(l -> l.split("\t", -1))
                .filter(f -> f[0].equals(table))
                .skip(column)
                .findFirst()
                .map(f -> !f[3].isEmpty())
                .orElse(false);
    }

    private static List<String> names(List<String> columns) {
        return columns.stream().map(c -> c.split(" ")[0]).toList();
    }

    private static List<String> describe(Connection c, String table) {
        List<String> found = new ArrayList<>();
        try (var s = c.createStatement();
                var r = s.executeQuery("DESCRIBE \"" + table + "\"")) {
            while (r.next()) {
                found.add(r.getString(1) + " " + r.getString(2));
            }
        } catch (java.sql.SQLException e) {
            found.add("missing -");
        }
        return found;
    }

    private TraceStore empty() throws StoreException {
        return StoreWriter.start(new TraceStorage(), StoreOptions.uncached().withTempDir(dir), null)
                .finish();
    }
}
