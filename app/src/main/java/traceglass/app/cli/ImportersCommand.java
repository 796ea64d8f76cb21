package traceglass.app.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.UsageErrors;
import traceglass.ingest.plugin.ImporterFolder;
import traceglass.ingest.plugin.ImporterJar;
import traceglass.store.database.ReadingOptions;

/// `importers list|allow|remove`: lists the jars with importers for additional formats, and chooses which are used.
@Command(name = "importers", description = ImportersCommandTexts.IMPORTERS, mixinStandardHelpOptions = true)
final class ImportersCommand implements Runnable {

    @ParentCommand
    Root root;

    @Spec
    CommandSpec spec;

    @Override
    public void run() {
        throw UsageErrors.of(spec, ImportersCommandTexts.NEEDS_SUBCOMMAND);
    }

    @Command(name = "list", description = ImportersCommandTexts.LIST, mixinStandardHelpOptions = true)
    int list() {
        ImporterFolder folder = folder();
        List<ImporterJar> jars = folder.jars();
        int width = jars.stream().mapToInt(j -> j.name().length()).max().orElse(0);
        for (ImporterJar jar : jars) {
            CommandOutput.print(jar.name()
                    + " ".repeat(width - jar.name().length() + 2)
                    + ImportersCommandTexts.state(jar.state(), jar.problem()));
        }
        CommandOutput.print(ImportersCommandTexts.total(jars.size(), folder.path()));
        return 0;
    }

    @Command(name = "allow", description = ImportersCommandTexts.ALLOW, mixinStandardHelpOptions = true)
    int allow(@Parameters(paramLabel = "NAME", description = ImportersCommandTexts.NAME) String name) throws Failure {
        ImporterFolder folder = folder();
        ImporterJar jar = find(folder, name);
        if (jar.state() == ImporterJar.State.UNUSABLE) {
            throw new Failure(ImportersCommandTexts.unusable(jar.file(), jar.problem()));
        }
        try {
            folder.allow(jar);
        } catch (IOException e) {
            throw new Failure(ImportersCommandTexts.cantSaveDecision(CommandOutput.reason(e)), e);
        }
        CommandOutput.print(ImportersCommandTexts.allowed(jar.name(), jar.classes()));
        return 0;
    }

    @Command(name = "remove", description = ImportersCommandTexts.REMOVE, mixinStandardHelpOptions = true)
    int remove(@Parameters(paramLabel = "NAME", description = ImportersCommandTexts.NAME) String name) throws Failure {
        ImporterFolder folder = folder();
        ImporterJar jar = find(folder, name);
        try {
            folder.refuse(jar);
        } catch (IOException e) {
            throw new Failure(ImportersCommandTexts.cantSaveDecision(CommandOutput.reason(e)), e);
        }
        CommandOutput.print(ImportersCommandTexts.removed(jar.name()));
        return 0;
    }

    /// Lists jars that the user has neither allowed nor refused.
    static void reportUndecided(ReadingOptions reading) {
        List<ImporterJar> jars =
                ImporterFolder.of(reading).map(ImporterFolder::jars).orElse(List.of());
        for (ImporterJar jar : jars) {
            if (jar.state() == ImporterJar.State.NEW) {
                CommandOutput.report(ImportersCommandTexts.notAllowedYet(jar.name()));
            }
        }
    }

    private static ImporterJar find(ImporterFolder folder, String name) throws Failure {
        return folder.jars().stream()
                .filter(j -> j.name().equals(name) || j.name().equals(name + ".jar"))
                .findFirst()
                .orElseThrow(() -> new Failure(ImportersCommandTexts.noJar(name, folder.path())));
    }

    private ImporterFolder folder() {
        return ImporterFolder.of(root.store.options().reading()).orElseThrow();
    }
}
