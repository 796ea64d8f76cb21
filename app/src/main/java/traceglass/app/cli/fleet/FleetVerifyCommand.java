package traceglass.app.cli.fleet;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.Fleet;

/// `fleet verify FLEET`: checks that all tables of all traces are complete.
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
@Command(name = "verify", description = FleetTexts.VERIFY, mixinStandardHelpOptions = true)
final class FleetVerifyCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "FLEET", description = FleetTexts.FOLDER)
    Path fleet;

    @Override
    public Integer call() throws Failure {
        try {
            List<String> problems = Fleet.open(fleet).verify();
            problems.forEach(CommandOutput::print);
            if (!problems.isEmpty()) {
                throw new Failure(FleetTexts.problems(problems.size()));
            }
            CommandOutput.print(FleetTexts.VERIFIED);
            return 0;
        } catch (EngineException e) {
            throw new Failure(e.getMessage(), e);
        }
    }
}
