package traceglass.app.docs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import traceglass.analysis.catalog.Schema;
import traceglass.engine.EngineOptions;
import traceglass.engine.FunctionInfo;
import traceglass.engine.QuerySession;
import traceglass.engine.TableInfo;
import traceglass.engine.TraceProcessor;
import traceglass.sql.editor.Descriptions;
import traceglass.sql.editor.ModuleContents;
import traceglass.sql.editor.SqlVocabulary;
import traceglass.sql.modules.ModuleLibrary;

/// Reference pages for SQL tables, functions and modules, generated from the schema: a page for each table and each
/// module, one for all functions, and lists of tables and modules.
public final class SchemaDocs {

    static final String TABLES = "sql-tables";
    static final String FUNCTIONS = "sql-functions";
    static final String MODULES = "sql-modules";

    /// A trace with one slice. All traces have the same tables.
    private static final String TRACE = "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1}]";

    /// PerfettoSQL types by DuckDB type.
    private static final Map<String, String> TYPES =
            Map.of("BIGINT", "LONG", "INTEGER", "LONG", "VARCHAR", "STRING", "BLOB", "BYTES", "BOOLEAN", "BOOL");

    /// Prefix of a type that is the name of the table to which a column refers.
    private static final String ARROW = "→ ";

    private static final Pattern REFERENCE = Pattern.compile("(?:JOIN)?ID\\((\\w+)\\.\\w+\\)|" + ARROW + "(\\w+)");

    private final List<TableInfo> tables;
    private final List<FunctionInfo> functions;
    private final List<ModuleContents> modules;
    private final Set<String> tableNames;

    SchemaDocs(List<TableInfo> tables, List<FunctionInfo> functions, List<ModuleContents> modules) {
        this.tables = tables;
        this.functions = functions;
        this.modules = modules;
        tableNames = tables.stream().map(TableInfo::name).collect(Collectors.toSet());
    }

    /// Returns a library with the pages. Takes seconds because it imports a small trace. Lists the columns of
    /// tables and views of modules only if their modules declare them.
    public static DocLibrary addTo(DocLibrary library) {
        return addTo(library, read());
    }

    /// Returns a library with the pages, including the columns of all tables and views. Takes much longer
    /// because it includes all modules.
    public static DocLibrary addCompleteTo(DocLibrary library) {
        return addTo(library, read("*"));
    }

    private static DocLibrary addTo(DocLibrary library, SchemaDocs docs) {
        List<DocPage> lists = docs.lists();
        List<DocPage> pages = new ArrayList<>(lists);
        docs.tables.forEach(t -> pages.add(docs.table(t)));
        docs.modules.forEach(m -> pages.add(docs.module(m)));
        return library.with(pages, lists);
    }

    /// Reads the schema.
    ///
    /// @param included modules to include to get the columns of their tables and views; `*` includes all
    static SchemaDocs read(String... included) {
        try (TraceProcessor trace =
                        TraceProcessor.open(TRACE.getBytes(StandardCharsets.UTF_8), EngineOptions.temporary());
                QuerySession session = trace.newSession()) {
            for (String module : included) {
                session.execute(DocsTexts.includeStatement(module));
            }
            Map<String, List<SqlVocabulary.Column>> columns = new HashMap<>();
            session.tables().forEach(t -> columns.put(t.name(), columns(t)));
            List<ModuleContents> modules = ModuleContents.of(new ModuleLibrary()).stream()
                    .map(m -> withColumns(m, columns))
                    .toList();
            return new SchemaDocs(trace.tables(), perfettoFunctionInfos(), modules);
        }
    }

    private static List<SqlVocabulary.Column> columns(TableInfo table) {
        return table.columns().stream()
                .map(c -> new SqlVocabulary.Column(c.name(), Schema.type(c.name(), c.type())))
                .toList();
    }

    /// Returns a module with columns added to the definitions that declare none.
    private static ModuleContents withColumns(ModuleContents module, Map<String, List<SqlVocabulary.Column>> columns) {
        return new ModuleContents(
                module.module(),
                module.description(),
                module.definitions().stream()
                        .map(d -> d.columns().isEmpty() && !hasArguments(d)
                                ? new ModuleContents.Definition(
                                        d.kind(),
                                        d.name(),
                                        d.arguments(),
                                        d.description(),
                                        columns.getOrDefault(d.name(), List.of()))
                                : d)
                        .toList());
    }

    private static boolean hasArguments(ModuleContents.Definition d) {
        return d.kind() != ModuleContents.Kind.TABLE && d.kind() != ModuleContents.Kind.VIEW;
    }

    private static List<FunctionInfo> perfettoFunctionInfos() {
        return SqlVocabulary.perfettoFunctions().values().stream()
                .map(f -> new FunctionInfo(
                        f.name(), List.of(f.arguments().split(", *")), f.isTableFunction(), f.description()))
                .sorted(Comparator.comparing(FunctionInfo::name))
                .toList();
    }

    List<TableInfo> tables() {
        return tables;
    }

    List<FunctionInfo> functions() {
        return functions;
    }

    List<ModuleContents> modules() {
        return modules;
    }

    static String tablePage(String table) {
        return "table-" + table.toLowerCase(Locale.ROOT);
    }

    static String modulePage(String module) {
        return "module-" + module.toLowerCase(Locale.ROOT);
    }

