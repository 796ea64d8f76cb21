package traceglass.convert.symbols;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Symbolizes with an installed `llvm-symbolizer`, which also knows inlined functions. One process serves one binary:
/// it reads a line with an address and prints name and place of each function, then an empty line.
final class LlvmSymbolizer implements Symbolizer {

    private static final String UNKNOWN = "??";

    private final Process process;
    private final Writer questions;
    private final BufferedReader answers;

    /// @param program path of `llvm-symbolizer`
    /// @param binary file with the symbols
    LlvmSymbolizer(Path program, Path binary) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        program.toString(),
                        "--obj=" + binary,
                        "--inlining",
                        "--demangle",
                        "--functions=linkage",
                        "--output-style=LLVM")
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        // It would ask debuginfod servers without the person's leave.
        builder.environment().remove("DEBUGINFOD_URLS");
        process = builder.start();
        questions = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /// Returns the path of the program in the folders of `PATH`, with the highest version if several are installed,
    /// or null.
    static @Nullable Path find(Map<String, String> environment) {
        Path found = null;
        int best = -1;
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (folder.isEmpty()) {
                continue;
            }
            Path plain = Path.of(folder, "llvm-symbolizer");
            if (Files.isExecutable(plain)) {
                return plain;
            }
            for (int version = 40; version > best && version > 9; version--) {
                Path versioned = Path.of(folder, "llvm-symbolizer-" + version);
                if (Files.isExecutable(versioned)) {
                    found = versioned;
                    best = version;
                }
            }
        }
        return found;
    }

    @Override
    public List<SourceFrame> find(long address) throws IOException {
        questions.write("0x" + Long.toHexString(address) + "\n");
        questions.flush();
        List<SourceFrame> frames = new ArrayList<>();
        for (String name = answers.readLine(); ; name = answers.readLine()) {
            if (name == null) {
                throw new IOException("llvm-symbolizer ended unexpectedly");
            }
            if (name.isEmpty()) {
                return frames;
            }
            String place = answers.readLine();
            if (place == null) {
                throw new IOException("llvm-symbolizer ended unexpectedly");
            }
            if (!name.equals(UNKNOWN)) {
                frames.add(frame(name, place));
            }
        }
    }

    /// Parses `FILE:LINE:COLUMN`.
    private static SourceFrame frame(String name, String place) {
        int column = place.lastIndexOf(':');
        int line = column < 1 ? -1 : place.lastIndexOf(':', column - 1);
        if (line < 1) {
            return new SourceFrame(name, null, 0);
        }
        String file = place.substring(0, line);
        try {
            int number = Integer.parseInt(place.substring(line + 1, column));
            return new SourceFrame(name, file.equals(UNKNOWN) ? null : file, number);
        } catch (NumberFormatException e) {
            return new SourceFrame(name, null, 0);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
