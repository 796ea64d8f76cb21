package traceglass.app.record;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfx.incubator.scene.control.richtext.SyntaxDecorator;
import jfx.incubator.scene.control.richtext.TextPos;
import jfx.incubator.scene.control.richtext.model.CodeTextModel;
import jfx.incubator.scene.control.richtext.model.RichParagraph;
import traceglass.app.ui.Styles;

/// Highlights the syntax of a config text, underlines an error and marks lines that have just changed.
final class ConfigHighlighter implements SyntaxDecorator {

    private static final Pattern TOKEN = Pattern.compile(
            "(#.*)|(\"(?:[^\"\\\\]|\\\\.)*+\"?|'(?:[^'\\\\]|\\\\.)*+'?)|(\\b\\d[\\w.]*)|([A-Za-z_]\\w*)(?=\\s*[:{<])|([A-Z][A-Z0-9_]+\\b|true|false)");

    private final int problemLine;
    private final int problemColumn;
    private final Set<Integer> changed;

    /// @param problemLine line of the word to underline, from 1; 0 for none
    /// @param problemColumn column where that word starts, from 1
    /// @param changed lines that have just changed, from 0
    ConfigHighlighter(int problemLine, int problemColumn, Set<Integer> changed) {
        this.problemLine = problemLine;
        this.problemColumn = problemColumn;
        this.changed = Set.copyOf(changed);
    }

    @Override
    public void handleChange(
            CodeTextModel model, TextPos start, TextPos end, int charsTop, int linesAdded, int charsBottom) {
        // Each line is highlighted on its own when it is shown.
    }

    @Override
    public RichParagraph createRichParagraph(CodeTextModel model, int index) {
        String line = model.getPlainText(index);
        RichParagraph.Builder out = RichParagraph.builder();
        Matcher m = TOKEN.matcher(line);
        int position = 0;
        while (m.find()) {
            if (m.start() > position) {
                appendPlain(out, line.substring(position, m.start()));
            }
            String kind = m.group(1) != null
                    ? "comment"
                    : m.group(2) != null
                            ? "string"
                            : m.group(3) != null ? "number" : m.group(4) != null ? "name" : "word";
            out.addWithStyleNames(m.group(), Styles.MONO, "tg-sql", "tg-config-" + kind);
            position = m.end();
        }
        if (position < line.length() || line.isEmpty()) {
            appendPlain(out, line.substring(position));
        }
        if (index == problemLine - 1 && !line.isEmpty()) {
            int from = Math.clamp(problemColumn - 1, 0, line.length() - 1);
            int to = from;
            while (to < line.length() && Character.isLetterOrDigit(line.charAt(to))
                    || to < line.length() && line.charAt(to) == '_') {
                to++;
            }
            out.addWavyUnderline(from, Math.max(1, to - from), "tg-sql-problem");
        }
        if (changed.contains(index) && !line.isEmpty()) {
            out.addHighlight(0, line.length(), "tg-config-changed");
        }
        return out.build();
    }

    private static void appendPlain(RichParagraph.Builder out, String text) {
        out.addWithStyleNames(text, Styles.MONO, "tg-sql");
    }
}
