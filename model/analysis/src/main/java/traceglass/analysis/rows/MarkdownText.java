package traceglass.analysis.rows;

import java.io.IOException;
import java.io.Writer;
import java.util.List;

/// Writes rows as a Markdown table for issue trackers and chats. Numbers are right-aligned.
public final class MarkdownText {

    private MarkdownText() {}

    public static void write(RowStore rows, int[] order, List<Integer> columns, Writer out) throws IOException {
        for (int c : columns) {
            out.write("| " + cell(rows.names().get(c)) + " ");
        }
        out.write("|\n");
        for (int c : columns) {
            out.write(rows.type(c).isNumber() ? "| ---: " : "| --- ");
        }
        out.write("|\n");
        for (int row : order) {
            for (int c : columns) {
                String text = rows.getText(row, c);
                out.write("| " + (text == null ? "NULL" : cell(text)) + " ");
            }
            out.write("|\n");
        }
    }

    private static String cell(String text) {
        return text.replace("\\", "\\\\").replace("|", "\\|").replaceAll("\\R", "<br>");
    }
}
