package traceglass.app.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;
import traceglass.app.fleet.value.ValueFormat;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.FleetTrace;
import traceglass.engine.fleet.measure.MeasuredColumn;
import traceglass.engine.fleet.measure.Moment;
import traceglass.store.time.TimeSpan;

/// The table of a fleet: a row for each trace with its measures, labels and properties, then a row for each trace that
/// could not be imported, with the reason. Immutable; built off the JavaFX thread.
///
/// @param traces traces of the first rows, in order
/// @param failures traces of the rows after them, which could not be imported
/// @param columns columns of `content`, in the same order
/// @param content rows as the table shows them
record FleetSheet(
        List<FleetTrace> traces, List<FleetFailure> failures, List<FleetColumn> columns, GridContent content) {

    private static final CellText TEXT = CellText.of(new TimeSpan(0, 0));

    static final FleetSheet EMPTY =
            new FleetSheet(List.of(), List.of(), List.of(), GridContent.of(RowStore.EMPTY, List.of(), TEXT));

    /// Value of traces without an error.
    private static final Object NONE = new Object();

    private static final double NAME_WIDTH = 190;
    private static final double ERROR_WIDTH = 110;

    /// A column and the function that returns its values.
    private record Source(FleetColumn column, RowType type, Function<FleetTrace, @Nullable Object> value) {}

    static FleetSheet of(List<FleetTrace> traces, List<FleetFailure> failures, List<MeasuredColumn> measures) {
        List<Source> sources = new ArrayList<>();
        sources.add(text(FleetPageTexts.TRACE, FleetColumn.Kind.NAME, FleetTrace::name));
        if (!failures.isEmpty()) {
            sources.add(text(FleetPageTexts.ERROR, FleetColumn.Kind.ERROR, _ -> NONE));
        }
        measures.forEach(m -> sources.add(measured(m)));
        for (String label : Fleet.labels(traces)) {
            sources.add(label(label, traces));
        }
        sources.add(property(FleetPageTexts.DURATION, ValueFormat.DURATION, FleetTrace::durNs));
        sources.add(property(FleetPageTexts.SIZE, ValueFormat.SIZE, FleetTrace::bytes));
        addIfNotEmpty(FleetPageTexts.DEVICE, FleetTrace::device, traces, sources);
        addIfNotEmpty(FleetPageTexts.BUILD, FleetTrace::build, traces, sources);
        sources.add(property(FleetPageTexts.PROBLEMS, ValueFormat.NUMBER, FleetSheet::problems));
        sources.add(property(FleetPageTexts.MODIFIED, ValueFormat.DATE, FleetTrace::modifiedMs));
        sources.add(text(FleetPageTexts.FORMAT, FleetColumn.Kind.PROPERTY, FleetTrace::format));
        sources.add(text(FleetPageTexts.PATH, FleetColumn.Kind.PROPERTY, FleetTrace::path));
        try {
            List<FleetColumn> columns = sources.stream().map(Source::column).toList();
            RowStore rows = write(sources, traces, failures);
            return new FleetSheet(
                    List.copyOf(traces),
                    List.copyOf(failures),
                    columns,
                    GridContent.of(rows, gridColumns(columns, rows), TEXT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Adds a column unless it is empty for all traces.
    private static void addIfNotEmpty(
            String title, Function<FleetTrace, @Nullable Object> value, List<FleetTrace> traces, List<Source> sources) {
        if (traces.stream().anyMatch(t -> !"".equals(value.apply(t)))) {
            sources.add(text(title, FleetColumn.Kind.PROPERTY, value));
        }
    }

    private static long problems(FleetTrace trace) {
        return trace.problems().values().stream().mapToLong(Long::longValue).sum();
    }

    private static Source text(String title, FleetColumn.Kind kind, Function<FleetTrace, @Nullable Object> value) {
        return new Source(new FleetColumn(title, kind, ValueFormat.NUMBER, false, null), RowType.TEXT, value);
    }

    private static Source property(String title, ValueFormat format, Function<FleetTrace, @Nullable Object> value) {
        return new Source(new FleetColumn(title, FleetColumn.Kind.PROPERTY, format, true, null), RowType.LONG, value);
    }

    private static Source label(String label, List<FleetTrace> traces) {
        List<Object> values = traces.stream()
                .map(t -> t.labels().get(label))
                .filter(v -> v != null)
                .toList();
        RowType type = type(values);
        return new Source(
                new FleetColumn(label, FleetColumn.Kind.LABEL, ValueFormat.NUMBER, type.isNumber(), null),
                type,
                t -> t.labels().get(label));
    }

    private static Source measured(MeasuredColumn measure) {
        RowType type = type(
                measure.values().values().stream().<Object>map(v -> v.value()).toList());
        ValueFormat format = measure.isDuration() ? ValueFormat.DURATION : ValueFormat.NUMBER;
        return new Source(
                new FleetColumn(measure.title(), FleetColumn.Kind.MEASURE, format, type.isNumber(), measure),
                type,
                t -> {
                    var value = measure.values().get(t.id());
                    return value == null ? null : value.value();
                });
    }

    private static RowType type(List<Object> values) {
        return values.stream().allMatch(Long.class::isInstance)
                ? RowType.LONG
                : values.stream().allMatch(Number.class::isInstance) ? RowType.DOUBLE : RowType.TEXT;
    }

    private static RowStore write(List<Source> sources, List<FleetTrace> traces, List<FleetFailure> failures)
            throws IOException {
        List<String> names = sources.stream().map(s -> s.column().title()).toList();
        List<RowType> types = sources.stream().map(Source::type).toList();
        try (RowWriter out = new RowWriter(names, types)) {
            for (FleetTrace trace : traces) {
                for (int c = 0; c < sources.size(); c++) {
                    set(out, c, types.get(c), sources.get(c).value().apply(trace));
                }
                out.next();
            }
            for (FleetFailure failure : failures) {
                for (int c = 0; c < sources.size(); c++) {
                    FleetColumn column = sources.get(c).column();
                    set(
                            out,
                            c,
                            types.get(c),
                            switch (column.kind()) {
                                case NAME -> name(failure.path());
                                case ERROR -> failure.reason();
                                default -> column.title().equals(FleetPageTexts.PATH) ? failure.path() : null;
                            });
                }
                out.next();
            }
            return out.finish();
        }
    }

    private static void set(RowWriter out, int column, RowType type, @Nullable Object value) {
        if (value == NONE) {
            out.setNull(column);
            return;
        }
        switch (type) {
            // Text is never NULL, because an empty cell is less noisy than NULL.
            case TEXT -> out.setText(column, value == null ? "" : value.toString());
            case DOUBLE -> {
                out.setDouble(column, value instanceof Number number ? number.doubleValue() : 0);
                if (value == null) {
                    out.setNull(column);
                }
            }
            default -> {
                out.setLong(column, value instanceof Number number ? number.longValue() : 0);
                if (value == null) {
                    out.setNull(column);
                }
            }
        }
    }

    static String name(String path) {
        return path.substring(
                Math.max(path.lastIndexOf('/'), Math.max(path.lastIndexOf('\\'), path.lastIndexOf('!'))) + 1);
    }

    /// Rows of the traces and failures.
    RowStore rows() {
        return content.rows();
    }

    private static List<GridColumn> gridColumns(List<FleetColumn> columns, RowStore rows) {
        List<GridColumn> grid = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            grid.add(gridColumn(c, columns.get(c), rows.type(c)));
        }
        return grid;
    }

    private static GridColumn gridColumn(int c, FleetColumn column, RowType type) {
        CellKind kind = !type.isNumber()
                ? column.kind() == FleetColumn.Kind.ERROR ? CellKind.OPTIONAL_TEXT : CellKind.TEXT
                : switch (column.format()) {
                    case DURATION -> CellKind.OPTIONAL_DURATION;
                    case SIZE -> CellKind.BYTES;
                    case DATE -> CellKind.DATE;
                    case NUMBER -> type == RowType.LONG ? CellKind.COUNT : CellKind.OPTIONAL_REAL;
                };
        GridColumn plain = GridColumn.of(c, column.title(), kind);
        return switch (column.kind()) {
            case NAME -> plain.linkingTo(GridColumn.ROW).withWidth(NAME_WIDTH);
            case ERROR -> plain.withWidth(ERROR_WIDTH);
            case MEASURE ->
                type.isNumber() ? plain.linkingTo(GridColumn.ROW).withBar() : plain.linkingTo(GridColumn.ROW);
            default -> plain;
        };
    }

    /// Returns the trace of a row, or null for a trace that could not be imported.
    @Nullable
    FleetTrace trace(int row) {
        return row >= 0 && row < traces.size() ? traces.get(row) : null;
    }

    /// Returns the row of a trace, or −1.
    int row(long traceId) {
        for (int i = 0; i < traces.size(); i++) {
            if (traces.get(i).id() == traceId) {
                return i;
            }
        }
        return -1;
    }

    /// Returns the number in a cell; empty for text and missing values.
    OptionalDouble number(int row, int column) {
        return column < 0 || !columns.get(column).isNumeric() || rows().isNull(row, column)
                ? OptionalDouble.empty()
                : OptionalDouble.of(rows().getDouble(row, column));
    }

    /// Returns the formatted value of a cell.
    String text(int row, int column) {
        FleetColumn fleetColumn = columns.get(column);
        OptionalDouble number = number(row, column);
        return number.isPresent() ? fleetColumn.format().text(number.getAsDouble()) : rawText(row, column);
    }

    /// Returns the value of a cell without formatting, by which rows are grouped.
    String rawText(int row, int column) {
        String text = rows().getText(row, column);
        return text == null ? "" : text;
    }

    /// Returns the moment in the trace that a measured value comes from, or null.
    @Nullable
    Moment moment(int row, int column) {
        FleetTrace trace = trace(row);
        MeasuredColumn measure = column < 0 || column >= columns.size()
                ? null
                : columns.get(column).measure();
        return trace == null || measure == null ? null : measure.moment(trace.id());
    }

    /// Returns the number of measured columns.
    int measures() {
        return (int) columns.stream()
                .filter(c -> c.kind() == FleetColumn.Kind.MEASURE)
                .count();
    }

    /// Returns the column with this title, or −1.
    int column(String title) {
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c).title().equals(title)) {
                return c;
            }
        }
        return -1;
    }

    /// Returns the numeric columns: measures first, then properties and labels.
    List<Integer> numericColumns() {
        List<Integer> numbers = new ArrayList<>();
        for (FleetColumn.Kind kind :
                List.of(FleetColumn.Kind.MEASURE, FleetColumn.Kind.PROPERTY, FleetColumn.Kind.LABEL)) {
            for (int c = 0; c < columns.size(); c++) {
                if (columns.get(c).kind() == kind && columns.get(c).isNumeric()) {
                    numbers.add(c);
                }
            }
        }
        return numbers;
    }

    /// Returns the columns that can group traces, those with few different values first.
    List<Integer> groupColumns() {
        List<Integer> groups = new ArrayList<>();
        for (FleetColumn.Kind kind :
                List.of(FleetColumn.Kind.LABEL, FleetColumn.Kind.PROPERTY, FleetColumn.Kind.MEASURE)) {
            for (int c = 0; c < columns.size(); c++) {
                if (columns.get(c).kind() == kind && columns.get(c).isGroup()) {
                    groups.add(c);
                }
            }
        }
        return groups;
    }
}
