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

/// `fleet remove FLEET ID…`: removes traces from a fleet.
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
@Command(name = "remove", description = FleetTexts.REMOVE, mixinStandardHelpOptions = true)
final class FleetRemoveCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "FLEET", description = FleetTexts.FOLDER)
    Path fleet;

    @Parameters(index = "1..*", paramLabel = "ID", arity = "1..*", description = FleetTexts.IDS)
    List<Long> ids;

    @Override
    public Integer call() throws Failure {
        try {
            Fleet.open(fleet).remove(ids);
            CommandOutput.print(FleetTexts.removed(ids.size()));
            return 0;
        } catch (EngineException e) {
            throw new Failure(e.getMessage(), e);
        }
    }
}
