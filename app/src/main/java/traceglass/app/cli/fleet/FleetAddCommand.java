package traceglass.app.cli.fleet;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import traceglass.app.io.Failure;

/// `fleet add FLEET SOURCE…`: imports more traces into a fleet.
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
@Command(name = "add", description = FleetTexts.ADD, mixinStandardHelpOptions = true)
final class FleetAddCommand implements Callable<Integer> {

    @ParentCommand
    FleetCommand parent;

    @Parameters(index = "0", paramLabel = "FLEET", description = FleetTexts.FOLDER)
    Path fleet;

    @Parameters(index = "1..*", paramLabel = "SOURCE", arity = "1..*", description = FleetTexts.SOURCES)
    List<String> sources;

    @Mixin
    ImportFlags flags;

    @Override
    public Integer call() throws Failure {
        return flags.run(fleet, false, sources, parent.memoryLimit());
    }
}
