package traceglass.app.panel.sql;

import java.util.List;
import java.util.function.Consumer;
import traceglass.analysis.catalog.Schema;
import traceglass.app.context.OpenTrace;
import traceglass.app.preferences.Preferences;
import traceglass.app.session.TraceSession;
import traceglass.sql.editor.ModuleContents;
import traceglass.sql.editor.SqlVocabulary;
import traceglass.sql.modules.ModuleLibrary;

/// Reads the schema of a trace for the schema browser and for code completion, once per trace.
final class SchemaReader {

    private final OpenTrace openTrace;
    private final Preferences preferences;
    private final SchemaBrowser browser;
    private Schema schema = Schema.EMPTY;
    private SqlVocabulary vocabulary = SqlVocabulary.EMPTY;
    private TraceSession readSession;

    SchemaReader(OpenTrace openTrace, Preferences preferences, SchemaBrowser browser) {
        this.openTrace = openTrace;
        this.preferences = preferences;
        this.browser = browser;
    }

    /// Vocabulary for code completion.
    SqlVocabulary vocabulary() {
        return vocabulary;
    }

    /// Returns whether the schema of the open trace has been read.
    boolean isRead() {
        return readSession == openTrace.session();
    }

    /// Clears the schema until the next trace is read.
    void clear() {
        schema = Schema.EMPTY;
        readSession = null;
        browser.show(schema);
    }

    /// Reads the schema of the open trace, unless it has been read or the trace is not ready.
    void readSession() {
        TraceSession trace = openTrace.session();
        if (trace == null || !trace.isReady() || readSession == trace) {
            return;
        }
        readSession = trace;
        Consumer<Exception> failed = e -> System.getLogger(SchemaReader.class.getName())
                .log(System.Logger.Level.WARNING, "reading the tables", e);
        trace.queries()
                .submit(
                        "sql-schema",
                        Schema::read,
                        found -> {
                            show(found);
                            trace.queries().submit("sql-counts", found::countRows, this::show, failed);
                        },
                        failed);
        ModuleLibrary library = preferences.moduleLibrary();
        trace.queries()
                .submit(
                        "sql-vocabulary",
                        q -> Schema.vocabulary(q, library),
                        found -> {
                            vocabulary = found;
                            browser.showFunctions(found);
                        },
                        failed);
        trace.queries().submit("sql-modules", q -> ModuleContents.of(library), browser::showModules, failed);
    }

    /// Shows the tables of the trace, and those created by queries since.
    private void show(Schema found) {
        schema = new Schema(found.tables(), found.views(), schema.created());
        browser.show(schema);
    }

    /// Sets the tables and views created by queries.
    void showSessionTables(List<Schema.Relation> relations) {
        schema = schema.withSessionRelations(relations);
        browser.show(schema);
        vocabulary = vocabulary.with(relations.stream()
                .map(r -> new SqlVocabulary.Relation(
                        r.name(),
                        r.columns().stream()
                                .map(c -> new SqlVocabulary.Column(c.name(), c.type()))
                                .toList()))
                .toList());
    }
}
