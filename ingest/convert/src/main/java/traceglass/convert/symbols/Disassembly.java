package traceglass.convert.symbols;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Instructions of a binary, from an installed `llvm-objdump` or `objdump`.
public final class Disassembly {

    /// An instruction.
    ///
    /// @param address address relative to the binary
    /// @param text mnemonic and operands
    public record Instruction(long address, String text) {}

    private static final Pattern LINE = Pattern.compile("\\s*([0-9a-fA-F]+):\\s+(\\S.*)");
    private static final Pattern PROGRAM = Pattern.compile("(llvm-)?objdump(-\\d+)?(\\.exe)?");
    private static final int MAX_INSTRUCTIONS = 50_000;

    private Disassembly() {}

    /// Returns the programs in the folders of `PATH`, LLVM's first, because it supports all architectures.
    public static List<Path> installed(Map<String, String> environment) {
        List<Path> found = new ArrayList<>();
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            for (String name : List.of("llvm-objdump", "objdump", "llvm-objdump.exe", "objdump.exe")) {
                Path program = folder.isEmpty() ? null : Path.of(folder, name);
                if (program != null && Files.isExecutable(program)) {
                    found.add(program);
                }
            }
        }
        found.sort((a, b) -> Boolean.compare(isLlvm(b), isLlvm(a)));
        return found;
    }

    private static boolean isLlvm(Path program) {
        return program.getFileName().toString().startsWith("llvm");
    }

    /// Disassembles a part of a binary that the user chose. Ends the program after the time limit.
    ///
    /// @param program a program returned by [#installed]
    /// @param limit time limit for the whole run
    /// @throws IOException if the program fails or takes too long
    public static List<Instruction> read(Path program, Path binary, FunctionRange range, Duration limit)
            throws IOException, InterruptedException {
        if (!PROGRAM.matcher(program.getFileName().toString()).matches()) {
            throw new IOException("not a disassembler: " + program);
        }
        ProcessBuilder builder = new ProcessBuilder(
                        program.toString(),
                        "-d",
                        "-C",
                        "--no-show-raw-insn",
                        "--start-address=0x" + Long.toHexString(range.start()),
                        "--stop-address=0x" + Long.toHexString(range.end()),
                        binary.toAbsolutePath().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        // The program could request debug information from servers without the user's consent.
        builder.environment().remove("DEBUGINFOD_URLS");
        Process process = builder.start();
        Thread watch = Thread.ofVirtual().start(() -> endLate(process, limit));
        List<Instruction> instructions = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine();
                    line != null && instructions.size() < MAX_INSTRUCTIONS;
                    line = out.readLine()) {
                Instruction parsed = parse(line);
                if (parsed != null) {
                    instructions.add(parsed);
                }
            }
        } finally {
            process.destroy();
            watch.interrupt();
        }
        process.waitFor();
        if (instructions.isEmpty()) {
            throw new IOException(program.getFileName() + " printed no instructions of " + binary.getFileName()
                    + "; it may not support this architecture");
        }
        return instructions;
    }

    private static void endLate(Process process, Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            // The output was read in time.
        }
    }

    private static @Nullable Instruction parse(String line) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            return null;
        }
        try {
            return new Instruction(
                    Long.parseUnsignedLong(m.group(1), 16), m.group(2).strip().replaceAll("\\s+", " "));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
