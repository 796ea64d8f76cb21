package traceglass.app.panel.code;

import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of the code panel.
final class CodeTexts {

    private static final String GAP = "  ·  ";

    private CodeTexts() {}

    static final String CODE = "Code";
    static final String SOURCE_FOLDERS = "Source folders";
    static final String ADD_FOLDER = "Add source folder…";
    static final String CHOOSE_FOLDER = "Folder with source files";
    static final String FORGET_FOLDERS = "Remove all source folders";
    static final String SHOW_MISSING = "Add symbols…";
    static final String LOADING = "Reading the costs…";
    static final String DISASSEMBLING = "Disassembling…";
    static final String LINE = "Line";
    static final String ADDRESS = "Address";
    static final String SELF = "Self";
    static final String SOURCE = "Source";
    static final String INSTRUCTION = "Instruction";

    static String functionAndFile(String function, String location) {
        return location.isEmpty() ? DisplayText.oneLine(function) : DisplayText.oneLine(function + GAP + location);
    }

    static final String NO_LINES =
            "The trace has no source lines for this function. Add symbols with debug information to see them.";

    static String noFile(String path, boolean hasFolders) {
        return DisplayText.oneLine(path)
                + (hasFolders
                        ? " is not in any of the source folders. Add the folder that contains it."
                        : " is not on this machine. Add the folder with your source files.");
    }

    static String readFrom(Path file) {
        return DisplayText.oneLine(file.toString());
    }

    static final String NO_BUILD_ID = "The trace has no build id for this binary, so its code can't be found.";
    static final String NO_DISASSEMBLER =
            "Install llvm-objdump or objdump (package llvm or binutils) to see instructions.";

    static String noBinary(String path) {
        return "No binary with the build id of " + DisplayText.oneLine(path)
                + " is in the folders with binaries. Add its folder under “Add symbols…”.";
    }

    static String failed(String reason) {
        return "Can't show the instructions: " + DisplayText.oneLine(reason);
    }

    static String cantRead(String reason) {
        return "Can't read the costs: " + DisplayText.oneLine(reason);
    }
}