    /// Returns the lists of tables, functions and modules.
    List<DocPage> lists() {
        return List.of(tableList(), functionPage(), moduleList());
    }

    private DocPage tableList() {
        StringBuilder out = title(DocsTexts.TABLES);
        out.append(DocsTexts.TABLES_ABOUT).append("\n\n").append(DocsTexts.ROWS);
        for (TableInfo t : tables) {
            out.append("| ")
                    .append(link(t.name(), tablePage(t.name())))
                    .append(" | ")
                    .append(DocText.escape(t.description()))
                    .append(" |\n");
        }
        return DocPage.parse(TABLES, out.toString());
    }

    private DocPage functionPage() {
        StringBuilder out = title(DocsTexts.FUNCTIONS);
        out.append(DocsTexts.FUNCTIONS_ABOUT).append("\n\n");
        for (FunctionInfo f : functions) {
            out.append("## ")
                    .append(DocText.code(f.name() + "(" + String.join(", ", f.parameters()) + ")"))
                    .append("\n\n");
            String kind = f.name().endsWith("!")
                    ? DocsTexts.MACRO
                    : f.isTable() ? DocsTexts.TABLE_FUNCTION : DocsTexts.FUNCTION;
            out.append(kind)
                    .append(". ")
                    .append(DocText.escape(f.description()))
                    .append("\n\n");
        }
        return DocPage.parse(FUNCTIONS, out.toString());
    }

    private DocPage moduleList() {
        StringBuilder out = title(DocsTexts.MODULES);
        out.append(DocsTexts.MODULES_ABOUT).append("\n\n");
        Map<String, List<ModuleContents>> packages = new TreeMap<>();
        for (ModuleContents m : modules) {
            packages.computeIfAbsent(m.module().replaceFirst("\\..*", ""), _ -> new ArrayList<>())
                    .add(m);
        }
        packages.forEach((name, members) -> {
            out.append("## ").append(name).append("\n\n").append(DocsTexts.ROWS);
            for (ModuleContents m : members) {
                out.append("| ")
                        .append(link(m.module(), modulePage(m.module())))
                        .append(" | ")
                        .append(DocText.escape(m.description()))
                        .append(" |\n");
            }
            out.append('\n');
        });
        return DocPage.parse(MODULES, out.toString());
    }

    DocPage table(TableInfo table) {
        StringBuilder out = title(table.name());
        out.append(table.isView() ? DocsTexts.VIEW : DocsTexts.TABLE).append(". ");
        out.append(DocText.escape(table.description())).append("\n\n").append(DocsTexts.COLUMNS);
        for (TableInfo.ColumnInfo c : table.columns()) {
            writeRow(out, table.name(), c.name(), Schema.type(c.name(), c.type()), c.description());
        }
        return DocPage.parse(tablePage(table.name()), out.toString());
    }

    DocPage module(ModuleContents module) {
        StringBuilder out = title(module.module());
        out.append(DocText.escape(module.description())).append("\n\n").append(DocsTexts.include(module.module()));
        if (module.definitions().isEmpty()) {
            out.append(DocsTexts.NO_DEFINITIONS).append('\n');
        }
        for (ModuleContents.Definition d : module.definitions()) {
            writeDefinition(out, d);
        }
        return DocPage.parse(modulePage(module.module()), out.toString());
    }

    private void writeDefinition(StringBuilder out, ModuleContents.Definition d) {
        String kind = switch (d.kind()) {
            case TABLE -> DocsTexts.TABLE;
            case VIEW -> DocsTexts.VIEW;
            case FUNCTION -> DocsTexts.FUNCTION;
            case TABLE_FUNCTION -> DocsTexts.TABLE_FUNCTION;
            case MACRO -> DocsTexts.MACRO;
        };
        String end = d.kind() == ModuleContents.Kind.MACRO ? "!" : "";
        out.append("## ").append(DocText.code(d.name() + end)).append("\n\n").append(kind);
        if (hasArguments(d)) {
            out.append(' ').append(DocText.code(d.name() + end + "(" + d.arguments() + ")"));
        }
        out.append(". ").append(DocText.escape(d.description())).append("\n\n");
        if (!d.columns().isEmpty()) {
            out.append(DocsTexts.COLUMNS);
            for (SqlVocabulary.Column c : d.columns()) {
                writeRow(out, d.name(), c.name(), c.type(), Descriptions.column(d.name(), c.name()));
            }
            out.append('\n');
        }
    }

    /// Writes a column. If its type refers to a table, such as `JOINID(thread.id)` or `→ thread`, adds a link
    /// to it.
    private void writeRow(StringBuilder out, String owner, String name, String type, String description) {
        String content = DocText.escape(description);
        Matcher reference = REFERENCE.matcher(type);
        String table = reference.matches() ? reference.group(reference.group(1) != null ? 1 : 2) : "";
        if (tableNames.contains(table) && !table.equals(owner)) {
            content = (content + " " + link(table, tablePage(table))).strip();
        }
        out.append("| ")
                .append(DocText.code(name))
                .append(" | ")
                .append(DocText.code(type.startsWith(ARROW) ? "LONG" : TYPES.getOrDefault(type, type)))
                .append(" | ")
                .append(content)
                .append(" |\n");
    }

    private static String link(String name, String page) {
        return "[`" + name + "`](" + page + ".md)";
    }

    private static StringBuilder title(String title) {
        return new StringBuilder("# ").append(DocText.escape(title)).append("\n\n");
    }
}
