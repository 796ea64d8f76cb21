package traceglass.app.cli;

import static traceglass.store.language.Translations.tr;

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
            tr("missing subcommand; use importers list, importers allow NAME or importers remove NAME");

    static String notAllowedYet(String jar) {
        return tr(
                "the importers of {0} are not allowed yet: run \"traceglass importers allow {1}\" to "
                        + "use them, or \"traceglass importers remove {2}\" to ignore them",
                jar, jar, jar);
    }

    static String state(ImporterJar.State state, String problem) {
        return switch (state) {
            case NEW -> tr("not allowed yet");
            case ALLOWED -> tr("allowed");
            case REFUSED -> tr("not used");
            case UNUSABLE -> tr("can't be used: {0}", problem);
        };
    }

    static String total(int jars, Path folder) {
        return tr("{0} in {1}", DisplayText.count(jars, "jar", "jars"), folder);
    }

    static String noJar(String name, Path folder) {
        return tr("no jar named {0} in {1}", name, folder);
    }

    static String unusable(Path jar, String problem) {
        return tr("{0} can't be used: {1}", jar, problem);
    }

    static String cantSaveDecision(String reason) {
        return tr("can't save the decision: {0}", reason);
    }

    static String allowed(String jar, List<String> importers) {
        return tr("allowed {0} with {1}", jar, String.join(", ", importers));
    }

    static String removed(String jar) {
        return tr("{0} is no longer used", jar);
    }
}
