package traceglass.app.symbols;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of the symbols panel.
final class SymbolTexts {

    private static final String GAP = "  ·  ";

    private SymbolTexts() {}

    // ---- Commands

    static final String SHOW_COMMAND = "Add symbols…";
    static final String REMOVE_SYMBOLS_COMMAND = "Remove the symbols added to this trace";

    // ---- Panel

    static final String SYMBOLS = "Symbols";
    static final String FOLDERS = "Folders with binaries";
    static final String FOLDERS_HINT =
            "Unstripped binaries, .debug and Breakpad files, found by build id in all folders below.";
    static final String ADD_FOLDER = "Add folder…";
    static final String CHOOSE_FOLDER = "Folder with binaries";
    static final String MAPPINGS = "R8 and ProGuard mappings";
    static final String MAPPINGS_HINT = "Without a package, a mapping applies to all packages in the trace.";
    static final String ADD_MAPPING = "Add mapping…";
    static final String CHOOSE_MAPPING = "Mapping file (mapping.txt)";
    static final String PACKAGE = "Package";
    static final String KERNEL = "Kernel symbols";
    static final String KERNEL_HINT = "A copy of /proc/kallsyms from the same boot, or a System.map.";
    static final String CHOOSE_KERNEL = "Choose kernel symbols…";
    static final String REMOVE = "Remove";
    static final String DEBUGINFOD_SECTION = "Debuginfod";
    static final String DEBUGINFOD = "Use debuginfod servers";

    static String remove(Path path) {
        return "Remove " + DisplayText.oneLine(path.toString());
    }

    static final String NO_DEBUGINFOD_SERVERS = "Set the environment variable DEBUGINFOD_URLS to the addresses of"
            + " servers and restart Traceglass to use them. They then receive the build ids of the programs in a trace.";

    static String debuginfodHint(String servers) {
        return "The build ids of the programs in this trace are sent to " + servers + ". Nothing else is sent.";
    }

    static final String RUN = "Find symbols";
    static final String RUN_HINT = "Opens the trace again with the names that were found";
    static final String NOTHING_CHANGED = "the trace is unchanged";
    static final String LOADING = "Looking for frames without names…";
    static final String ALL_NAMED = "All native frames of this trace have names.";

    static String facts(int modules, long samples) {
        return modules == 0
                ? ALL_NAMED
                : DisplayText.count(modules, "module", "modules") + " without function names" + GAP
                        + DisplayText.count(samples, "sample", "samples") + " affected";
    }

    static String badge(int modules) {
        return "No names for " + DisplayText.count(modules, "module", "modules");
    }

    static String badgeHint(long samples) {
        return DisplayText.count(samples, "sample has", "samples have")
                + " frames without a function name. Add symbols to see names.";
    }

    // ---- Run

    static final String SEARCHING_FOLDERS = "searching the folders";
    static final String SAVING = "saving";

    static String progress(String step, int done, int total) {
        return total == 0 ? step : (done + 1) + " of " + total + GAP + step;
    }

    static String cantRead(Path file, IOException e) {
        return e instanceof NoSuchFileException
                ? file + " does not exist."
                : file + " can't be read: "
                        + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }

    static String symbolsFound(int addresses, int mappings) {
        String names = DisplayText.count(addresses, "address symbolized", "addresses symbolized");
        return mappings == 0 ? names : names + GAP + DisplayText.count(mappings, "mapping applied", "mappings applied");
    }

    static final String NO_SYMBOLS_FOUND = "No symbols were found. The list says what to do for each module.";
    static final String NOTHING_CHOSEN = "Choose a folder, a mapping or kernel symbols first.";
    static final String REOPEN_MANUALLY = "Open the second trace again to see the names that were found.";

    static String failed(String reason) {
        return "Can't add symbols: " + reason;
    }

    // ---- Modules

    static final String MODULE = "Module";
    static final String BUILD_ID = "Build id";
    static final String PATH = "Path on the traced machine";
    static final String ADDRESSES = "Addresses";
    static final String SAMPLES = "Samples";
    static final String ADVICE = "What to do";
    static final String CHOOSE_BINARY = "Add a folder with the unstripped binary, then find symbols.";
    static final String CHOOSE_KALLSYMS = "Choose a copy of /proc/kallsyms, then find symbols.";
    static final String NO_BUILD_ID = "The trace has no build id for this file; record it from a binary that has one.";
}
