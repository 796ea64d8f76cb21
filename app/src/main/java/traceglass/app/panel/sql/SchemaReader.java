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

/// Reads what there is to ask for in a trace: for the browser at the left, and for what the editor suggests. Once for
/// each trace.
final class SchemaReader {

    private static final System.Logger LOG = System.getLogger(SchemaReader.class.getName());

    private final OpenTrace openTrace;
    private final Preferences preferences;
    private final SchemaBrowser browser;
    private Schema schema = Schema.EMPTY;
    private SqlVocabulary words = SqlVocabulary.EMPTY;
    private TraceSession read;

    SchemaReader(OpenTrace openTrace, Preferences preferences, SchemaBrowser browser) {
        this.openTrace = openTrace;
        this.preferences = preferences;
        this.browser = browser;
    }

    /// What the editor suggests.
    SqlVocabulary words() {
        return words;
    }

    /// Whether the open trace was asked.
    boolean isRead() {
        return read == openTrace.session();
    }

    /// Shows nothing until the next trace is read.
    void forget() {
        schema = Schema.EMPTY;
        read = null;
        browser.show(schema);
    }

    /// Reads the open trace unless that has been done, or it is not ready.
    void read() {
        TraceSession trace = openTrace.session();
        if (trace == null || !trace.isReady() || read == trace) {
            return;
        }
        read = trace;
        Consumer<Exception> failed = e -> LOG.log(System.Logger.Level.WARNING, "reading the tables", e);
        trace.queries()
                .submit(
                        "sql-schema",
                        Schema::read,
                        found -> {
                            show(found);
                            trace.queries().submit("sql-counts", found::counted, this::show, failed);
                        },
                        failed);
        ModuleLibrary library = preferences.moduleLibrary();
        trace.queries()
                .submit(
                        "sql-vocabulary",
                        q -> Schema.vocabulary(q, library),
                        found -> {
                            words = found;
                            browser.showFunctions(found);
                        },
                        failed);
        trace.queries().submit("sql-modules", q -> ModuleContents.of(library), browser::showModules, failed);
    }

    /// Tables of the trace, and beside them those that queries have made meanwhile.
    private void show(Schema found) {
        schema = new Schema(found.tables(), found.views(), schema.own());
        browser.show(schema);
    }

    /// Tables and views that queries have made.
    void showOwn(List<Schema.Relation> relations) {
        schema = schema.withOwn(relations);
        browser.show(schema);
        words = words.with(relations.stream()
                .map(r -> new SqlVocabulary.Relation(
                        r.name(),
                        r.columns().stream()
                                .map(c -> new SqlVocabulary.Column(c.name(), c.type()))
                                .toList()))
                .toList());
    }
}
