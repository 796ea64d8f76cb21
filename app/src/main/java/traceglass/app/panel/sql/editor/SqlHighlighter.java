package traceglass.app.panel.sql.editor;

import java.util.List;
import java.util.Locale;
import jfx.incubator.scene.control.richtext.SyntaxDecorator;
import jfx.incubator.scene.control.richtext.TextPos;
import jfx.incubator.scene.control.richtext.model.CodeTextModel;
import jfx.incubator.scene.control.richtext.model.RichParagraph;
import traceglass.app.ui.Styles;
import traceglass.sql.editor.SqlSpans;

/// Syntax highlighting for SQL with style classes such as `tg-sql-keyword`. Strings and comments can span lines, so the
/// whole text is scanned after each change, which takes less than a millisecond for typical queries.
final class SqlHighlighter implements SyntaxDecorator {

    private final int problemLine;
    private final int problemColumn;
    /// Whether the following fields are those of the current text.
    private boolean isRead;

    private String text = "";
    private int[] lineStarts = {};
    private List<SqlSpans.Span> spans = List.of();

    /// Creates a highlighter.
    ///
    /// @param problemLine line of the word to underline, from 1; 0 for none
    /// @param problemColumn column of the word, from 1
    SqlHighlighter(int problemLine, int problemColumn) {
        this.problemLine = problemLine;
        this.problemColumn = problemColumn;
    }

    @Override
    public void handleChange(
            CodeTextModel model, TextPos start, TextPos end, int charsTop, int linesAdded, int charsBottom) {
        isRead = false;
    }

    @Override
    public RichParagraph createRichParagraph(CodeTextModel model, int index) {
        if (!isRead) {
            read(model);
        }
        RichParagraph.Builder out = RichParagraph.builder();
        int start = lineStarts[index];
        int end = start + model.getPlainText(index).length();
        int at = start;
        for (int i = firstEndingAfter(start); i < spans.size() && spans.get(i).start() < end; i++) {
            SqlSpans.Span s = spans.get(i);
            int from = Math.max(start, s.start());
            int to = Math.min(end, s.end());
            if (from > at) {
                plain(out, at, from);
            }
            out.addWithStyleNames(
                    text.substring(from, to),
                    Styles.MONO,
                    "tg-sql",
                    "tg-sql-" + s.kind().name().toLowerCase(Locale.ROOT));
            at = to;
        }
        if (at < end || start == end) {
            plain(out, at, end);
        }
        if (index == problemLine - 1 && end > start) {
            int from = Math.clamp(problemColumn - 1, 0, end - start - 1);
            out.addWavyUnderline(from, wordEnd(start + from, end) - start - from, "tg-sql-problem");
        }
        return out.build();
    }

    private void plain(RichParagraph.Builder out, int from, int to) {
        out.addWithStyleNames(text.substring(from, to), Styles.MONO, "tg-sql");
    }

    private int wordEnd(int from, int end) {
        for (SqlSpans.Span s : spans) {
            if (s.start() <= from && s.end() > from) {
                return Math.min(s.end(), end);
            }
        }
        return Math.min(from + 1, end);
    }

    private int firstEndingAfter(int offset) {
        int low = 0;
        int high = spans.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (spans.get(middle).end() > offset) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private void read(CodeTextModel model) {
        StringBuilder all = new StringBuilder();
        lineStarts = new int[model.size()];
        for (int i = 0; i < lineStarts.length; i++) {
            if (i > 0) {
                all.append('\n');
            }
            lineStarts[i] = all.length();
            all.append(model.getPlainText(i));
        }
        text = all.toString();
        spans = SqlSpans.of(text);
        isRead = true;
    }
}
