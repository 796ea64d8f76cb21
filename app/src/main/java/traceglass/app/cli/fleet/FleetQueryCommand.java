package traceglass.app.cli.fleet;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.cli.query.QueryOutput;
import traceglass.app.cli.query.SqlArgument;
import traceglass.app.io.Failure;
import traceglass.app.io.UsageErrors;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetRows;
import traceglass.engine.fleet.FleetRun;
import traceglass.sql.session.SqlSession;

/// `fleet query FLEET SQL --each|--together`: runs SQL on the traces of a fleet.
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
@Command(name = "query", description = FleetTexts.QUERY, mixinStandardHelpOptions = true)
final class FleetQueryCommand implements Callable<Integer> {

    private final QueryOutput output = new QueryOutput();

    @ParentCommand
    FleetCommand parent;

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FLEET", description = FleetTexts.FOLDER)
    Path fleet;

    @Parameters(index = "1", paramLabel = "SQL", arity = "0..1", description = FleetTexts.SQL)
    @Nullable
    String sql;

    @Option(names = "-f", paramLabel = "FILE", description = FleetTexts.FILE)
    @Nullable
    String file;

    @Option(names = "--each", description = FleetTexts.EACH)
    boolean isEach;

    @Option(names = "--together", description = FleetTexts.TOGETHER)
    boolean isTogether;

    @Option(names = "--then", paramLabel = "SQL", description = FleetTexts.THEN)
    @Nullable
    String secondSql;

    @Mixin
    RowFlags flags;

    /// Creates the command with the options of its output.
    static CommandLine createCommandLine() {
        FleetQueryCommand command = new FleetQueryCommand();
        CommandLine commandLine = new CommandLine(command);
        command.output.addTo(commandLine.getCommandSpec());
        return commandLine;
    }

    @Override
    public Integer call() throws Failure {
        output.check(spec);
        if (isEach == isTogether) {
            throw UsageErrors.of(spec, FleetTexts.NEEDS_EACH_OR_TOGETHER);
        }
        if (secondSql != null && !isEach) {
            throw UsageErrors.of(spec, FleetTexts.THEN_NEEDS_EACH);
        }
        if ((sql == null) == (file == null)) {
            throw UsageErrors.of(spec, FleetTexts.NEEDS_SQL);
        }
        String text = sql != null ? sql : SqlArgument.read(file);
        if (SqlSession.isEmpty(text)) {
            throw new Failure((file == null ? "" : file + ": ") + FleetTexts.NO_STATEMENT);
        }
        FleetRun run = flags.run(spec, parent.memoryLimit());
        return FleetOutput.print(fleet, output, () -> run(Fleet.open(fleet), text, run));
    }

    private FleetRows run(Fleet opened, String text, FleetRun run) {
        if (isTogether) {
            return opened.queryTogether(text, run);
        }
        return secondSql == null ? opened.queryEach(text, run) : opened.queryEach(text, secondSql, run);
    }
}
