package traceglass.app.cli.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.app.shell.TextValues;
import traceglass.engine.client.RemoteTrace;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.store.text.SingleLineText;

/// Prints results as Markdown tables of limited size, and after each table what was truncated and how to get the rest.
///
/// A table is written when it is complete, so nothing is printed of a result that fails.
public final class AgentPrinter implements ResultSink, RemoteTrace.Rows {

    /// Maximum number of rows beyond the limit that are counted. Counting all of them could take minutes.
    private static final long MAX_COUNTED_ROWS = 1_000_000;

    private final OutputStream out;
    private final AgentLimits limits;
    private final StringBuilder table = new StringBuilder();
    private int columns;
    private long rows;
    private long shownRows;
    private long truncatedCells;
    private boolean isFull;
    private long bytes;
    private long writtenBytes;
    private boolean hasPrinted;

    /// @param out flushed, but not closed
    public AgentPrinter(OutputStream out, AgentLimits limits) {
        this.out = out;
        this.limits = limits;
    }

    @Override
    public boolean isStreaming() {
        return true;
    }

    @Override
    public void result(ResultCursor cursor) throws QueryException, IOException {
        boolean isSuppressed = cursor.columns().size() == 1
                && cursor.columns().getFirst().name().equals("suppress_query_output");
        columns(cursor.columns().stream().map(c -> c.name()).toList());
        List<@Nullable String> cells = new ArrayList<>();
        while (cursor.next()) {
            if (isSuppressed) {
                // Keep reading to count the rows; reading may still fail.
                continue;
            }
            if (isTruncated()) {
                if (++rows > MAX_COUNTED_ROWS) {
                    break;
                }
                continue;
            }
            cells.clear();
            for (int c = 0; c < columns; c++) {
                cells.add(TextValues.text(cursor, c));
            }
            add(cells);
        }
        if (!isSuppressed) {
            end();
        }
    }

    @Override
    public void columns(List<String> names) {
        table.setLength(0);
        rows = 0;
        shownRows = 0;
        truncatedCells = 0;
        isFull = false;
        bytes = writtenBytes;
        columns = names.size();
        table.append(row(names)).append('|').append(" --- |".repeat(columns)).append('\n');
        bytes += utf8(table);
    }

    @Override
    public void row(@Nullable Object[] values) {
        List<@Nullable String> cells = new ArrayList<>();
        for (Object value : values) {
            cells.add(
                    switch (value) {
                        case null -> null;
                        case Double d -> TextValues.text(d);
                        case byte[] blob -> TextValues.text(blob);
                        default -> value.toString();
                    });
        }
        if (isTruncated()) {
            rows++;
        } else {
            add(cells);
        }
    }

    private boolean isTruncated() {
        return isFull || shownRows >= limits.rows();
    }

    private void add(List<@Nullable String> cells) {
        rows++;
        long truncatedBefore = truncatedCells;
        String row = row(cells);
        long length = utf8(row);
        // Print at least one row of each result.
        if (shownRows > 0 && bytes + length > limits.bytes()) {
            truncatedCells = truncatedBefore;
            isFull = true;
            return;
        }
        shownRows++;
        bytes += length;
        table.append(row);
    }

    private String row(List<@Nullable String> cells) {
        StringBuilder row = new StringBuilder("|");
        for (String cell : cells) {
            row.append(' ').append(cell == null ? "NULL" : escape(cell)).append(" |");
        }
        return row.append('\n').toString();
    }

    private String escape(String cell) {
        int end = Math.min(cell.length(), limits.cell());
        String text = cell;
        if (end < cell.length()) {
            truncatedCells++;
            end -= Character.isHighSurrogate(cell.charAt(end - 1)) ? 1 : 0;
            text = cell.substring(0, end) + AgentOutputTexts.moreCharacters(cell.length() - end);
        }
        return SingleLineText.of(text.replace("\r\n", "\n").replace("\n", "⏎").replace("\t", " "))
                .replace("\\", "\\\\")
                .replace("|", "\\|");
    }

    /// Writes the table.
    public void end() throws IOException {
        StringBuilder text = new StringBuilder(hasPrinted ? "\n" : "");
        text.append(table).append('\n');
        if (rows == 0) {
            text.append(AgentOutputTexts.NO_ROWS);
        } else if (shownRows == rows) {
            text.append(AgentOutputTexts.rows(rows));
        } else {
            text.append(AgentOutputTexts.truncatedRows(
                    shownRows,
                    Math.min(rows, Math.max(shownRows, MAX_COUNTED_ROWS)),
                    rows <= MAX_COUNTED_ROWS,
                    isFull,
                    limits));
        }
        text.append('\n');
        if (truncatedCells > 0) {
            text.append(AgentOutputTexts.truncatedCells(truncatedCells, limits)).append('\n');
        }
        byte[] written = text.toString().getBytes(StandardCharsets.UTF_8);
        writtenBytes += written.length;
        hasPrinted = true;
        out.write(written);
        out.flush();
    }

    private static long utf8(CharSequence text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }
}
