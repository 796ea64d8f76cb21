package traceglass.engine.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import traceglass.engine.TableInfo;
import traceglass.engine.TraceProcessor;
import traceglass.sql.editor.Descriptions;
import traceglass.sql.syntax.Token;

/// Lists the tables of a trace, and the SQL modules with their definitions.
public final class SchemaGuide {

    private static final String FROM_MATCHING = """
        FROM __intrinsic_stdlib_objects
        WHERE exposed = 1 AND (?1 = '' OR instr(lower(name), lower(?1)) > 0 OR instr(lower(module), lower(?1)) > 0
          OR instr(lower(short_description), lower(?1)) > 0)
        """.replace("?1", "?");

    private static final String MODULES =
            "SELECT module, string_agg(name, ', ' ORDER BY id) FILTER (object_type <> 'MODULE') AS defines, "
                    + "any_value(short_description) FILTER (object_type = 'MODULE') AS about " + FROM_MATCHING
                    + "GROUP BY module ORDER BY module";

    private static final String OBJECTS = """
        SELECT object_type AS kind, name, module, short_description AS about, args AS arguments, cols AS columns, return_type
        FROM __intrinsic_stdlib_objects
        WHERE object_type <> 'MODULE' AND (lower(name) = lower(?) OR module = ?) AND exposed = 1 ORDER BY id\
        """;

    private SchemaGuide() {}

    /// Lists tables and views whose name or description contains a string.
    ///
    /// @param search string to search for; empty for all
    public static AnswerTable tables(TraceProcessor trace, String search, int limit) {
        String text = search.toLowerCase(Locale.ROOT);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        boolean isTruncated = false;
        for (TableInfo table : trace.tables()) {
            if (table.name().toLowerCase(Locale.ROOT).contains(text)
                    || table.description().toLowerCase(Locale.ROOT).contains(text)) {
                isTruncated = rows.size() == limit;
                if (isTruncated) {
                    break;
                }
                String columns = String.join(
                        ", ",
                        table.columns().stream().map(TableInfo.ColumnInfo::name).toList());
                rows.add(Arrays.asList(table.name(), table.description(), columns));
            }
        }
        String note = isTruncated ? AgentTexts.moreRows(limit, false) : "";
        return new AnswerTable("Tables and views", List.of("name", "about", "columns"), rows, note, isTruncated);
    }

    /// Describes the columns of one table or view.
    ///
    /// @return a table without rows if there is no table with this name
    public static AnswerTable columns(TraceProcessor trace, String name) {
        for (TableInfo table : trace.tables()) {
            if (table.name().equalsIgnoreCase(name)) {
                List<List<@Nullable Object>> rows = table.columns().stream()
                        .map(c -> Arrays.<@Nullable Object>asList(c.name(), c.type(), c.description()))
                        .toList();
                return new AnswerTable(
                        table.name(), List.of("column", "type", "about"), rows, table.description(), false);
            }
        }
        return AnswerTable.withNote(name, "");
    }

    /// Lists modules that contain a string in their name or description, or in the name or description of a
    /// definition.
    ///
    /// @param search string to search for; empty for all
    public static AnswerTable modules(AgentQueries q, String search, int limit) {
        AnswerLimits limits = new AnswerLimits(limit, 400, 48 << 10);
        return q.query("Modules", limits, MODULES, search, search, search, search);
    }

    /// Describes the definitions of a module, or one definition.
    ///
    /// @param name name of a module, table, view, function or macro
    /// @return a table without rows if there is no definition with this name
    public static AnswerTable definitions(AgentQueries q, String name) {
        return q.query(name, new AnswerLimits(60, 1500, 48 << 10), OBJECTS, name, name);
    }

    /// Lists the columns of a table or view of a module. Includes the module to find them.
    public static AnswerTable columns(AgentQueries q, String name) {
        AnswerTable empty = q.query(name, "SELECT * FROM " + Token.quoteName(name) + " LIMIT 0");
        List<List<@Nullable Object>> rows = empty.columns().stream()
                .map(c -> Arrays.<@Nullable Object>asList(c, Descriptions.column(name, c)))
                .toList();
        return new AnswerTable(AgentTexts.columnsOf(name), List.of("column", "about"), rows, "", false);
    }
}
