package traceglass.service.probe.ftrace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import traceglass.service.probe.files.KernelSymbolMap;

/// Names of kernel functions, read when the first session needs them and released after the last.
final class SymbolSource {

    private static final String KALLSYMS = "kallsyms";
    private static final String RESTRICTION = "sys/kernel/kptr_restrict";

    private final Path proc;
    private @Nullable KernelSymbolMap symbols;
    private int users;

    SymbolSource(Path proc) {
        this.proc = proc;
    }

    KernelSymbolMap acquire() {
        users++;
        KernelSymbolMap known = symbols;
        if (known == null) {
            known = KernelSymbolMap.read(proc.resolve(KALLSYMS));
            if (known.count() == 0) {
                known = readUnrestricted();
            }
            symbols = known;
        }
        return known;
    }

    /// @param keep whether the names stay in memory for the next session
    void release(boolean keep) {
        users--;
        if (users == 0 && !keep) {
            symbols = null;
        }
    }

    /// Shows the addresses for a moment, if this process may, because even root does not see them otherwise.
    private KernelSymbolMap readUnrestricted() {
        Path setting = proc.resolve(RESTRICTION);
        try {
            String previous = Files.readString(setting, StandardCharsets.US_ASCII);
            write(setting, "0");
            try {
                return KernelSymbolMap.read(proc.resolve(KALLSYMS));
            } finally {
                write(setting, previous);
            }
        } catch (IOException e) {
            return KernelSymbolMap.read(proc.resolve(KALLSYMS));
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }
}
