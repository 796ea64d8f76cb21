package traceglass.app.shell;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.model.sql.CsvPrinter;
import traceglass.model.sql.ResultColumn;
import traceglass.model.sql.ResultCursor;
import traceglass.model.sql.ResultSink;

/// Prints results in one of several ways, row by row; a table's columns are as wide as its first rows need.
final class ResultPrinter implements ResultSink {

    enum Mode { TABLE, CSV, TSV, JSON, LINE }

    private static final int SAMPLE = 1000;
    private static final int WIDEST = 60;

    private final PrintStream out;
    private final CsvPrinter csv;
    private Mode mode;
    private long rows;

    ResultPrinter(PrintStream out, Mode mode) {
        this.out = out;
        this.mode = mode;
        csv = new CsvPrinter(out);
    }

    void setMode(Mode mode) {
        this.mode = mode;
    }

    Mode mode() {
        return mode;
    }

    /// Rows printed since this was asked last.
    long takeRows() {
        long n = rows;
        rows = 0;
        return n;
    }

    @Override
    public void result(ResultCursor cursor) throws SQLException, IOException {
        switch (mode) {
            case CSV -> {
                csv.result(cursor);
                out.flush();
            }
            case TABLE -> table(cursor);
            case TSV -> {
                out.println(String.join("\t", cursor.columns().stream().map(c -> TextValues.tsv(c.name())).toList()));
                while (next(cursor)) {
                    List<String> cells = cells(cursor);
                    out.println(String.join("\t", cells.stream().map(c -> c == null ? "" : TextValues.tsv(c)).toList()));
                }
            }
            case JSON -> {
                out.print("[");
                boolean first = true;
                while (next(cursor)) {
                    out.print(first ? "\n" : ",\n");
                    out.print(TextValues.json(cursor));
                    first = false;
                }
                out.println(first ? "]" : "\n]");
            }
            case LINE -> lines(cursor);
        }
    }

    private boolean next(ResultCursor cursor) throws SQLException {
        boolean more = cursor.next();
        rows += more ? 1 : 0;
        return more;
    }

    private static List<String> cells(ResultCursor cursor) throws SQLException {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < cursor.columns().size(); i++) {
            cells.add(TextValues.text(cursor, i));
        }
        return cells;
    }

    private void lines(ResultCursor cursor) throws SQLException {
        int width = cursor.columns().stream().mapToInt(c -> c.name().length()).max().orElse(0);
        while (next(cursor)) {
            for (int i = 0; i < cursor.columns().size(); i++) {
                String text = TextValues.text(cursor, i);
                out.println(" ".repeat(width - cursor.columns().get(i).name().length()) + cursor.columns().get(i).name() + " = "
                        + (text == null ? "NULL" : text));
            }
            out.println();
        }
    }

    private void table(ResultCursor cursor) throws SQLException {
        List<ResultColumn> columns = cursor.columns();
        List<List<String>> sample = new ArrayList<>();
        while (sample.size() < SAMPLE && next(cursor)) {
            sample.add(cells(cursor));
        }
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = Math.min(WIDEST, Math.max(columns.get(i).name().length(),
                    sample.stream().mapToInt(row -> row.get(column) == null ? 4 : shown(row.get(column)).length()).max().orElse(0)));
        }
        StringBuilder head = new StringBuilder();
        StringBuilder rule = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            head.append(i == 0 ? "" : "  ").append(cell(columns.get(i).name(), widths[i], false));
            rule.append(i == 0 ? "" : "  ").append("─".repeat(widths[i]));
        }
        out.println(head.toString().stripTrailing());
        out.println(rule);
        sample.forEach(row -> print(row, columns, widths));
        while (sample.size() == SAMPLE && next(cursor)) {
            print(cells(cursor), columns, widths);
        }
    }

    private void print(List<String> row, List<ResultColumn> columns, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            boolean number = switch (columns.get(i).type()) {
                case LONG, HUGE, DOUBLE, BOOLEAN -> true;
                default -> false;
            };
            line.append(i == 0 ? "" : "  ").append(cell(row.get(i) == null ? "NULL" : shown(row.get(i)), widths[i], number));
        }
        out.println(line.toString().stripTrailing());
    }

    private static String shown(String text) {
        return text.replace("\n", "⏎").replace("\t", " ").replace("\r", "");
    }

    private static String cell(String text, int width, boolean right) {
        String fitting = text.length() > width ? text.substring(0, Math.max(1, width - 1)) + "…" : text;
        String padding = " ".repeat(Math.max(0, width - fitting.length()));
        return right ? padding + fitting : fitting + padding;
    }

    /// The mode of this name, null if there is none.
    static Mode mode(String name) {
        for (Mode mode : Mode.values()) {
            if (mode.name().equals(name.toUpperCase(Locale.ROOT))) {
                return mode;
            }
        }
        return null;
    }
}
