package traceglass.record.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.record.spi.Platform;

/// Converts the categories of a short command line, as systrace and perfetto accept them, into settings: `group/name`
/// is a kernel event; other words are atrace categories on Android, track event categories in a browser, and names of
/// subjects on Linux.
public final class CategoryArguments {

    private static final Map<String, String> SUBJECTS = Map.of(
            "sched",
            "cpu_sched",
            "freq",
            "cpu_freq",
            "idle",
            "cpu_freq",
            "cpu",
            "cpu_usage",
            "memory",
            "mem_meminfo",
            "vm",
            "mem_vmstat",
            "ps",
            "mem_proc_stat",
            "syscalls",
            "cpu_syscalls",
            "journal",
            "systemd_journald");

    private CategoryArguments() {}

    /// Names of the subjects.
    public static java.util.Set<String> words() {
        return SUBJECTS.keySet();
    }

    /// Returns settings with these categories turned on.
    public static RecordSettings settings(Platform platform, List<String> words) {
        RecordSettings s = RecordSettings.empty(platform);
        Set<String> events = new LinkedHashSet<>();
        List<String> names = new ArrayList<>();
        for (String word : words) {
            String probe = SUBJECTS.get(word);
            if (platform != Platform.CHROME && word.contains("/")) {
                events.add(word);
            } else if (platform == Platform.LINUX && probe != null) {
                s = s.with(probe, OptionValues.STANDARD);
            } else if (platform == Platform.LINUX) {
                events.add(word + "/*");
            } else {
                names.add(word);
            }
        }
        if (!events.isEmpty()) {
            s = s.with(KernelProbes.FTRACE_CONFIG, OptionValues.STANDARD.with("events", List.copyOf(events)))
                    .with(KernelProbes.ASSOCIATION, OptionValues.STANDARD);
        }
        if (!names.isEmpty() && platform == Platform.ANDROID) {
            s = s.with("atrace", OptionValues.STANDARD.with("categories", names).with("allApps", true))
                    .with(KernelProbes.ASSOCIATION, OptionValues.STANDARD);
        } else if (!names.isEmpty()) {
            s = s.with(ChromeProbes.ID, OptionValues.STANDARD.with("categories", names));
        }
        return s;
    }
}
