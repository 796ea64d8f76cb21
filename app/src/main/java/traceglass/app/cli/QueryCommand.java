package traceglass.app.cli;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import traceglass.model.sql.CsvPrinter;
import traceglass.model.sql.ModuleLibrary;
import traceglass.model.sql.SqlProblem;
import traceglass.model.sql.SqlSession;
import traceglass.model.store.TraceStore;

/// `query [-f FILE | SQL] TRACE`: prints the results as CSV.
@Command(name = "query", description = "Ask a trace in SQL and print the results as CSV.", mixinStandardHelpOptions = true)
final class QueryCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @Mixin
    StoreFlags store;

    @Mixin
    SqlFlags sqlFlags;

    @Option(names = {"-f", "--file"}, paramLabel = "FILE", description = "Read the SQL from a file; - for standard input.")
    String file;

    @Parameters(arity = "1..2", paramLabel = "SQL TRACE", hideParamSyntax = true,
            description = "The SQL (without -f), then the trace file.")
    List<String> words;

    @Override
    public Integer call() throws Failure {
        if (words.size() != (file == null ? 2 : 1)) {
            throw new ParameterException(spec.commandLine(), file == null ? "give the SQL, then the trace: query 'SELECT …' TRACE"
                    : "give one trace after -f FILE; the SQL is in the file");
        }
        String sql = file == null ? words.getFirst() : read(file);
        ModuleLibrary library = sqlFlags.library();
        CsvPrinter printer = new CsvPrinter(System.out);
        try (TraceStore trace = TraceArgument.open(Path.of(words.getLast()), store.options()).store();
                SqlSession session = SqlSession.on(trace, sqlFlags.policy(), library)) {
            session.run(sql, printer);
            return 0;
        } catch (SqlProblem e) {
            throw new Failure((file == null ? "" : file + ": ") + e.describe(), e);
        } catch (SQLException e) {
            throw new Failure("the database of the trace cannot be used: " + e.getMessage(), e);
        } finally {
            try {
                printer.flush();
            } catch (IOException e) {
                // Whoever read standard output has gone away; there is nobody to tell.
            }
        }
    }

    static String read(String file) throws Failure {
        try {
            return file.equals("-") ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8) : Files.readString(Path.of(file));
        } catch (MalformedInputException e) {
            throw new Failure(file + " is not text in UTF-8", e);
        } catch (IOException e) {
            throw new Failure("cannot read the SQL in " + file + ": " + Out.reason(e), e);
        }
    }
}
