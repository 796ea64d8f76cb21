package traceglass.app.docs;

/// Texts of the generated pages and the table of contents.
final class DocsTexts {

    private DocsTexts() {}

    static final String REFERENCE = "SQL reference";
    static final String MORE = "More";
    static final String TABLES = "Tables";
    static final String TABLES_ABOUT =
            "Tables and views that every trace has. A table is empty if the trace contains no data for it.";
    static final String FUNCTIONS = "Functions";
    static final String FUNCTIONS_ABOUT = "Functions that queries can call in addition to those of DuckDB. "
            + "A name with an exclamation mark is a macro; table functions are used in FROM.";
    static final String MODULES = "Modules";
    static final String MODULES_ABOUT = "Modules define more tables, views, functions and macros. "
            + "After a statement includes a module, its definitions are available in the session.";
    static final String TABLE = "Table";
    static final String VIEW = "View";
    static final String FUNCTION = "Function";
    static final String TABLE_FUNCTION = "Table function";
    static final String MACRO = "Macro";
    static final String COLUMNS = "| Column | Type | Content |\n|---|---|---|\n";
    static final String ROWS = "| Name | Content |\n|---|---|\n";
    static final String NO_DEFINITIONS = "This module only includes other modules.";

    static String include(String module) {
        return "```sql\n" + includeStatement(module) + "\n```\n\n";
    }

    static String includeStatement(String module) {
        return "INCLUDE PERFETTO MODULE " + module + ";";
    }
}
