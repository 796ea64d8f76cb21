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

/// Symbolizes with an installed `llvm-symbolizer`, which also reports inlined functions. One process serves one binary:
/// for each line with an address, it prints the name and location of each function, then an empty line.
final class LlvmSymbolizer implements Symbolizer {

    private static final String UNKNOWN = "??";

    private final Process process;
    private final Writer input;
    private final BufferedReader output;

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
        // Otherwise the program would contact debuginfod servers without the user's consent.
        builder.environment().remove("DEBUGINFOD_URLS");
        process = builder.start();
        input = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
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
            Path unversioned = Path.of(folder, "llvm-symbolizer");
            if (Files.isExecutable(unversioned)) {
                return unversioned;
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
        input.write("0x" + Long.toHexString(address) + "\n");
        input.flush();
        List<SourceFrame> frames = new ArrayList<>();
        for (String name = output.readLine(); ; name = output.readLine()) {
            if (name == null) {
                throw new IOException("llvm-symbolizer ended unexpectedly");
            }
            if (name.isEmpty()) {
                return frames;
            }
            String location = output.readLine();
            if (location == null) {
                throw new IOException("llvm-symbolizer ended unexpectedly");
            }
            if (!name.equals(UNKNOWN)) {
                frames.add(frame(name, location));
            }
        }
    }

    /// Parses `FILE:LINE:COLUMN`.
    private static SourceFrame frame(String name, String location) {
        int column = location.lastIndexOf(':');
        int line = column < 1 ? -1 : location.lastIndexOf(':', column - 1);
        if (line < 1) {
            return new SourceFrame(name, null, 0);
        }
        String file = location.substring(0, line);
        try {
            int number = Integer.parseInt(location.substring(line + 1, column));
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
