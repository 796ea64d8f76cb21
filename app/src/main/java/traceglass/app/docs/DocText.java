package traceglass.app.docs;

import java.util.Locale;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/// Converts parts of a page to plain text, and plain text to Markdown.
public final class DocText {

    private DocText() {}

    /// Returns the text of a node without markup, on one line.
    public static String of(Node node) {
        StringBuilder out = new StringBuilder();
        append(node, out);
        return out.toString().replaceAll("\\s+", " ").strip();
    }

    private static void append(Node node, StringBuilder out) {
        switch (node) {
            case Text text -> out.append(text.getLiteral());
            case Code code -> out.append(code.getLiteral());
            case FencedCodeBlock code -> out.append(code.getLiteral()).append(' ');
            case IndentedCodeBlock code -> out.append(code.getLiteral()).append(' ');
            case SoftLineBreak _, HardLineBreak _ -> out.append(' ');
            case HtmlBlock _, HtmlInline _ -> {
                // Comments are not shown.
            }
            default -> {
                for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
                    append(child, out);
                }
                if (node instanceof Block || node instanceof TableCell) {
                    out.append(' ');
                }
            }
        }
    }

    /// Returns the id that GitHub and similar sites give to a heading: lower case, without punctuation, hyphens for
    /// spaces.
    static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .strip()
                .replace(' ', '-');
    }

    /// Escapes text for Markdown so that none of it is interpreted as markup, even in a table cell.
    static String escape(String text) {
        return text.replaceAll("([\\\\`*_\\[\\]<>|#])", "\\\\$1").replaceAll("\\s+", " ");
    }

    /// Formats a name or a type as Markdown code that is valid in a table cell.
    static String code(String text) {
        return text.isEmpty() ? "" : "`" + text.replace("`", "").replace("|", "\\|") + "`";
    }
}
