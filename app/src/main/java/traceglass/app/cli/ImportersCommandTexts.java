package traceglass.app.cli;

import java.nio.file.Path;
import java.util.List;
import traceglass.ingest.plugin.ImporterJar;
import traceglass.store.text.DisplayText;

/// Texts of the command `importers`.
final class ImportersCommandTexts {

    private ImportersCommandTexts() {}

    static final String IMPORTERS = "List or allow jars with importers for more formats.";
    static final String LIST = "List the jars in the folder of importers, and whether they are used.";
    static final String ALLOW = "Use a jar. Its code can do anything that you can, so allow only jars that you trust.";
    static final String REMOVE = "Stop using a jar. The file stays in the folder.";
    static final String NAME = "File name of the jar.";
    static final String NEEDS_SUBCOMMAND =
            "missing subcommand; use importers list, importers allow NAME or importers remove NAME";

    static String notAllowedYet(String jar) {
        return "the importers of " + jar + " are not allowed yet: run `traceglass importers allow " + jar
                + "` to use them, or `traceglass importers remove " + jar + "` to ignore them";
    }

    static String state(ImporterJar.State state, String problem) {
        return switch (state) {
            case NEW -> "not allowed yet";
            case ALLOWED -> "allowed";
            case REFUSED -> "not used";
            case UNUSABLE -> "can't be used: " + problem;
        };
    }

    static String total(int jars, Path folder) {
        return DisplayText.count(jars, "jar", "jars") + " in " + folder;
    }

    static String noJar(String name, Path folder) {
        return "no jar named " + name + " in " + folder;
    }

    static String unusable(Path jar, String problem) {
        return jar + " can't be used: " + problem;
    }

    static String cantSaveDecision(String reason) {
        return "can't save the decision: " + reason;
    }

    static String allowed(String jar, List<String> importers) {
        return "allowed " + jar + " with " + String.join(", ", importers);
    }

    static String removed(String jar) {
        return jar + " is no longer used";
    }
}
