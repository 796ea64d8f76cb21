package traceglass.service.probe.ftrace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// System call numbers of this processor by name, such as `sys_openat`.
final class SyscallNumbers {

    private final Map<String, List<Integer>> numbers = new HashMap<>();

    private SyscallNumbers() {}

    /// @param processor value of the system property `os.arch`
    static SyscallNumbers of(String processor) {
        SyscallNumbers syscalls = new SyscallNumbers();
        switch (processor.toLowerCase(Locale.ROOT)) {
            case "aarch64" -> syscalls.read(1);
            case "amd64" -> syscalls.read(2);
            default -> {}
        }
        return syscalls;
    }

    private void read(int column) {
        try (InputStream file = SyscallNumbers.class.getResourceAsStream("syscalls.txt")) {
            if (file == null) {
                throw new IllegalStateException("syscalls.txt is missing");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
            lines.lines().filter(l -> !l.startsWith("#")).forEach(line -> {
                String[] words = line.split(" ");
                if (!words[column].equals("-")) {
                    numbers.put(
                            words[0],
                            List.of(words[column].split(",")).stream()
                                    .map(Integer::valueOf)
                                    .toList());
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the numbers of a call; empty if it is unknown. The prefix `sys_` is optional.
    List<Integer> get(String name) {
        List<Integer> existing = numbers.get(name);
        return existing != null ? existing : numbers.getOrDefault("sys_" + name, List.of());
    }
}
