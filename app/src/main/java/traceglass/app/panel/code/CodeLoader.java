package traceglass.app.panel.code;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.samples.CodeCosts;
import traceglass.app.symbols.SymbolChoices;
import traceglass.convert.symbols.Disassembly;
import traceglass.convert.symbols.FunctionRange;
import traceglass.convert.symbols.SymbolFolders;

/// Finds the source file and the instructions of a function. Reads files and runs a disassembler; must not be
/// called on the JavaFX thread.
final class CodeLoader {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    /// Bytes before and after the addresses with samples, if the symbols lack the bounds of the function.
    private static final long MARGIN = 64;

    private CodeLoader() {}

    /// The source of a function.
    ///
    /// @param file the file, or null
    /// @param lines lines of the file without line ends, the first is line 1
    /// @param problem reason why there are no lines, and what to do; empty if there are lines
    record Source(Path file, List<String> lines, String problem) {}

    /// The instructions of a function.
    ///
    /// @param problem reason why there are no instructions, and what to do; empty if there are instructions
    record Instructions(List<Disassembly.Instruction> list, String problem) {}

    static Source source(CodeCosts costs, List<Path> folders) {
        if (costs.file().isEmpty()) {
            return new Source(null, List.of(), CodeTexts.NO_LINES);
        }
        Optional<Path> file = SourceFiles.find(costs.file(), folders);
        if (file.isEmpty()) {
            return new Source(null, List.of(), CodeTexts.noFile(costs.file(), !folders.isEmpty()));
        }
        try {
            return new Source(file.get(), SourceFiles.lines(file.get()), "");
        } catch (IOException e) {
            return new Source(null, List.of(), CodeTexts.cantRead(String.valueOf(e.getMessage())));
        }
    }

    static Instructions instructions(CodeCosts costs, SymbolChoices choices) throws InterruptedException {
        if (costs.buildId().isEmpty() || costs.addresses().isEmpty()) {
            return new Instructions(List.of(), CodeTexts.NO_BUILD_ID);
        }
        List<Path> programs = Disassembly.installed(System.getenv());
        if (programs.isEmpty()) {
            return new Instructions(List.of(), CodeTexts.NO_DISASSEMBLER);
        }
        Path binary = SymbolFolders.scan(
                        choices.folders(), () -> Thread.currentThread().isInterrupted())
                .code(costs.buildId());
        if (binary == null) {
            return new Instructions(List.of(), CodeTexts.noBinary(costs.binary()));
        }
        String problem = "";
        for (Path program : programs) {
            try {
                return new Instructions(Disassembly.read(program, binary, range(costs, binary), TIMEOUT), "");
            } catch (IOException e) {
                problem = CodeTexts.failed(String.valueOf(e.getMessage()));
            }
        }
        return new Instructions(List.of(), problem);
    }

    private static FunctionRange range(CodeCosts costs, Path binary) throws IOException {
        long first = costs.addresses().firstKey();
        long last = costs.addresses().lastKey();
        return FunctionRange.at(binary, first)
                .filter(r -> last < r.end())
                .orElseGet(() -> new FunctionRange(Math.max(0, first - MARGIN), last + MARGIN));
    }
}
