package traceglass.service.probe.system;

import java.util.List;
import java.util.Locale;
import traceglass.protos.system.InterruptInfo;
import traceglass.sdk.posix.FileLoader;
import traceglass.service.probe.files.SystemFolders;

/// Reads the names of numbered interrupts from `/proc/interrupts`. A line contains the number, the count of each CPU,
/// the controller with the type of trigger, and the name.
final class InterruptNames {

    private InterruptNames() {}

    static InterruptInfo read(FileLoader loader, SystemFolders folders) {
        InterruptInfo.Builder info = InterruptInfo.newBuilder();
        List<String> lines = TextFiles.lines(loader, folders.proc("interrupts"));
        if (lines.isEmpty()) {
            return info.build();
        }
        int cpus = (int) List.of(lines.getFirst().strip().split("\\s+", -1)).stream()
                .filter(w -> w.startsWith("CPU"))
                .count();
        for (String line : lines.subList(1, lines.size())) {
            List<String> words = List.of(line.strip().split("\\s+", -1));
            String number = words.getFirst();
            int first = nameStart(words, cpus);
            if (number.matches("\\d{1,9}:") && first >= cpus + 2 && first < words.size()) {
                info.addIrqMappingBuilder()
                        .setIrqId(Integer.parseInt(number.substring(0, number.length() - 1)))
                        .setName(String.join(" ", words.subList(first, words.size())));
            }
        }
        return info.build();
    }

    /// Returns the index of the first word of the name: the word after the type of trigger, else the last word.
    private static int nameStart(List<String> words, int cpus) {
        for (int i = words.size() - 1; i > cpus; i--) {
            if (isTrigger(words.get(i))) {
                return i + 1;
            }
        }
        return words.size() - 1;
    }

    /// Returns whether a word is a type of trigger, or an interrupt number of the controller with a type of
    /// trigger.
    private static boolean isTrigger(String word) {
        String kind = word.substring(word.indexOf('-') + 1).toLowerCase(Locale.ROOT);
        return switch (kind) {
            case "edge", "level", "fasteoi", "fasteoi-level" ->
                word.length() > kind.length() || Character.isUpperCase(word.charAt(0));
            default -> false;
        };
    }
}
