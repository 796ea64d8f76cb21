package traceglass.record.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import traceglass.record.spi.Platform;

/// Converts category arguments, as in the short command lines of systrace and perfetto, into settings.
/// `group/name` is a kernel event. Other arguments are atrace categories on Android, track event categories in a
/// browser, and short names of probes or groups of kernel events on Linux.
public final class CategoryArguments {

    private static final Map<String, String> PROBES = Map.of(
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

    /// Short names of probes on Linux, such as `memory`.
    public static Set<String> probeNames() {
        return PROBES.keySet();
    }

    /// Returns the short names of probes on Linux, sorted, each with the title of its probe.
    public static SortedMap<String, String> probeTitles() {
        SortedMap<String, String> titles = new TreeMap<>();
        PROBES.forEach((name, probe) -> titles.put(name, Probes.byId(probe).title()));
        return titles;
    }

    /// Returns settings with these categories turned on.
    public static RecordSettings settings(Platform platform, List<String> arguments) {
        RecordSettings s = RecordSettings.empty(platform);
        Set<String> events = new LinkedHashSet<>();
        List<String> names = new ArrayList<>();
        for (String argument : arguments) {
            String probe = PROBES.get(argument);
            if (platform != Platform.CHROME && argument.contains("/")) {
                events.add(argument);
            } else if (platform == Platform.LINUX && probe != null) {
                s = s.with(probe, OptionValues.DEFAULTS);
            } else if (platform == Platform.LINUX) {
                events.add(argument + "/*");
            } else {
                names.add(argument);
            }
        }
        if (!events.isEmpty()) {
            s = s.with(KernelProbes.FTRACE_CONFIG, OptionValues.DEFAULTS.with("events", List.copyOf(events)))
                    .with(KernelProbes.ASSOCIATION, OptionValues.DEFAULTS);
        }
        if (!names.isEmpty() && platform == Platform.ANDROID) {
            s = s.with("atrace", OptionValues.DEFAULTS.with("categories", names).with("allApps", true))
                    .with(KernelProbes.ASSOCIATION, OptionValues.DEFAULTS);
        } else if (!names.isEmpty()) {
            s = s.with(ChromeProbes.ID, OptionValues.DEFAULTS.with("categories", names));
        }
        return s;
    }
}
