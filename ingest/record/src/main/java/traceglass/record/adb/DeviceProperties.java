package traceglass.record.adb;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.record.spi.RecordProblem;

/// Properties of a device.
///
/// @param sdk API level; 0 if the device does not report it
/// @param release Android version, such as `13`
/// @param model the manufacturer's model name
/// @param abi ABI of the processor, such as `arm64-v8a`
/// @param isTracingEnabled whether the tracing service is turned on
/// @param memoryBytes size of the main memory in bytes; 0 if unknown
record DeviceProperties(int sdk, String release, String model, String abi, boolean isTracingEnabled, long memoryBytes) {

    private static final Pattern PROPERTY = Pattern.compile("(?m)^\\[([^\\]]+)\\]: \\[(.*)\\]\\r?$");
    private static final Pattern MEMORY = Pattern.compile("MemTotal:\\s+(\\d+) kB");
    static final String ENABLE = "persist.traced.enable";

    static DeviceProperties read(DeviceShell shell) throws RecordProblem {
        String output = shell.run("getprop; cat /proc/meminfo").out();
        Map<String, String> properties = new HashMap<>();
        Matcher m = PROPERTY.matcher(output);
        while (m.find()) {
            properties.put(m.group(1), m.group(2));
        }
        Matcher memory = MEMORY.matcher(output);
        return new DeviceProperties(
                number(properties.get("ro.build.version.sdk")),
                properties.getOrDefault("ro.build.version.release", ""),
                properties.getOrDefault("ro.product.model", ""),
                properties.getOrDefault("ro.product.cpu.abi", ""),
                !properties.getOrDefault(ENABLE, "1").equals("0"),
                memory.find() ? Long.parseLong(memory.group(1)) * 1024 : 0);
    }

    private static int number(@Nullable String text) {
        try {
            return text == null ? 0 : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
