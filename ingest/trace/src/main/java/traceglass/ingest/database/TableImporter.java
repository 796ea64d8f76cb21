package traceglass.ingest.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.database.ColumnMeanings.Column;
import traceglass.ingest.database.ColumnMeanings.Meaning;
import traceglass.store.database.TemporaryFiles;
import traceglass.store.names.StatNames;

/// Imports a table with a time column: rows with a duration or an end are slices, other rows instants or counter
/// samples. The meanings of the columns are chosen by the user or guessed from the column names.
abstract class TableImporter implements Importer {

    private final String id;
    private final String name;
    private final int priority;

    TableImporter(String id, String name, int priority) {
        this.id = id;
        this.name = name;
        this.priority = priority;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String displayName() {
        return name;
    }

    @Override
    public int priority() {
        return priority;
    }

    /// Opens the file.
    ///
    /// @param head its first bytes
    abstract DuckTables open(Path file, byte[] head) throws IOException;

    /// A table and the meaning of its columns.
    private record Chosen(int table, List<TableColumn> columns, ColumnMeanings meanings) {}

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        Path file = isPlain(input) ? input.file() : copy(input);
        try {
            read(file, input, context);
        } finally {
            if (file != input.file()) {
                Files.deleteIfExists(file);
            }
        }
        // Count the bytes that DuckDB read directly from the file.
        try (InputStream unread = input.asStream()) {
            unread.transferTo(OutputStream.nullOutputStream());
        }
    }

    private void read(Path file, TraceInput input, ImportContext context) throws IOException, TraceProblem {
        try (DuckTables tables = tryOpen(file, input)) {
            Chosen choice = choose(tables, file, input, context);
            TableWriter writer = new TableWriter(context, choice.columns, choice.meanings, stem(input.name()));
            long[] bytes = new long[1];
            long total = Files.size(file);
            try {
                tables.readRows(choice.table, values -> {
                    context.progress().check();
                    writer.writeRow(values);
                    for (String v : values) {
                        bytes[0] += v == null ? 1 : v.length() + 1;
                    }
                    context.progress().setBytesRead(Math.min(total, bytes[0]));
                });
            } catch (IOException e) {
                if (writer.rows() == 0) {
                    throw unreadable(file, input, e);
                }
                context.stats().increment(StatNames.TABLE_TRUNCATED);
            }
            if (writer.rows() > 0 && writer.events() == 0) {
                throw new TraceProblem(input.name() + " has no row with a valid time in the column “"
                        + choice.meanings.of(Meaning.TIME).name() + "”");
            }
        }
    }

    private DuckTables tryOpen(Path file, TraceInput input) throws TraceProblem {
        try {
            return open(file, input.head());
        } catch (IOException e) {
            throw unreadable(file, input, e);
        }
    }

    private TraceProblem unreadable(Path file, TraceInput input, IOException e) {
        // DuckDB's message contains the name of the file, which may be a temporary copy.
        String reason = e.getMessage().replace("\"" + file + "\"", input.name()).replace(file.toString(), input.name());
        return new TraceProblem(input.name() + " can't be read as a " + name + ": " + reason, e);
    }

    private Chosen choose(DuckTables tables, Path file, TraceInput input, ImportContext context) throws TraceProblem {
        ColumnChoices choices = context.session().shared(ColumnChoices.class, s -> ColumnChoices.NONE);
        List<TableColumn> first = null;
        UnclearColumnsProblem unclear = null;
        for (int i = 0; i < tables.count(); i++) {
            List<TableColumn> columns;
            try {
                columns = tables.columns(i);
            } catch (IOException e) {
                throw unreadable(file, input, e);
            }
            first = first == null ? columns : first;
            String tableName =
                    choices.choiceFor(columns.stream().map(TableColumn::name).toList());
            ColumnGuess guess = ColumnGuess.of(columns);
            if (choices.shouldAsk() && (guess.hasTime() || i == tables.count() - 1)) {
                throw columnChoiceRequested(input, columns, guess, tableName);
            } else if (!tableName.isEmpty() && !choices.shouldAsk()) {
                ColumnMeanings meanings = parse(tableName, columns, guess, input, tables.count() == 1);
                if (meanings != null) {
                    return new Chosen(i, columns, meanings);
                }
            } else if (guess.hasTime() && guess.problem().isEmpty()) {
                return new Chosen(i, columns, guess.meanings());
            } else if (guess.hasTime() && unclear == null) {
                unclear = unclearColumns(input, columns, guess);
            }
        }
        if (unclear == null && first == null) {
            throw new TraceProblem(input.name() + " is a " + name + " without tables");
        }
        throw unclear == null ? noTimeColumn(input, first) : unclear;
    }

    /// Returns the chosen meanings, with omitted units filled in; null if the table lacks one of the columns
    /// and there are other tables to try.
    private static ColumnMeanings parse(
            String text, List<TableColumn> columns, ColumnGuess guess, TraceInput input, boolean isOnly)
            throws TraceProblem {
        ColumnMeanings meanings;
        try {
            meanings = ColumnMeanings.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TraceProblem(e.getMessage(), e);
        }
        Set<String> names = columns.stream().map(TableColumn::name).collect(Collectors.toSet());
        for (String column : meanings.names()) {
            if (!names.contains(column)) {
                if (!isOnly) {
                    return null;
                }
                throw new UnclearColumnsProblem(
                        input.name() + " has no column “" + column + "”",
                        "; its columns are " + list(columns),
                        columns,
                        guess);
            }
        }
        if (meanings.of(Meaning.TIME) == null) {
            throw new UnclearColumnsProblem(
                    "the columns chosen for " + input.name() + " include no time",
                    ", for example time=" + columns.getFirst().name() + ":ms",
                    columns,
                    guess);
        }
        return withUnits(meanings, columns, guess, input);
    }

