package traceglass.app.shell;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.analysis.catalog.SessionNames;
import traceglass.app.io.Failure;
import traceglass.sql.dialect.Dialect;
import traceglass.sql.export.SqliteFile;
import traceglass.sql.result.SqlProblem;
import traceglass.store.text.SingleLineText;

/// The commands that start with a dot. A new command is one entry of the table.
final class DotCommands {

    private interface Action {
        void run(String argument) throws Failure, SqlProblem;
    }

    /// A command.
    ///
    /// @param usage arguments of the command
    private record Command(String usage, String help, Action action) {}

    private final Map<String, Command> commands = new LinkedHashMap<>();
    private final Shell shell;
    private final PrintStream out;

    DotCommands(Shell shell, PrintStream out) {
        this.shell = shell;
        this.out = out;
        add("help", "", ShellTexts.HELP, a -> printHelp());
        add("tables", "[PATTERN]", ShellTexts.TABLES, this::printTables);
        add("schema", "[NAME]", ShellTexts.SCHEMA, this::printSchema);
        add("functions", "[PATTERN]", ShellTexts.FUNCTIONS, a -> printObjects("FUNCTION", a));
        add("modules", "[PATTERN]", ShellTexts.MODULES, this::printModules);
        add("dialect", "", ShellTexts.DIALECT, a -> out.println(Dialect.text()));
        add("mode", "[MODE]", ShellTexts.MODE, this::setMode);
        add("timer", "on|off", ShellTexts.TIMER, a -> shell.setTimer(!a.equalsIgnoreCase("off")));
        add(
                "perf",
                "off|on|plan|profile",
                ShellTexts.PERF,
                a -> shell.performance().set(a));
        add("wide", "on|off", ShellTexts.WIDE, this::setWide);
        add("width", "N", ShellTexts.WIDTH, this::setWidths);
        add("param", "[ACTION]", ShellTexts.PARAM, a -> shell.parameters().run(a));
        add("read", "FILE", ShellTexts.READ, a -> shell.read(path(a, ".read FILE")));
        add("export", "FILE [SQL]", ShellTexts.EXPORT, this::export);
        add("dump", "FILE", ShellTexts.DUMP, this::dump);
        add("quit", "", ShellTexts.QUIT, a -> shell.shutDown());
    }

    private void add(String name, String usage, String help, Action action) {
        commands.put(name, new Command(usage, help, action));
    }

    /// Returns the names with their dots.
    List<String> names() {
        return commands.keySet().stream().map(n -> "." + n).toList();
    }

    void run(String line) throws Failure, SqlProblem {
        String[] parts = line.substring(1).split("\\s+", 2);
        String name = parts[0].toLowerCase(Locale.ROOT);
        String argument = parts.length > 1 ? parts[1].strip() : "";
        Command command = commands.get(
                switch (name) {
                    case "q", "exit" -> "quit";
                    case "?", "h" -> "help";
                    case "parameter" -> "param";
                    default -> name;
                });
        if (command == null) {
            throw new Failure(ShellTexts.unknownCommand(name));
        }
        command.action.run(argument);
    }

    private void printHelp() {
        commands.forEach((name, c) ->
                out.println(String.format("%-26s %s", "." + name + (c.usage.isEmpty() ? "" : " " + c.usage), c.help)));
        out.println(ShellTexts.SQL_AND_CTRL_C);
    }

    private void printTables(String pattern) throws SqlProblem {
        shell.show(SessionNames.tables(pattern));
    }

    private void printSchema(String name) throws Failure, SqlProblem {
        if (!name.isEmpty() && !new SessionNames(shell.session()).hasTable(name)) {
            throw new Failure(ShellTexts.unknownTable(name));
        }
        shell.show(SessionNames.columns(name));
    }

    private void printObjects(String type, String pattern) throws SqlProblem {
        shell.show(SessionNames.objects(type, pattern));
    }

    private void printModules(String pattern) {
        String regex = pattern.isEmpty() ? ".*" : pattern.replace(".", "\\.").replace("*", ".*");
        shell.library().names().stream()
                .filter(n -> n.matches(regex))
                .map(SingleLineText::of)
                .forEach(out::println);
    }

    private void setMode(String name) throws Failure {
        if (name.isEmpty()) {
            out.println(shell.mode().name().toLowerCase(Locale.ROOT));
        } else {
            shell.setMode(name);
        }
    }

    private void setWide(String argument) throws Failure {
        switch (argument.toLowerCase(Locale.ROOT)) {
            case "", "on" -> shell.setWidth(0);
            case "off" -> shell.setWidth(ResultPrinter.MAX_COLUMN_WIDTH);
            default -> throw new Failure(ShellTexts.usage(".wide on|off"));
        }
    }

    private void setWidths(String argument) throws Failure {
        if (!argument.matches("\\d{1,6}") || argument.matches("0*1?")) {
            throw new Failure(ShellTexts.usage(".width N"));
        }
        shell.setWidth(Integer.parseInt(argument));
    }

    private void export(String argument) throws Failure, SqlProblem {
        String[] parts = argument.split("\\s+", 2);
        String sql = parts.length > 1 ? parts[1] : shell.last();
        if (parts[0].isEmpty()) {
            throw new Failure(ShellTexts.missingFileName(".export FILE [SQL]"));
        }
        if (sql.isBlank()) {
            throw new Failure(ShellTexts.NO_PREVIOUS_QUERY);
        }
        Path file = path(parts[0], ".export FILE [SQL]");
        long rows = ResultFiles.write(shell.session(), shell.parameters().bind(sql), file);
        out.println(SingleLineText.keepLines(ShellTexts.exported(rows, file)));
    }

    private void dump(String argument) throws Failure, SqlProblem {
        Path file = path(argument, ".dump FILE");
        try {
            int tables = new SqliteFile(shell.session()).write(file);
            out.println(SingleLineText.keepLines(ShellTexts.dumped(tables, file)));
        } catch (IOException e) {
            throw new Failure(e.getMessage(), e);
        }
    }

    private static Path path(String text, String usage) throws Failure {
        if (text.isEmpty()) {
            throw new Failure(ShellTexts.missingFileName(usage));
        }
        boolean isQuoted = text.length() > 1
                && (text.startsWith("'") && text.endsWith("'") || text.startsWith("\"") && text.endsWith("\""));
        try {
            return Path.of(isQuoted ? text.substring(1, text.length() - 1) : text);
        } catch (InvalidPathException e) {
            throw new Failure(ShellTexts.invalidFileName(text), e);
        }
    }

    /// Returns the possible arguments of a command, for completion.
    List<String> arguments(String command) {
        return switch (command) {
            case ".mode" -> List.of("table", "csv", "tsv", "json", "jsonl", "markdown", "rfc_csv", "line");
            case ".timer", ".wide" -> List.of("on", "off");
            case ".perf" -> Performance.LEVELS;
            case ".param" -> ShellParameters.ACTIONS;
            case ".modules" -> new ArrayList<>(shell.library().names());
            default -> List.of();
        };
    }
}
