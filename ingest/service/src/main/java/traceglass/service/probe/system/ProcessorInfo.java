package traceglass.service.probe.system;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import traceglass.protos.system.CpuInfo;
import traceglass.sdk.posix.FileLoader;
import traceglass.service.probe.files.LineCursor;
import traceglass.service.probe.files.SystemFolders;

/// Reads the processors from `/proc/cpuinfo` and `/sys/devices/system/cpu`.
final class ProcessorInfo {

    private static final String UNKNOWN = "unknown";
    private static final int HEX = 16;
    private static final int DECIMAL = 10;

    /// CPU features that traces record, in the order of their bits.
    private static final List<String> FEATURES = List.of("mte", "mte3");

    /// Keys of the five numbers that identify an Arm core.
    private static final List<String> ARM_KEYS =
            List.of("CPU implementer", "CPU architecture", "CPU variant", "CPU part", "CPU revision");

    private final FileLoader loader;
    private final SystemFolders folders;
    private final CpuInfo.Builder info = CpuInfo.newBuilder();
    private String processor = "";

    private ProcessorInfo(FileLoader loader, SystemFolders folders) {
        this.loader = loader;
        this.folders = folders;
    }

    static CpuInfo read(FileLoader loader, SystemFolders folders) {
        return new ProcessorInfo(loader, folders).read();
    }

    private CpuInfo read() {
        Map<String, String> values = new HashMap<>();
        for (String line : TextFiles.lines(loader, folders.proc("cpuinfo"))) {
            int colon = line.indexOf(':');
            if (line.isBlank()) {
                add(values);
                values.clear();
            } else if (colon > 0) {
                values.put(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        }
        add(values);
        return info.build();
    }

    /// Adds the CPU described by a group of lines. A group without a CPU number can contain the model of all CPUs.
    private void add(Map<String, String> values) {
        processor = values.getOrDefault("Processor", processor);
        int index = parseNumber(values.get("processor"), DECIMAL);
        if (index < 0) {
            return;
        }
        CpuInfo.Cpu.Builder cpu = info.addCpusBuilder();
        cpu.setProcessor(processor.isEmpty() ? values.getOrDefault("model name", UNKNOWN) : processor);
        String folder = "devices/system/cpu/cpu" + index;
        int capacity = parseNumber(TextFiles.first(loader, folders.sys(folder + "/cpu_capacity")), DECIMAL);
        if (capacity >= 0) {
            cpu.setCapacity(capacity);
        }
        TreeSet<Integer> frequencies = new TreeSet<>();
        addFrequencies(frequencies, folder + "/cpufreq/scaling_available_frequencies");
        addFrequencies(frequencies, folder + "/cpufreq/scaling_boost_frequencies");
        cpu.addAllFrequencies(frequencies);
        addArmIdentifier(cpu, values);
        long features = features(values.getOrDefault("Features", ""));
        if (features != 0) {
            cpu.setFeatures(features);
        }
    }

    private void addFrequencies(TreeSet<Integer> frequencies, String file) {
        LineCursor text = new LineCursor();
        if (loader.load(folders.sys(file))
                && text.set(loader.bytes(), loader.size()).nextLine()) {
            while (text.nextWord()) {
                frequencies.add((int) text.number());
            }
        }
    }

    private static void addArmIdentifier(CpuInfo.Cpu.Builder cpu, Map<String, String> values) {
        int[] numbers = new int[ARM_KEYS.size()];
        for (int i = 0; i < numbers.length; i++) {
            String key = ARM_KEYS.get(i);
            boolean isDecimal = key.endsWith("architecture") || key.endsWith("revision");
            numbers[i] = parseNumber(values.get(key), isDecimal ? DECIMAL : HEX);
            if (numbers[i] < 0) {
                return;
            }
        }
        cpu.getArmIdentifierBuilder()
                .setImplementer(numbers[0])
                .setArchitecture(numbers[1])
                .setVariant(numbers[2])
                .setPart(numbers[3])
                .setRevision(numbers[4]);
    }

    private static long features(String words) {
        long bits = 0;
        for (String word : words.split(" ", -1)) {
            int bit = FEATURES.indexOf(word);
            if (bit >= 0) {
                bits |= 1L << bit;
            }
        }
        return bits;
    }

    /// Returns the number in a string, or -1 if it is not a number.
    private static int parseNumber(@Nullable String text, int radix) {
        if (text == null) {
            return -1;
        }
        try {
            return Integer.parseInt(radix == HEX && text.startsWith("0x") ? text.substring(2) : text, radix);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
