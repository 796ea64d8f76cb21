package traceglass.app.panel.sql.editor;

import java.util.List;
import java.util.function.Supplier;
import javafx.geometry.Bounds;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.catalog.Schema;
import traceglass.app.context.OpenTrace;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.sql.editor.SqlCompletion;
import traceglass.sql.editor.SqlCompletion.Choice;
import traceglass.sql.editor.SqlCompletion.InputKind;
import traceglass.sql.editor.SqlCompletion.Kind;
import traceglass.sql.editor.SqlVocabulary;

/// Code completion: automatic while a word is typed, immediate with Ctrl+Space. Enter or Tab accepts the selected
/// suggestion, Escape closes the list. Inside quotes, it suggests values of the column in the trace.
public final class Completer {

    private static final int TEXTS = 40;
    private static final List<String> PARAMETERS = List.of("start", "end", "slice", "track", "sel_start", "sel_end");

    private final OpenTrace openTrace;
    private final SqlEditor editor;
    private final Supplier<SqlVocabulary> vocabulary;
    private final CompletionList list;
    private @Nullable SqlCompletion shown;
    private boolean isInserting;

    /// Number of the last request to show or hide the list; results of earlier requests are discarded.
    private int lastRequest;

    /// Adds code completion to an editor.
    ///
    /// @param openTrace the trace whose values are suggested inside quotes
    /// @param host parent of the list of suggestions; must not lay it out
    /// @param vocabulary provides tables, columns, functions and modules; called whenever suggestions are computed
    public Completer(OpenTrace openTrace, SqlEditor editor, Pane host, Supplier<SqlVocabulary> vocabulary) {
        this.openTrace = openTrace;
        this.editor = editor;
        this.vocabulary = vocabulary;
        list = new CompletionList(host, this::insert);
        editor.node().addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
        // The caret moves after the text has changed.
        editor.onChange(() -> {
            int request = ++lastRequest;
            FxThread.later(() -> {
                if (request == lastRequest) {
                    onTyped(false);
                }
            });
        });
        editor.onCaret(() -> FxThread.later(this::hideIfCaretLeft));
        editor.node().focusWithinProperty().addListener((_, _, newValue) -> {
            if (!newValue) {
                hide();
            }
        });
    }

    /// Closes the list, or cancels opening it.
    public void hide() {
        lastRequest++;
        list.hide();
    }

    /// Changes the text programmatically without opening suggestions.
    public void withoutSuggestions(Runnable change) {
        hide();
        isInserting = true;
        change.run();
        FxThread.later(() -> isInserting = false);
    }

    private void keyPressed(KeyEvent e) {
        if (e.getCode() == KeyCode.SPACE && e.isControlDown()) {
            onTyped(true);
            e.consume();
            return;
        }
        if (!list.isShown()) {
            if (e.getCode() == KeyCode.ESCAPE) {
                hide();
            }
            return;
        }
        boolean isUnmodified = !e.isShortcutDown() && !e.isAltDown();
        switch (e.getCode()) {
            case DOWN, UP -> list.move(e.getCode() == KeyCode.DOWN ? 1 : -1);
            case PAGE_DOWN, PAGE_UP -> list.move(e.getCode() == KeyCode.PAGE_DOWN ? 8 : -8);
            case ENTER, TAB -> {
                Choice choice = list.selected();
                boolean isTypedCompletely = e.getCode() == KeyCode.ENTER
                        && choice != null
                        && shown != null
                        && choice.text().equalsIgnoreCase(shown.typed());
                if (!isUnmodified || e.isShiftDown() || isTypedCompletely) {
                    hide();
                    return;
                }
                insert(choice);
            }
            case ESCAPE -> hide();
            default -> {
                return;
            }
        }
        e.consume();
    }

    private void insert(@Nullable Choice choice) {
        SqlCompletion c = shown;
        hide();
        if (choice == null || c == null) {
            return;
        }
        isInserting = true;
        boolean isCall = choice.kind() == Kind.FUNCTION;
        editor.replace(c.from(), Math.max(c.to(), editor.caret()), isCall ? choice.text() + "(" : choice.text());
        editor.requestFocus();
        FxThread.later(() -> isInserting = false);
    }

    private void onTyped(boolean isRequested) {
        if (isInserting || editor.node().getScene() == null) {
            return;
        }
        String text = editor.text();
        int caret = editor.caret();
        char before = caret > 0 && caret <= text.length() ? text.charAt(caret - 1) : ' ';
        boolean isShown =
                Character.isLetterOrDigit(before) || before == '_' || before == '.' || before == '$' || before == '\'';
        if (!isRequested && (!isShown || !editor.node().isFocusWithin())) {
            list.hide();
            return;
        }
        SqlCompletion c = SqlCompletion.at(text, caret, vocabulary.get(), PARAMETERS, isRequested);
        if (c.inputKind() == InputKind.TEXT) {
            requestTexts(c);
            return;
        }
        boolean isLongEnough =
                isRequested || c.inputKind() != InputKind.ANYTHING || c.typed().length() >= 2;
        boolean isComplete = !isRequested
                && c.choices().stream().anyMatch(x -> x.text().equalsIgnoreCase(c.typed()))
                && c.choices().size() < 2;
        show(isLongEnough && !isComplete ? c : null);
    }

    private void show(@Nullable SqlCompletion c) {
        Bounds caret = c == null || c.choices().isEmpty() ? null : editor.caretBounds();
        shown = c;
        if (c == null || caret == null) {
            list.hide();
        } else {
            list.show(c.choices(), c.typed(), caret);
        }
    }

    /// Requests values of the column that start with the typed text or contain it.
    private void requestTexts(SqlCompletion c) {
        TraceSession trace = openTrace.session();
        if (c.comparedColumn() == null || trace == null || !trace.isReady()) {
            list.hide();
            return;
        }
        int request = ++lastRequest;
        trace.queries()
                .submit(
                        "sql-completion",
                        q -> Schema.texts(
                                q,
                                c.comparedColumn().relation(),
                                c.comparedColumn().column(),
                                c.typed(),
                                TEXTS),
                        texts -> {
                            if (request == lastRequest && editor.caret() == c.to()) {
                                show(new SqlCompletion(
                                        c.from(),
                                        c.to(),
                                        c.typed(),
                                        c.inputKind(),
                                        c.comparedColumn(),
                                        choices(texts)));
                            }
                        },
                        e -> list.hide());
    }

    private static List<Choice> choices(List<String> texts) {
        return texts.stream()
                .map(text -> new Choice(Kind.TEXT, text.replace("'", "''"), "", "", ""))
                .toList();
    }

    private void hideIfCaretLeft() {
        if (list.isShown() && shown != null && (editor.caret() < shown.from() || editor.caret() > shown.to() + 64)) {
            list.hide();
        }
    }
}
