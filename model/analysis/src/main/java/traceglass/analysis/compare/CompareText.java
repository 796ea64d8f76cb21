package traceglass.analysis.compare;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.DelimitedText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.store.TraceStore;
import traceglass.store.time.TimeSpan;

/// Comparison of two whole traces as text, for the command line.
public final class CompareText {

    private static final int MAX_NAME_WIDTH = 60;

    /// Options of a comparison.
    ///
    /// @param subject kind of data to compare
    /// @param measure measure to sort by, largest difference first; null for the default of the subject
    /// @param ignoresNumbers whether numbers within names are ignored
    public record CompareOptions(ComparisonKind subject, CompareMeasure measure, boolean ignoresNumbers) {}

    private final ComparisonKind subject;
    private final Comparison comparison;
    private final RowStore rows;

    private CompareText(ComparisonKind subject, Comparison comparison) throws IOException {
        this.subject = subject;
        this.comparison = comparison;
        rows = CompareTable.rows(comparison);
    }

    /// Compares two traces.
    public static CompareText of(TraceStore a, TraceStore b, CompareOptions options)
            throws QueryException, SqlProblem, IOException {
        ComparisonKind subject = options.subject;
        CompareQuery query = new CompareQuery(subject, subject.groupings().getFirst(), options.ignoresNumbers);
        CompareMeasure measure = options.measure == null ? subject.measure() : options.measure;
        return new CompareText(subject, Comparison.of(side(a, query), side(b, query), measure, !subject.isTime()));
    }

    private static List<NameStats> side(TraceStore store, CompareQuery query)
            throws QueryException, SqlProblem, IOException {
        return CompareReader.readWhole(store, query).names();
    }

    /// Writes the whole comparison as CSV, durations in ns.
    public void writeCsv(Writer out) throws IOException {
        DelimitedText.writeCsv(
                rows,
                IntStream.range(0, rows.size()).toArray(),
                IntStream.range(0, rows.columns()).boxed().toList(),
                out);
    }

    /// Writes the first rows as tables with aligned columns: the names that both traces have, then the names
    /// that only one of them has.
    ///
    /// @param limit maximum number of rows of each table; 0 for all
    public void writeTable(int limit, Writer out) throws IOException {
        if (rows.size() == 0) {
            out.write(subject.whenEmpty() + "\n");
            return;
        }
        boolean isSplit = comparison.withPresence(Presence.BOTH).rows().size() < rows.size();
        String separator = "";
        for (Presence presence : Presence.values()) {
            Comparison part = comparison.withPresence(presence);
            if (!part.rows().isEmpty()) {
                out.write(separator);
                if (isSplit) {
                    out.write(ComparisonTexts.names(presence, part.rows().size()));
                }
                writeTable(CompareTable.rows(part), presence, limit, out);
                separator = "\n";
            }
        }
    }

    private void writeTable(RowStore rows, Presence presence, int limit, Writer out) throws IOException {
        List<GridColumn> columns = CompareTable.columns(subject.isTime(), comparison.measure(), presence).stream()
                .filter(c -> c.kind() != CellKind.DIVERGING)
                .toList();
        CellText text = CellText.of(new TimeSpan(0, 0));
        int count = limit <= 0 ? rows.size() : Math.min(limit, rows.size());
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(GridColumn::heading).toList());
        for (int row = 0; row < count; row++) {
            List<String> cells = new ArrayList<>();
            for (GridColumn c : columns) {
                String cell = text.text(rows, row, c);
                cells.add(
                        c.kind() == CellKind.TEXT && cell.length() > MAX_NAME_WIDTH
                                ? cell.substring(0, MAX_NAME_WIDTH - 1) + "…"
                                : cell);
            }
            lines.add(cells);
        }
        int[] widths = new int[columns.size()];
        lines.forEach(l -> IntStream.range(0, widths.length)
                .forEach(i -> widths[i] = Math.max(widths[i], l.get(i).length())));
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String pad = " ".repeat(widths[i] - line.get(i).length());
                row.append(i == 0 ? "" : "  ").append(i == 0 ? line.get(i) + pad : pad + line.get(i));
            }
            out.write(row.toString().stripTrailing() + "\n");
        }
        if (count < rows.size()) {
            out.write(ComparisonTexts.notPrinted(rows.size() - count));
        }
    }
}
