package traceglass.record.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import traceglass.record.spi.Platform;

/// All probes. A new one is a line in the list of its subject.
public final class Probes {

    private static final Map<String, Probe> ALL = collect();

    private Probes() {}

    private static Map<String, Probe> collect() {
        Map<String, Probe> all = new LinkedHashMap<>();
        Stream.of(
                        CpuProbes.ALL,
                        GpuProbes.ALL,
                        PowerProbes.ALL,
                        MemoryProbes.ALL,
                        AndroidProbes.ALL,
                        SystemProbes.ALL,
                        ChromeProbes.ALL,
                        KernelProbes.ALL)
                .flatMap(List::stream)
                .forEach(p -> {
                    if (all.put(p.id(), p) != null) {
                        throw new IllegalStateException("two probes are called " + p.id());
                    }
                });
        return all;
    }

    /// Every probe, in the order of the screen.
    public static List<Probe> all() {
        return List.copyOf(ALL.values());
    }

    /// The probes that make sense on the platform.
    public static List<Probe> of(Platform platform) {
        return ALL.values().stream()
                .filter(p -> p.platforms().contains(platform))
                .toList();
    }

    public static Optional<Probe> find(String id) {
        return Optional.ofNullable(ALL.get(id));
    }

    /// The probe with this id.
    ///
    /// @throws IllegalArgumentException if there is none
    public static Probe byId(String id) {
        return find(id).orElseThrow(() -> new IllegalArgumentException("there is no probe " + id));
    }

    /// Names of the data sources that a probe, with what it brings along, cannot do without.
    public static List<String> sourcesOf(Probe probe) {
        List<String> names = new ArrayList<>(probe.sources().keySet());
        if (!probe.events().isEmpty()) {
            names.add(Probe.FTRACE);
        }
        if (names.isEmpty()) {
            Platform platform = probe.platforms().iterator().next();
            RecordSettings.empty(platform)
                    .with(probe.id(), OptionValues.STANDARD)
                    .config()
                    .getDataSourcesList()
                    .forEach(d -> names.add(d.getConfig().getName()));
        }
        return names;
    }
}
