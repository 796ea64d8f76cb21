package traceglass.app.panel.sql.editor;

import javafx.geometry.Bounds;
import javafx.geometry.Insets;
import javafx.scene.Node;
import jfx.incubator.scene.control.richtext.CodeArea;
import jfx.incubator.scene.control.richtext.SelectionSegment;
import jfx.incubator.scene.control.richtext.TextPos;
import jfx.incubator.scene.control.richtext.model.ContentChange;
import jfx.incubator.scene.control.richtext.model.StyledTextModel;
import org.jspecify.annotations.Nullable;
import traceglass.app.theme.WindowTheme;
import traceglass.app.ui.VisibleAnimations;

/// Editor based on JavaFX's incubating `CodeArea`.
public final class CodeAreaEditor implements SqlEditor {

    private final CodeArea area = new CodeArea();
    private int problemLine;
    private int problemColumn;

    /// @param name accessible name of the editor
    public CodeAreaEditor(String name) {
        area.getStyleClass().add("tg-sql-editor");
        area.setLineNumbersEnabled(true);
        area.setHighlightCurrentParagraph(true);
        area.setTabSize(4);
        area.setAccessibleText(name);
        // The font size comes from the style sheet, which follows the text size setting; line numbers use the
        // area's font.
        area.setStyle("-fx-font-family: \"" + WindowTheme.monoFamily() + "\";");
        area.setLineSpacing(4);
        area.setContentPadding(new Insets(8, 8, 8, 4));
        area.setSyntaxDecorator(new SqlHighlighter(0, 0));
        area.setMinSize(0, 0);
        VisibleAnimations.blink(area);
        area.getInputMap().registerFunction(CodeArea.Tag.INSERT_TAB, () -> insert("  "));
        onChange(() -> {
            if (problemLine > 0) {
                markProblem(0, 0);
            }
        });
    }

    @Override
    public Node node() {
        return area;
    }

    @Override
    public String text() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < area.getParagraphCount(); i++) {
            if (i > 0) {
                all.append('\n');
            }
            all.append(area.getPlainText(i));
        }
        return all.toString();
    }

    @Override
    public void setText(String text) {
        area.setText(text);
        area.clearUndoRedo();
        TextPos end = area.getDocumentEnd();
        area.select(end, end);
    }

    @Override
    public void insert(String text) {
        TextPos a = area.getAnchorPosition() == null ? area.getDocumentEnd() : area.getAnchorPosition();
        TextPos b = area.getCaretPosition() == null ? area.getDocumentEnd() : area.getCaretPosition();
        TextPos start = a.compareTo(b) <= 0 ? a : b;
        TextPos end = start == a ? b : a;
        TextPos after = area.replaceText(start, end, text);
        area.select(after, after);
    }

    @Override
    public void replace(int from, int to, String text) {
        TextPos after = area.replaceText(position(from), position(to), text);
        area.select(after, after);
    }

    private TextPos position(int offset) {
        int remaining = offset;
        int line = 0;
        while (line < area.getParagraphCount() - 1
                && remaining > area.getPlainText(line).length()) {
            remaining -= area.getPlainText(line++).length() + 1;
        }
        return TextPos.ofLeading(
                line, Math.min(remaining, area.getPlainText(line).length()));
    }

    @Override
    public @Nullable Bounds caretBounds() {
        Node caret = area.lookup(".caret");
        return caret == null ? null : caret.localToScene(caret.getBoundsInLocal());
    }

    @Override
    public int caret() {
        TextPos caret = area.getCaretPosition();
        return caret == null ? 0 : offset(caret);
    }

    @Override
    public int[] selection() {
        SelectionSegment s = area.getSelection();
        return s == null ? new int[] {caret(), caret()} : new int[] {offset(s.getMin()), offset(s.getMax())};
    }

    private int offset(TextPos pos) {
        int offset = pos.offset();
        for (int i = 0; i < pos.index(); i++) {
            offset += area.getPlainText(i).length() + 1;
        }
        return offset;
    }

    @Override
    public void markProblem(int line, int column) {
        problemLine = line;
        problemColumn = column;
        area.setSyntaxDecorator(new SqlHighlighter(line, column));
    }

    @Override
    public void refresh() {
        // CodeArea resolves the colors of style classes only when a text is set, with the styles applied at
        // that time.
        if (area.getScene() != null) {
            area.getScene().getRoot().applyCss();
        }
        area.setSyntaxDecorator(new SqlHighlighter(problemLine, problemColumn));
    }

    @Override
    public void onChange(Runnable listener) {
        area.getModel().addListener(new StyledTextModel.Listener() {
            @Override
            public void onContentChange(ContentChange change) {
                if (change.isEdit()) {
                    listener.run();
                }
            }
        });
    }

    @Override
    public void onCaret(Runnable listener) {
        area.caretPositionProperty().addListener((_, _, _) -> listener.run());
    }

    @Override
    public void requestFocus() {
        area.requestFocus();
    }
}
