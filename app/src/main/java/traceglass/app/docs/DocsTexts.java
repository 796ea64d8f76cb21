package traceglass.app.docs;

import static traceglass.store.language.Translations.tr;

/// Texts of the generated pages and the table of contents.
final class DocsTexts {

    private DocsTexts() {}

    static final String REFERENCE = tr("SQL reference");
    static final String MORE = tr("More");
    static final String TABLES = tr("Tables");
    static final String TABLES_ABOUT =
            tr("Tables and views that every trace has. A table is empty if the trace contains no data for it.");
    static final String FUNCTIONS = tr("Functions");
    static final String FUNCTIONS_ABOUT = "Functions that queries can call in addition to those of DuckDB. "
            + "A name with an exclamation mark is a macro; table functions are used in FROM.";
    static final String MODULES = tr("Modules");
    static final String MODULES_ABOUT = tr("Modules define more tables, views, functions and macros. "
            + "After a statement includes a module, its definitions are available in the session.");
    static final String TABLE = tr("Table");
    static final String VIEW = tr("View");
    static final String FUNCTION = tr("Function");
    static final String TABLE_FUNCTION = tr("Table function");
    static final String MACRO = tr("Macro");
    static final String COLUMNS = tr("| Column | Type | Content |\n|---|---|---|\n");
    static final String ROWS = tr("| Name | Content |\n|---|---|\n");
    static final String NO_DEFINITIONS = tr("This module only includes other modules.");

    static String include(String module) {
        return tr("```sql\n{0}\n```\n\n", includeStatement(module));
    }

    static String includeStatement(String module) {
        return "INCLUDE PERFETTO MODULE " + module + ";";
    }
}
