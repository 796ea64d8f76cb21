package traceglass.ingest.ftrace.family;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Names of system calls by number, for each architecture.
final class SyscallNames {

    /// This and larger numbers are not system calls.
    static final int MAX = 550;

    private static final List<String> ARCHITECTURES = List.of("arm64", "arm32", "x86_64", "x86");

    private SyscallNames() {}

    /// Returns the names by number; unknown calls are named `sys_` followed by the number.
    ///
    /// @param machine as printed by `uname -m`, e.g. `x86_64`; null if unknown
    static String[] of(String machine) {
        String[] names = new String[MAX];
        for (int i = 0; i < MAX; i++) {
            names[i] = "sys_" + i;
        }
        int column = switch (machine == null ? "" : machine) {
            case "aarch64" -> ARCHITECTURES.indexOf("arm64");
            // 32-bit programs on a 64-bit kernel see the machine name armv8l.
            case "armv7l", "armv8l" -> ARCHITECTURES.indexOf("arm32");
            case "x86_64" -> ARCHITECTURES.indexOf("x86_64");
            case "i686" -> ARCHITECTURES.indexOf("x86");
            default -> -1;
        };
        if (column >= 0) {
            read(names, column);
        }
        return names;
    }

    private static void read(String[] names, int column) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                SyscallNames.class.getResourceAsStream("syscalls.txt"), StandardCharsets.UTF_8))) {
            in.lines().filter(l -> !l.startsWith("#")).forEach(line -> {
                String[] words = line.split(" ");
                if (!words[column + 1].equals("-")) {
                    for (String number : words[column + 1].split(",")) {
                        names[Integer.parseInt(number)] = words[0];
                    }
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
