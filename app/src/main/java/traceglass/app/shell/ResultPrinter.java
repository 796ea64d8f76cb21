package traceglass.app.shell;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import traceglass.app.io.StandardOutput;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultOutput;
import traceglass.sql.result.ResultSink;
import traceglass.store.text.SingleLineText;

/// Prints results in one of several formats, row by row. The first rows of a table determine the width of its columns.
public final class ResultPrinter implements ResultSink {

    /// Output formats.
    public enum Mode {
        TABLE,
        /// CSV as Perfetto's trace processor prints it, where quotes and line breaks in strings are not
        /// escaped.
        CSV,
        /// CSV that other programs read (RFC 4180).
        RFC_CSV,
        TSV,
        JSON,
        /// One object per line.
        JSONL,
        MARKDOWN,
        LINE
    }

    private static final int SAMPLE_ROWS = 1000;
    static final int MAX_COLUMN_WIDTH = 60;
    /// Number of buffered characters above which they are written.
    private static final int FLUSH_CHARS = 1 << 13;

    private final ResultOutput output;
    private final Charset charset;
    private final UnaryOperator<String> cleaner;
    /// Rows not yet passed to `output`.
    private final StringBuilder text = new StringBuilder();
    private final CsvPrinter csv;
    private Mode mode;
    private int maxWidth = MAX_COLUMN_WIDTH;
    private long rows;

    /// @param cleaner makes text safe for a terminal; null if `out` is not a terminal
    ResultPrinter(PrintStream out, Mode mode, UnaryOperator<String> cleaner) {
        this(StandardOutput.checked(out), out.charset(), mode, cleaner);
    }

    /// @param out flushed, but not closed, by this printer
    /// @param cleaner makes text safe for a terminal; null if `out` is not a terminal
    public ResultPrinter(OutputStream out, Charset charset, Mode mode, UnaryOperator<String> cleaner) {
        this.mode = mode;
        this.cleaner = cleaner;
        this.charset = charset;
        output = new ResultOutput(out);
        csv = new CsvPrinter(output, cleaner);
    }

    void setMode(Mode mode) {
        this.mode = mode;
    }

    /// @param width maximum width of a table column in characters; 0 for no limit
    void setMaxWidth(int width) {
        maxWidth = width == 0 ? Integer.MAX_VALUE : width;
    }

    Mode mode() {
        return mode;
    }

    /// Resets the row count and returns the number of rows printed since the last call.
    long resetRows() {
        long n = rows;
        rows = 0;
        return n;
    }

    @Override
    public boolean isStreaming() {
        return true;
    }

    @Override
    public boolean distinguishesNumbers() {
        return mode == Mode.CSV;
    }

    /// Discards the rest of a failed result.
    public void discard() {
        try {
            text.setLength(0);
            csv.abandon();
        } catch (IOException e) {
            // The program reports it on exit, unless the reader just closed the pipe.
        }
    }

    @Override
    public void result(ResultCursor cursor) throws QueryException, IOException {
        if (mode == Mode.CSV) {
            csv.result(cursor);
            rows += cursor.rows();
            return;
        }
        text.setLength(0);
        output.begin();
        switch (mode) {
            case CSV -> throw new IllegalStateException();
            case TABLE -> printTable(cursor);
            case TSV -> printDelimited(cursor, "\t", System.lineSeparator(), TextValues::tsv);
            case RFC_CSV -> printDelimited(cursor, ",", "\r\n", TextValues::csv);
            case MARKDOWN -> printMarkdown(cursor);
            case JSONL -> {
                while (nextRow(cursor)) {
                    printLine(TextValues.json(cursor));
                }
            }
            case JSON -> {
                text.append("[");
                boolean isFirst = true;
                while (nextRow(cursor)) {
                    text.append(isFirst ? "\n" : ",\n").append(TextValues.json(cursor));
                    endRow();
                    isFirst = false;
                }
                printLine(isFirst ? "]" : "\n]");
            }
            case LINE -> printLines(cursor);
        }
        flush();
        output.end();
    }

    private void printDelimited(ResultCursor cursor, String separator, String end, UnaryOperator<String> escaped)
            throws QueryException, IOException {
        List<String> names = cursor.columns().stream().map(ResultColumn::name).toList();
        for (List<String> cells = names; cells != null; cells = nextRow(cursor) ? cells(cursor) : null) {
            for (int i = 0; i < cells.size(); i++) {
                String cell = cells.get(i);
                // Readers skip empty lines, so a line with a single empty field is quoted.
                boolean isQuoted = cell == null && cells.size() == 1 && mode == Mode.RFC_CSV;
                text.append(i == 0 ? "" : separator)
                        .append(isQuoted ? "\"\"" : cell == null ? "" : escaped.apply(cell));
            }
            text.append(end);
            endRow();
        }
    }

