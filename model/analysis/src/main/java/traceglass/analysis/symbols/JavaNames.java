package traceglass.analysis.symbols;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// Names of Java packages and classes in a trace, which an R8 mapping may deobfuscate.
///
/// @param packages Android packages whose processes or files occur in callstacks or heap dumps
/// @param classes names of classes, as recorded
public record JavaNames(Set<String> packages, Set<String> classes) {

    private static final Pattern INSTALLED =
            Pattern.compile("(?:.*dex extracted in memory from )?/data/app/(?:~~[^/]*/)?([^/-]+)-[^/]*/.*");

    public JavaNames {
        packages = Set.copyOf(packages);
        classes = Set.copyOf(classes);
    }

    /// Reads the names.
    public static JavaNames read(TraceQueries q) throws QueryException, IOException {
        Set<String> packages = new TreeSet<>();
        add(packages, RowReader.query(q, """
            SELECT DISTINCT l.package_name FROM __intrinsic_package_list AS l
            JOIN __intrinsic_process AS p ON p.android_appid = l.uid
            WHERE l.package_name IS NOT NULL\
            """));
        RowStore files = RowReader.query(q, "SELECT DISTINCT name FROM stack_profile_mapping WHERE name IS NOT NULL");
        for (int r = 0; r < files.size(); r++) {
            Matcher installed = INSTALLED.matcher(files.getText(r, 0));
            if (installed.matches()) {
                packages.add(installed.group(1));
            }
        }
        Set<String> classes = new HashSet<>();
        add(
                classes,
                RowReader.query(
                        q,
                        "SELECT DISTINCT regexp_replace(name, '\\.[^.]*$', '') FROM stack_profile_frame"
                                + " WHERE contains(name, '.')"));
        add(
                classes,
                RowReader.query(
                        q,
                        "SELECT DISTINCT regexp_replace(name, '(\\[\\])+$', '') FROM heap_graph_class"
                                + " WHERE name IS NOT NULL"));
        return new JavaNames(packages, classes);
    }

    private static void add(Set<String> names, RowStore rows) {
        for (int r = 0; r < rows.size(); r++) {
            names.add(rows.getText(r, 0));
        }
    }
}
