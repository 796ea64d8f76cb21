package traceglass.convert.symbols;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.elf.ElfFile;

/// The binaries and Breakpad symbol files in some folders and their subfolders, by build id. If several binaries have
/// the same build id, the one with the most debug information is used. Files named after a build id, as in
/// `.build-id/ab/cdef….debug`, need no special treatment, because the id is read from their content.
public final class SymbolFolders {

    private static final int MAX_DEPTH = 24;

    /// A binary.
    ///
    /// @param detail 0 for exported symbols only, 1 with a symbol table, 2 with source lines
    private record Binary(Path file, int detail, long loadBias) {}

    private final Map<String, Binary> byBuildId = new HashMap<>();
    private final Map<String, Path> breakpad = new HashMap<>();
    private final Map<String, Path> withCode = new HashMap<>();
    private int unreadable;

    private SymbolFolders() {}

    /// Reads the build ids of all files in the folders and their subfolders. An element can also be a single file.
    ///
    /// @param isCanceled returns whether to stop; called for each file
    public static SymbolFolders scan(List<Path> folders, BooleanSupplier isCanceled) {
        SymbolFolders found = new SymbolFolders();
        for (Path folder : folders) {
            try {
                found.walk(folder, isCanceled);
            } catch (IOException e) {
                found.unreadable++;
            }
        }
        return found;
    }

    private void walk(Path folder, BooleanSupplier isCanceled) throws IOException {
        Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), MAX_DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    visit(file);
                }
                return isCanceled.getAsBoolean() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                unreadable++;
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private void visit(Path file) {
        try {
            byte[] start;
            try (InputStream in = Files.newInputStream(file)) {
                start = in.readNBytes(4);
            }
            if (start.length == 4 && start[0] == 0x7F && start[1] == 'E' && start[2] == 'L' && start[3] == 'F') {
                addBinary(file);
            } else if (start.length == 4 && start[0] == 'M' && start[1] == 'O') {
                addBreakpad(file);
            }
        } catch (IOException e) {
            unreadable++;
        }
    }

    private void addBinary(Path file) throws IOException {
        try (ElfFile elf = ElfFile.open(file)) {
            if (!elf.buildId().isEmpty()) {
                if (!elf.isDebugOnly()) {
                    withCode.putIfAbsent(elf.buildId(), file);
                }
                int detail = elf.readSection(".debug_line") != null ? 2 : elf.readSection(".symtab") != null ? 1 : 0;
                byBuildId.merge(
                        elf.buildId(),
                        new Binary(file, detail, elf.loadBias()),
                        (a, b) -> a.detail >= b.detail ? a : b);
            }
        }
    }

    private void addBreakpad(Path file) throws IOException {
        String id = BreakpadSymbols.moduleId(file);
        if (id != null) {
            breakpad.putIfAbsent(id, file);
            // Perfetto's tools search for files that are named after the build id.
            String name = file.getFileName().toString();
            int dot = name.lastIndexOf('.');
            breakpad.putIfAbsent((dot < 0 ? name : name.substring(0, dot)).toUpperCase(Locale.ROOT), file);
        }
    }

    /// Returns the number of binaries and symbol files found.
    public int size() {
        return byBuildId.size() + (int) breakpad.values().stream().distinct().count();
    }

    /// Returns the number of files and folders that couldn't be read.
    public int unreadable() {
        return unreadable;
    }

    /// Returns the binary with a build id, or null.
    ///
    /// @param buildId lower-case hexadecimal digits
    public @Nullable Path binary(String buildId) {
        Binary found = byBuildId.get(buildId);
        return found == null ? null : found.file;
    }

    /// Returns a binary with this build id that contains code, for disassembly, or null.
    public @Nullable Path code(String buildId) {
        Path best = binary(buildId);
        Path binary = withCode.get(buildId);
        // Prefer a file with symbols: they give the start of each function.
        return best != null && binary != null && isCode(best) ? best : binary;
    }

    private static boolean isCode(Path file) {
        try (ElfFile elf = ElfFile.open(file)) {
            return !elf.isDebugOnly();
        } catch (IOException e) {
            return false;
        }
    }

    /// Returns the Breakpad file for a build id, or null.
    @Nullable
    Path breakpad(String buildId) {
        Path named = breakpad.get(buildId.toUpperCase(Locale.ROOT));
        return named != null ? named : breakpad.get(BreakpadSymbols.moduleIdOf(buildId));
    }
}
