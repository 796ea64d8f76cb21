package traceglass.store.database;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

/// Finds the tables that SQL text will probably read, before there is a database: tables that it names, and tables in
/// the views that it names. The result is only a hint; names in comments and strings count, and modules are not read.
public final class RequestedTables {

    private final String views;
    private final Set<String> specs =
            TraceStorage.specs().stream().map(TableSpec::name).collect(Collectors.toSet());
    private final Set<String> seen = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private final ArrayDeque<String> pendingSql = new ArrayDeque<>();

    private RequestedTables(String views) {
        this.views = views;
    }

    /// Returns the names of tables in [TraceStorage] that the statements probably read.
    public static Set<String> of(String sql) {
        RequestedTables tables = new RequestedTables(StoreSchema.publicViews());
        tables.pendingSql.add(sql);
        while (!tables.pendingSql.isEmpty()) {
            tables.readWords(tables.pendingSql.pop());
        }
        return Set.copyOf(tables.names);
    }

    private void readWords(String text) {
        for (int i = 0, n = text.length(); i < n; i++) {
            int from = i;
            while (i < n && isWord(text.charAt(i))) {
                i++;
            }
            if (i > from) {
                add(text.substring(from, i).toLowerCase(Locale.ROOT));
            }
        }
    }

    private static boolean isWord(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= '0' && c <= '9';
    }

    private void add(String word) {
        if (!seen.add(word)) {
            return;
        }
        if (specs.contains(word)) {
            names.add(word);
            return;
        }
        int view = views.indexOf("CREATE VIEW " + word + " AS");
        if (view >= 0) {
            int end = views.indexOf(';', view);
            pendingSql.add(views.substring(view, end < 0 ? views.length() : end));
        }
    }
}
