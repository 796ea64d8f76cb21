package traceglass.service.probe.system;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.posix.FolderReader;
import traceglass.service.probe.files.LineCursor;
import traceglass.service.probe.files.SystemFolders;

/// Reads names of devices in `/sys`.
final class SysfsNames {

    private static final String CPU = "cpu";

    private SysfsNames() {}

    /// Returns the names in a folder that start with a prefix, sorted by length and then alphabetically; empty
    /// if the folder does not exist.
    static List<String> list(SystemFolders folders, String folder, String start) {
        List<String> names = new ArrayList<>();
        try (FolderReader reader = new FolderReader()) {
            if (reader.open(folders.sys(folder))) {
                while (reader.next()) {
                    int from = reader.nameStart();
                    String name = new String(reader.bytes(), from, reader.nameEnd() - from, StandardCharsets.UTF_8);
                    if (name.startsWith(start)) {
                        names.add(name);
                    }
                }
            }
        }
        names.sort(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
        return names;
    }

    /// Returns the numbers of all CPUs, including offline ones.
    static List<Integer> cpus(SystemFolders folders) {
        return list(folders, "devices/system/cpu", CPU).stream()
                .map(n -> n.substring(CPU.length()))
                .filter(n -> !n.isEmpty() && n.chars().allMatch(c -> c >= '0' && c <= '9'))
                .map(Integer::valueOf)
                .toList();
    }

    /// Returns the first line of a file; empty if it can't be read.
    static byte[] firstLine(FileLoader loader, byte[] path) {
        LineCursor text = new LineCursor();
        if (!loader.load(path) || !text.set(loader.bytes(), loader.size()).nextLine()) {
            return new byte[0];
        }
        text.moveToRest();
        return bytes(text.text());
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