    private static ColumnMeanings withUnits(
            ColumnMeanings meanings, List<TableColumn> columns, ColumnGuess guess, TraceInput input)
            throws TraceProblem {
        List<Column> complete = new ArrayList<>();
        ColumnUnit timeUnit = null;
        for (Column c : meanings.columns()) {
            ColumnUnit unit = c.unit();
            if (c.meaning().hasUnit() && unit == null) {
                TableColumn column = columns.stream()
                        .filter(t -> t.name().equals(c.name()))
                        .findFirst()
                        .orElseThrow();
                unit = column.kind() == TableColumn.Kind.DATE ? ColumnUnit.DATE : guess.unit(c.name());
                unit = unit == null ? timeUnit : unit;
                if (unit == null) {
                    throw new UnclearColumnsProblem(
                            "the unit of the column “" + c.name() + "” of " + input.name() + " is unknown",
                            "; add it, for example " + c.meaning().text() + "=" + c.name() + ":ms",
                            columns,
                            guess);
                }
            }
            timeUnit = c.meaning() == Meaning.TIME && unit != ColumnUnit.DATE ? unit : timeUnit;
            complete.add(new Column(c.meaning(), c.name(), unit));
        }
        return new ColumnMeanings(complete);
    }

    /// Asks the user to choose the meanings, starting with the previous choice.
    private static UnclearColumnsProblem columnChoiceRequested(
            TraceInput input, List<TableColumn> columns, ColumnGuess guess, String tableName) {
        ColumnMeanings last = guess.meanings();
        try {
            last = tableName.isEmpty() ? last : ColumnMeanings.parse(tableName);
        } catch (IllegalArgumentException e) {
            // The file of remembered choices was edited by hand and is invalid.
        }
        return new UnclearColumnsProblem(
                input.name() + " is a table",
                "; its columns are " + list(columns),
                columns,
                new ColumnGuess(last, "", true));
    }

    private static UnclearColumnsProblem unclearColumns(
            TraceInput input, List<TableColumn> columns, ColumnGuess guess) {
        return new UnclearColumnsProblem(
                input.name() + " is a table, but " + guess.problem(),
                ". Specify the meanings of the columns, for example --columns " + example(columns, guess)
                        + ". Its columns are " + list(columns),
                columns,
                guess);
    }

    private static UnclearColumnsProblem noTimeColumn(TraceInput input, List<TableColumn> columns) {
        return new UnclearColumnsProblem(
                input.name() + " is a table without a recognized time column; its columns are " + list(columns),
                columns.stream()
                        .filter(TableColumn::mayBeTime)
                        .findFirst()
                        .map(c -> ". If one is a time, specify it, for example --columns time=" + c.name() + ":ms")
                        .orElse(""),
                columns,
                new ColumnGuess(ColumnMeanings.NONE, "no time column was recognized", false));
    }

    private static String example(List<TableColumn> columns, ColumnGuess guess) {
        List<Column> example = new ArrayList<>();
        for (Column c : guess.meanings().columns()) {
            boolean lacksUnit = c.meaning().hasUnit() && c.unit() == null;
            example.add(lacksUnit ? new Column(c.meaning(), c.name(), ColumnUnit.MS) : c);
        }
        return example.isEmpty()
                ? "time="
                        + columns.stream()
                                .filter(TableColumn::mayBeTime)
                                .map(TableColumn::name)
                                .findFirst()
                                .orElse(columns.getFirst().name())
                        + ":ms"
                : new ColumnMeanings(example).text();
    }

    private static String list(List<TableColumn> columns) {
        String names = columns.stream().limit(30).map(TableColumn::name).collect(Collectors.joining(", "));
        return columns.size() > 30 ? names + ", …" : names;
    }

    private static String stem(String name) {
        String file = name.substring(name.lastIndexOf('/') + 1);
        int dot = file.lastIndexOf('.');
        return dot > 0 ? file.substring(0, dot) : file;
    }

    /// Returns whether DuckDB can read the file by its path: the file is not compressed, and the path contains no
    /// wildcard characters.
    private static boolean isPlain(TraceInput input) throws IOException {
        if (input.file() == null || input.file().toString().matches(".*[*?\\[\\]{}].*")) {
            return false;
        }
        byte[] start = new byte[2];
        try (InputStream in = Files.newInputStream(input.file())) {
            in.readNBytes(start, 0, 2);
        }
        return input.head().length < 2 || start[0] == input.head()[0] && start[1] == input.head()[1];
    }

    private static Path copy(TraceInput input) throws IOException {
        Path copy = TemporaryFiles.file("table", ".tmp");
        boolean isDone = false;
        try (InputStream in = input.asStream();
                OutputStream out = Files.newOutputStream(copy)) {
            in.transferTo(out);
            isDone = true;
        } finally {
            if (!isDone) {
                Files.deleteIfExists(copy);
            }
        }
        return copy;
    }
}
