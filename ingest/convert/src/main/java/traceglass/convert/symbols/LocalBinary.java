package traceglass.convert.symbols;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.elf.ElfFile;

/// Finds the binary of a module on this computer, in case the trace was recorded here.
final class LocalBinary {

    private static final List<String> VIRTUAL_FOLDERS = List.of("/proc/", "/sys/", "/dev/");

    private LocalBinary() {}

    /// Returns the system's debug information file for a module, otherwise the file at the module's path, or
    /// null if neither exists with the right build id.
    ///
    /// @param debug folders that contain `.build-id`
    static @Nullable Path find(UnsymbolizedModule module, List<Path> debug) {
        String id = module.buildId();
        if (id.length() <= 2) {
            return null;
        }
        for (Path folder : debug) {
            Path stored = folder.resolve(".build-id").resolve(id.substring(0, 2));
            for (String name : new String[] {id.substring(2) + ".debug", id.substring(2) + "/elf"}) {
                if (matches(stored.resolve(name), id)) {
                    return stored.resolve(name);
                }
            }
        }
        if (!module.path().startsWith("/") || VIRTUAL_FOLDERS.stream().anyMatch(module.path()::startsWith)) {
            return null;
        }
        try {
            Path file = Path.of(module.path());
            return matches(file, id) ? file : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /// Returns the folders in which perf and Linux distributions store binaries and debug information.
    static List<Path> debugFolders() {
        String cache = System.getenv("PERF_BUILDID_DIR");
        return List.of(
                Path.of("/usr/lib/debug"),
                cache != null ? Path.of(cache) : Path.of(System.getProperty("user.home", "/"), ".debug"));
    }

    private static boolean matches(Path file, String buildId) {
        // Opening a pipe or a device could block.
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (ElfFile elf = ElfFile.open(file)) {
            return elf.buildId().equals(buildId);
        } catch (IOException e) {
            return false;
        }
    }
}
