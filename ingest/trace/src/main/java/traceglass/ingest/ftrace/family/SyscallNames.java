package traceglass.ingest.ftrace.family;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Names of system calls by their number, which differs between architectures.
final class SyscallNames {

    /// Larger numbers are not system calls.
    static final int MAX = 550;

    private static final List<String> ARCHITECTURES = List.of("arm64", "arm32", "x86_64", "x86");

    private SyscallNames() {}

    /// Names by number for the machine that `uname -m` calls so; those that are not known are `sys_` and the
    /// number.
    ///
    /// @param machine e.g. `x86_64`; null if unknown
    static String[] of(String machine) {
        String[] names = new String[MAX];
        for (int i = 0; i < MAX; i++) {
            names[i] = "sys_" + i;
        }
        int column = switch (machine == null ? "" : machine) {
            case "aarch64" -> ARCHITECTURES.indexOf("arm64");
            // A program of 32 bits on a kernel of 64 calls its machine armv8l.
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
