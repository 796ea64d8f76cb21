package traceglass.app.symbols;

import static traceglass.store.language.Translations.tr;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of the symbols panel.
final class SymbolTexts {

    private static final String GAP = "  ·  ";

    private SymbolTexts() {}

    // ---- Commands

    static final String SHOW_COMMAND = tr("Add symbols…");
    static final String REMOVE_SYMBOLS_COMMAND = tr("Remove the symbols added to this trace");

    // ---- Panel

    static final String SYMBOLS = tr("Symbols");
    static final String FOLDERS = tr("Folders with binaries");
    static final String FOLDERS_HINT =
            tr("Unstripped binaries, .debug and Breakpad files, found by build id in all folders below.");
    static final String ADD_FOLDER = tr("Add folder…");
    static final String CHOOSE_FOLDER = tr("Folder with binaries");
    static final String MAPPINGS = tr("R8 and ProGuard mappings");
    static final String MAPPINGS_HINT = tr("Without a package, a mapping applies to all packages in the trace.");
    static final String ADD_MAPPING = tr("Add mapping…");
    static final String CHOOSE_MAPPING = tr("Mapping file (mapping.txt)");
    static final String PACKAGE = tr("Package");
    static final String KERNEL = tr("Kernel symbols");
    static final String KERNEL_HINT = tr("A copy of /proc/kallsyms from the same boot, or a System.map.");
    static final String CHOOSE_KERNEL = tr("Choose kernel symbols…");
    static final String REMOVE = tr("Remove");
    static final String DEBUGINFOD_SECTION = tr("Debuginfod");
    static final String DEBUGINFOD = tr("Use debuginfod servers");

    static String remove(Path path) {
        return tr("Remove {0}", DisplayText.oneLine(path.toString()));
    }

    static final String NO_DEBUGINFOD_SERVERS = tr(
            "Set the environment variable DEBUGINFOD_URLS to the addresses of"
                    + " servers and restart Traceglass to use them. They then receive the build ids of the programs in a trace.");

    static String debuginfodHint(String servers) {
        return tr("The build ids of the programs in this trace are sent to {0}. Nothing else is sent.", servers);
    }

    static final String RUN = tr("Find symbols");
    static final String RUN_HINT = tr("Opens the trace again with the names that were found");
    static final String NOTHING_CHANGED = tr("the trace is unchanged");
    static final String LOADING = tr("Looking for frames without names…");
    static final String ALL_NAMED = tr("All native frames of this trace have names.");

    static String summary(int modules, long samples) {
        return modules == 0
                ? ALL_NAMED
                : tr(
                        "{0} without function names{1}{2} affected",
                        DisplayText.count(modules, "module", "modules"),
                        GAP,
                        DisplayText.count(samples, "sample", "samples"));
    }

    static String badge(int modules) {
        return tr("No names for {0}", DisplayText.count(modules, "module", "modules"));
    }

    static String badgeHint(long samples) {
        return tr(
                "{0} frames without a function name. Add symbols to see names.",
                DisplayText.count(samples, "sample has", "samples have"));
    }

    // ---- Run

    static final String SEARCHING_FOLDERS = tr("searching the folders");
    static final String SAVING = tr("saving");

    static String progress(String step, int done, int total) {
        return total == 0 ? step : tr("{0} of {1}{2}{3}", done + 1, total, GAP, step);
    }

    static String cantRead(Path file, IOException e) {
        return e instanceof NoSuchFileException
                ? tr("{0} does not exist.", file)
                : tr(
                        "{0} can't be read: {1}",
                        file, e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }

    static String symbolsFound(int addresses, int mappings) {
        String names = DisplayText.count(addresses, "address symbolized", "addresses symbolized");
        return mappings == 0 ? names : names + GAP + DisplayText.count(mappings, "mapping applied", "mappings applied");
    }

    static final String NO_SYMBOLS_FOUND = tr("No symbols were found. The list says what to do for each module.");
    static final String NOTHING_CHOSEN = tr("Choose a folder, a mapping or kernel symbols first.");
    static final String REOPEN_MANUALLY = tr("Open the second trace again to see the names that were found.");

    static String failed(String reason) {
        return tr("Can't add symbols: {0}", reason);
    }

    // ---- Modules

    static final String MODULE = tr("Module");
    static final String BUILD_ID = tr("Build id");
    static final String PATH = tr("Path on the traced machine");
    static final String ADDRESSES = tr("Addresses");
    static final String SAMPLES = tr("Samples");
    static final String ADVICE = tr("What to do");
    static final String CHOOSE_BINARY = tr("Add a folder with the unstripped binary, then find symbols.");
    static final String CHOOSE_KALLSYMS = tr("Choose a copy of /proc/kallsyms, then find symbols.");
    static final String NO_BUILD_ID =
            tr("The trace has no build id for this file; record it from a binary that has one.");
}
