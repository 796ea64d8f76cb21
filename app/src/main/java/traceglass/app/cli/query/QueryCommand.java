package traceglass.app.cli.query;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.cli.agent.AgentError;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.cli.serve.RemoteQuery;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.UsageErrors;
import traceglass.sql.session.BoundSql;
import traceglass.sql.session.SqlSession;

/// `query [-f FILE | SQL] TRACE`: prints the results, or writes them to a file.
public final class QueryCommand implements Callable<Integer> {

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final TraceAccess traces;
    private final SqlFlags sqlFlags = new SqlFlags();
    private final QueryOutput output = new QueryOutput();
    private final QueryParameters parameters = new QueryParameters();
    private Duration timeout = Duration.ZERO;
    private String file;
    private String remote;
    private String token;
    private List<String> arguments;

    private QueryCommand(TraceAccess traces) {
        this.traces = traces;
    }

    /// Creates the command with its options.
    public static CommandLine createCommandLine(TraceAccess traces) {
        return new CommandLine(new QueryCommand(traces).addOptions());
    }

    private CommandSpec addOptions() {
        spec.usageMessage().description(QueryTexts.QUERY);
        OptionSpecs.addHelp(spec);
        sqlFlags.addTo(spec);
        output.addTo(spec);
        parameters.addTo(spec);
        spec.addOption(OptionSpecs.value(Duration.class, () -> timeout, v -> timeout = v, "--timeout")
                .paramLabel("TIME")
                .converters(new TimeLimit.Converter())
                .description(QueryTexts.TIMEOUT)
                .build());
        spec.addOption(OptionSpecs.value(String.class, () -> file, v -> file = v, "-f", "--file")
                .paramLabel("FILE")
                .description(QueryTexts.QUERY_FILE)
                .build());
        spec.addOption(OptionSpecs.value(String.class, () -> remote, v -> remote = v, "--remote")
                .paramLabel("SERVER")
                .description(QueryTexts.QUERY_REMOTE)
                .build());
        spec.addOption(OptionSpecs.value(String.class, () -> token, v -> token = v, "--token")
                .paramLabel("TOKEN")
                .description(QueryTexts.QUERY_TOKEN)
                .build());
        spec.addPositional(OptionSpecs.parameters(String.class, () -> arguments, v -> arguments = v)
                .arity("0..2")
                .paramLabel("SQL TRACE")
                .hideParamSyntax(true)
                .description(QueryTexts.QUERY_ARGUMENTS)
                .build());
        return spec;
    }

    @Override
    public Integer call() throws Failure {
        output.check(spec);
        try {
            return run();
        } catch (Failure e) {
            QueryFailure query = e instanceof QueryFailure f ? f : null;
            if (output.isForAgent()) {
                AgentError error = query == null ? AgentError.other(e.getMessage()) : query.error();
                CommandOutput.printNote(error.json());
            } else if (query == null || query.exitCode() == 1) {
                throw e;
            } else {
                CommandOutput.reportFailure(e);
            }
            return query == null ? 1 : query.exitCode();
        }
    }

    private int run() throws Failure {
        int count = arguments == null ? 0 : arguments.size();
        if (remote != null) {
            if (count != (file == null ? 1 : 0)) {
                throw UsageErrors.of(spec, QueryTexts.NEEDS_SQL_ONLY);
            }
            if (!output.isPrinted()) {
                throw UsageErrors.of(spec, QueryTexts.REMOTE_PRINTS_ONLY);
            }
            return runRemotely(bound(file == null ? arguments.getFirst() : SqlArgument.read(file)));
        }
        if (count != (file == null ? 2 : 1)) {
            throw UsageErrors.of(spec, file == null ? QueryTexts.NEEDS_SQL_AND_TRACE : QueryTexts.NEEDS_TRACE_ONLY);
        }
        if (file == null && isFile(arguments.getFirst()) && !isFile(arguments.getLast())) {
            throw UsageErrors.of(spec, QueryTexts.sqlComesFirst(arguments.getFirst(), arguments.getLast()));
        }
        String sql = file == null ? arguments.getFirst() : SqlArgument.read(file);
        Path trace = Path.of(arguments.getLast());
        return new QueryRun(bound(sql), file, trace, traces, sqlFlags, timeout, output).run();
    }

    /// Returns the SQL with the values of its parameters.
    ///
    /// @throws Failure if it has no statement, which would look like a query without rows
    private BoundSql bound(String sql) throws Failure {
        if (SqlSession.isEmpty(sql)) {
            String message = (file == null ? "" : file + ": ") + QueryTexts.NO_STATEMENT;
            throw new QueryFailure(message, AgentError.empty(message), 1, null);
        }
        return parameters.bind(sql, spec);
    }

    /// Returns whether an argument is the path of a file or folder. SQL text is almost never the path of an existing
    /// file.
    private static boolean isFile(String argument) {
        try {
            return argument.equals("-") || Files.exists(Path.of(argument));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private int runRemotely(BoundSql sql) throws Failure {
        try (RemoteQuery query = RemoteQuery.of(remote, token);
                TimeLimit limit = TimeLimit.start(timeout, query::cancel)) {
            try {
                query.run(sql.text(), output.remoteTable());
                return 0;
            } catch (Failure e) {
                if (!limit.isOver()) {
                    throw e;
                }
                String message = QueryTexts.timedOut(timeout);
                throw new QueryFailure(message, AgentError.timeout(message, sql.text()), TimeLimit.EXIT_CODE, e);
            }
        }
    }
}
