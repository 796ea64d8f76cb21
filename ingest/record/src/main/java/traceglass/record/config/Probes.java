package traceglass.record.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import traceglass.record.spi.Platform;

/// All probes. To add one, add it to the list for its subject, such as [CpuProbes].
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
                        throw new IllegalStateException("two probes have the id " + p.id());
                    }
                });
        return all;
    }

    /// All probes in display order.
    public static List<Probe> all() {
        return List.copyOf(ALL.values());
    }

    /// Returns the probes available on the platform.
    public static List<Probe> of(Platform platform) {
        return ALL.values().stream()
                .filter(p -> p.platforms().contains(platform))
                .toList();
    }

    public static Optional<Probe> find(String id) {
        return Optional.ofNullable(ALL.get(id));
    }

    /// Returns the probe with this id.
    ///
    /// @throws IllegalArgumentException if there is none
    public static Probe byId(String id) {
        return find(id).orElseThrow(() -> new IllegalArgumentException("unknown probe " + id));
    }

    /// Names of the data sources that a probe and its required probes need.
    public static List<String> sourcesOf(Probe probe) {
        List<String> names = new ArrayList<>(probe.sources().keySet());
        if (!probe.events().isEmpty()) {
            names.add(Probe.FTRACE);
        }
        if (names.isEmpty()) {
            Platform platform = probe.platforms().iterator().next();
            RecordSettings.empty(platform)
                    .with(probe.id(), OptionValues.DEFAULTS)
                    .config()
                    .getDataSourcesList()
                    .forEach(d -> names.add(d.getConfig().getName()));
        }
        return names;
    }
}
