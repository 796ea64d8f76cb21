package traceglass.app.panel.code;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of the code panel.
final class CodeTexts {

    private static final String GAP = "  ·  ";

    private CodeTexts() {}

    static final String CODE = tr("Code");
    static final String SOURCE_FOLDERS = tr("Source folders");
    static final String ADD_FOLDER = tr("Add source folder…");
    static final String CHOOSE_FOLDER = tr("Folder with source files");
    static final String FORGET_FOLDERS = tr("Remove all source folders");
    static final String SHOW_MISSING = tr("Add symbols…");
    static final String LOADING = tr("Reading the costs…");
    static final String DISASSEMBLING = tr("Disassembling…");
    static final String LINE = tr("Line");
    static final String ADDRESS = tr("Address");
    static final String SELF = tr("Self");
    static final String SOURCE = tr("Source");
    static final String INSTRUCTION = tr("Instruction");

    static String functionAndFile(String function, String location) {
        return location.isEmpty() ? DisplayText.oneLine(function) : DisplayText.oneLine(function + GAP + location);
    }

    static final String NO_LINES =
            tr("The trace has no source lines for this function. Add symbols with debug information to see them.");

    static String noFile(String path, boolean hasFolders) {
        return DisplayText.oneLine(path)
                + (hasFolders
                        ? tr(" is not in any of the source folders. Add the folder that contains it.")
                        : tr(" is not on this machine. Add the folder with your source files."));
    }

    static String readFrom(Path file) {
        return DisplayText.oneLine(file.toString());
    }

    static final String NO_BUILD_ID = tr("The trace has no build id for this binary, so its code can't be found.");
    static final String NO_DISASSEMBLER =
            tr("Install llvm-objdump or objdump (package llvm or binutils) to see instructions.");

    static String noBinary(String path) {
        return tr(
                "No binary with the build id of {0} is in the folders with binaries. Add its folder "
                        + "under “Add symbols…”.",
                DisplayText.oneLine(path));
    }

    static String failed(String reason) {
        return tr("Can't show the instructions: {0}", DisplayText.oneLine(reason));
    }

    static String cantRead(String reason) {
        return tr("Can't read the costs: {0}", DisplayText.oneLine(reason));
    }
}
