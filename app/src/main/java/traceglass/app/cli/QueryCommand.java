package traceglass.app.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.io.Failure;
import traceglass.app.io.UsageErrors;

/// `query [-f FILE | SQL] TRACE`: prints the results as CSV.
@Command(name = "query", description = TraceCommandTexts.QUERY, mixinStandardHelpOptions = true)
final class QueryCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @ParentCommand
    Root root;

    @Mixin
    SqlFlags sqlFlags;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = TraceCommandTexts.QUERY_FILE)
    String file;

    @Parameters(
            arity = "1..2",
            paramLabel = "SQL TRACE",
            hideParamSyntax = true,
            description = TraceCommandTexts.QUERY_ARGUMENTS)
    List<String> arguments;

    @Override
    public Integer call() throws Failure {
        if (arguments.size() != (file == null ? 2 : 1)) {
            throw UsageErrors.of(
                    spec, file == null ? TraceCommandTexts.NEEDS_SQL_AND_TRACE : TraceCommandTexts.NEEDS_TRACE_ONLY);
        }
        String sql = file == null ? arguments.getFirst() : QueryRun.read(file);
        Path trace = Path.of(arguments.getLast());
        return new QueryRun(sql, file, trace, root.store.options(trace), sqlFlags).run();
    }
}
