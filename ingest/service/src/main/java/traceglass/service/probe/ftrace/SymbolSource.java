package traceglass.service.probe.ftrace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import traceglass.service.probe.files.KernelSymbolMap;

/// Provides the names of kernel functions. Reads them when the first session needs them and releases them after the
/// last.
final class SymbolSource {

    private static final String KALLSYMS = "kallsyms";
    private static final String RESTRICTION = "sys/kernel/kptr_restrict";

    private final Path proc;
    private @Nullable CompletableFuture<KernelSymbolMap> symbols;
    private int users;

    SymbolSource(Path proc) {
        this.proc = proc;
    }

    /// Returns the names. They are read on a separate thread, so that recording can start in the meantime: a
    /// kernel has over 100,000 functions.
    CompletableFuture<KernelSymbolMap> acquire() {
        users++;
        CompletableFuture<KernelSymbolMap> known = symbols;
        if (known == null) {
            known = CompletableFuture.supplyAsync(
                    this::read,
                    task -> Thread.ofPlatform().daemon().name("kernel symbols").start(task));
            symbols = known;
        }
        return known;
    }

    private KernelSymbolMap read() {
        KernelSymbolMap read = KernelSymbolMap.read(proc.resolve(KALLSYMS));
        return read.count() == 0 ? readUnrestricted() : read;
    }

    /// Releases the names after use. Waits until they have been read, because only then is the kernel setting
    /// restored.
    ///
    /// @param keepsNames whether the names stay in memory for the next session
    void release(boolean keepsNames) {
        users--;
        CompletableFuture<KernelSymbolMap> known = symbols;
        if (known != null) {
            try {
                known.join();
            } catch (CompletionException e) {
                // The next session reads them again.
                symbols = null;
            }
        }
        if (users == 0 && !keepsNames) {
            symbols = null;
        }
    }

    /// Reads the names while addresses are temporarily unrestricted, if this process may change that setting. While
    /// they are restricted, even root does not see them.
    private KernelSymbolMap readUnrestricted() {
        Path setting = proc.resolve(RESTRICTION);
        try {
            String previous = Files.readString(setting, StandardCharsets.US_ASCII);
            write(setting, "0");
            try {
                return KernelSymbolMap.read(proc.resolve(KALLSYMS));
            } finally {
                restore(setting, previous);
            }
        } catch (IOException e) {
            return KernelSymbolMap.read(proc.resolve(KALLSYMS));
        }
    }

    /// Restores the setting. A failure must not go unnoticed: addresses of the kernel would stay visible.
    private static void restore(Path setting, String previous) {
        try {
            write(setting, previous);
        } catch (IOException e) {
            System.getLogger(SymbolSource.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            "can't set " + setting + " back to " + previous.strip()
                                    + "; kernel addresses stay visible until it is set",
                            e);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }
}
