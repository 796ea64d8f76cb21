package traceglass.app.cli.fleet;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import traceglass.app.io.Failure;

/// `fleet import SOURCE… -o FLEET`: imports traces into a new or existing fleet.
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
@Command(name = "import", description = FleetTexts.IMPORT, mixinStandardHelpOptions = true)
final class FleetImportCommand implements Callable<Integer> {

    @ParentCommand
    FleetCommand parent;

    @Parameters(paramLabel = "SOURCE", arity = "1..*", description = FleetTexts.SOURCES)
    List<String> sources;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FLEET",
            required = true,
            description = FleetTexts.OUTPUT)
    Path fleet;

    @Mixin
    ImportFlags flags;

    @Override
    public Integer call() throws Failure {
        return flags.run(fleet, true, sources, parent.memoryLimit());
    }
}
