package traceglass.app.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.cli.query.QueryOutput;
import traceglass.app.cli.serve.RemoteQuery;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.UsageErrors;

/// `query [-f FILE | SQL] TRACE`: prints the results, or writes them to a file.
final class QueryCommand implements Callable<Integer> {

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final Root root;
    private final SqlFlags sqlFlags = new SqlFlags();
    private final QueryOutput output = new QueryOutput();
    private String file;
    private String remote;
    private String token;
    private List<String> arguments;

    private QueryCommand(Root root) {
        this.root = root;
    }

    static CommandLine line(Root root) {
        return new CommandLine(new QueryCommand(root).addOptions());
    }

    private CommandSpec addOptions() {
        spec.usageMessage().description(TraceCommandTexts.QUERY);
        OptionSpecs.addHelp(spec);
        sqlFlags.addTo(spec);
        output.addTo(spec);
        spec.addOption(OptionSpecs.value(String.class, () -> file, v -> file = v, "-f", "--file")
                .paramLabel("FILE")
                .description(TraceCommandTexts.QUERY_FILE)
                .build());
        spec.addOption(OptionSpecs.value(String.class, () -> remote, v -> remote = v, "--remote")
                .paramLabel("SERVER")
                .description(TraceCommandTexts.QUERY_REMOTE)
                .build());
        spec.addOption(OptionSpecs.value(String.class, () -> token, v -> token = v, "--token")
                .paramLabel("TOKEN")
                .description(TraceCommandTexts.QUERY_TOKEN)
                .build());
        spec.addPositional(OptionSpecs.parameters(String.class, () -> arguments, v -> arguments = v)
                .arity("0..2")
                .paramLabel("SQL TRACE")
                .hideParamSyntax(true)
                .description(TraceCommandTexts.QUERY_ARGUMENTS)
                .build());
        return spec;
    }

    @Override
    public Integer call() throws Failure {
        output.check(spec);
        int given = arguments == null ? 0 : arguments.size();
        if (remote != null) {
            if (given != (file == null ? 1 : 0)) {
                throw UsageErrors.of(spec, TraceCommandTexts.NEEDS_SQL_ONLY);
            }
            if (!output.isDefault()) {
                throw UsageErrors.of(spec, TraceCommandTexts.REMOTE_PRINTS_ONLY);
            }
            return RemoteQuery.run(remote, token, file == null ? arguments.getFirst() : QueryRun.read(file));
        }
        if (given != (file == null ? 2 : 1)) {
            throw UsageErrors.of(
                    spec, file == null ? TraceCommandTexts.NEEDS_SQL_AND_TRACE : TraceCommandTexts.NEEDS_TRACE_ONLY);
        }
        String sql = file == null ? arguments.getFirst() : QueryRun.read(file);
        Path trace = Path.of(arguments.getLast());
        return new QueryRun(sql, file, trace, root.store.options(trace), sqlFlags, output).run();
    }
}
