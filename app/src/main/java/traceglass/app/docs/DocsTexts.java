package traceglass.app.docs;

/// Texts of generated pages and of the contents.
final class DocsTexts {

    private DocsTexts() {}

    static final String REFERENCE = "SQL reference";
    static final String MORE = "More";
    static final String TABLES = "Tables";
    static final String TABLES_ABOUT =
            "Tables and views that every trace has. They may be empty: a trace contains what was recorded.";
    static final String FUNCTIONS = "Functions";
    static final String FUNCTIONS_ABOUT = "Functions that queries can call in addition to those of DuckDB. "
            + "A name with an exclamation mark is a macro; table functions stand in FROM.";
    static final String MODULES = "Modules";
    static final String MODULES_ABOUT = "Modules define more tables, views, functions and macros. "
            + "A statement includes one; its definitions are then available in the session.";
    static final String TABLE = "Table";
    static final String VIEW = "View";
    static final String FUNCTION = "Function";
    static final String TABLE_FUNCTION = "Table function";
    static final String MACRO = "Macro";
    static final String COLUMNS = "| Column | Type | Content |\n|---|---|---|\n";
    static final String ROWS = "| Name | Content |\n|---|---|\n";
    static final String NO_DEFINITIONS = "This module includes others and defines nothing itself.";

    static String include(String module) {
        return "```sql\n" + includeStatement(module) + "\n```\n\n";
    }

    static String includeStatement(String module) {
        return "INCLUDE PERFETTO MODULE " + module + ";";
    }
}