    private void printMarkdown(ResultCursor cursor) throws QueryException, IOException {
        List<String> names = cursor.columns().stream().map(ResultColumn::name).toList();
        printLine(markdownRow(names));
        StringBuilder rule = new StringBuilder("|");
        cursor.columns().forEach(c -> rule.append(isNumber(c) ? " ---: |" : " --- |"));
        printLine(rule.toString());
        while (nextRow(cursor)) {
            printLine(markdownRow(cells(cursor)));
        }
    }

    private static String markdownRow(List<String> cells) {
        StringBuilder row = new StringBuilder("|");
        for (String cell : cells) {
            row.append(' ')
                    .append(
                            cell == null
                                    ? ""
                                    : printableText(cell).replace("\\", "\\\\").replace("|", "\\|"))
                    .append(" |");
        }
        return row.toString();
    }

    private static boolean isNumber(ResultColumn column) {
        return switch (column.type()) {
            case LONG, HUGE, DOUBLE, BOOLEAN -> true;
            default -> false;
        };
    }

    private void printLine(String line) throws IOException {
        text.append(line).append(System.lineSeparator());
        endRow();
    }

    private void endRow() throws IOException {
        if (text.length() > FLUSH_CHARS) {
            flush();
            output.row();
        }
    }

    private void flush() throws IOException {
        String rows = cleaner == null ? text.toString() : cleaner.apply(text.toString());
        output.write(rows.getBytes(charset));
        text.setLength(0);
    }

    private boolean nextRow(ResultCursor cursor) throws QueryException {
        boolean hasRow = cursor.next();
        rows += hasRow ? 1 : 0;
        return hasRow;
    }

    private static List<String> cells(ResultCursor cursor) throws QueryException {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < cursor.columns().size(); i++) {
            cells.add(TextValues.text(cursor, i));
        }
        return cells;
    }

    private void printLines(ResultCursor cursor) throws QueryException, IOException {
        int width =
                cursor.columns().stream().mapToInt(c -> c.name().length()).max().orElse(0);
        while (nextRow(cursor)) {
            for (int i = 0; i < cursor.columns().size(); i++) {
                String text = TextValues.text(cursor, i);
                printLine(" ".repeat(width - cursor.columns().get(i).name().length())
                        + cursor.columns().get(i).name() + " = " + (text == null ? "NULL" : text));
            }
            printLine("");
        }
    }

    private void printTable(ResultCursor cursor) throws QueryException, IOException {
        List<ResultColumn> columns = cursor.columns();
        List<List<String>> sample = new ArrayList<>();
        while (sample.size() < SAMPLE_ROWS && nextRow(cursor)) {
            sample.add(cells(cursor));
        }
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = Math.min(
                    maxWidth,
                    Math.max(
                            columns.get(i).name().length(),
                            sample.stream()
                                    .mapToInt(row -> row.get(column) == null
                                            ? 4
                                            : printableText(row.get(column)).length())
                                    .max()
                                    .orElse(0)));
        }
        StringBuilder head = new StringBuilder();
        StringBuilder rule = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            head.append(i == 0 ? "" : "  ")
                    .append(cell(printableText(columns.get(i).name()), widths[i], false));
            rule.append(i == 0 ? "" : "  ").append("─".repeat(widths[i]));
        }
        printLine(head.toString().stripTrailing());
        printLine(rule.toString());
        for (List<String> row : sample) {
            print(row, columns, widths);
        }
        while (sample.size() == SAMPLE_ROWS && nextRow(cursor)) {
            print(cells(cursor), columns, widths);
        }
    }

    private void print(List<String> row, List<ResultColumn> columns, int[] widths) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(i == 0 ? "" : "  ")
                    .append(cell(
                            row.get(i) == null ? "NULL" : printableText(row.get(i)),
                            widths[i],
                            isNumber(columns.get(i))));
        }
        printLine(line.toString().stripTrailing());
    }

    private static String printableText(String text) {
        return SingleLineText.of(text.replace("\n", "⏎").replace("\t", " ").replace("\r", ""));
    }

    private String cell(String text, int width, boolean isRightAligned) {
        // Numbers are never truncated, so later rows may not align with their column.
        String truncated = text.length() > maxWidth ? text.substring(0, maxWidth - 1) + "…" : text;
        String padding = " ".repeat(Math.max(0, width - truncated.length()));
        return isRightAligned ? padding + truncated : truncated + padding;
    }

    /// Returns the mode with this name, or null.
    static Mode mode(String name) {
        for (Mode mode : Mode.values()) {
            if (mode.name().equals(name.toUpperCase(Locale.ROOT))) {
                return mode;
            }
        }
        return null;
    }
}
