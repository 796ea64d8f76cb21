package traceglass.record.spi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.common.FtraceDescriptor;
import traceglass.protos.common.TracingServiceCapabilities;
import traceglass.protos.common.TracingServiceState;
import traceglass.protos.common.TrackEventCategory;

/// What a tracing service says about itself.
///
/// @param version its words, such as `Perfetto v56.0 (N/A)`; empty from services that do not tell
/// @param producers names of the processes that feed it
/// @param dataSources what they offer, each with the name of one producer
/// @param atrace the atrace categories of the device with their descriptions; empty if it does not tell
/// @param categories the track event categories with their descriptions
/// @param canClone whether snapshots can be made
/// @param canWriteFiles whether it can write a trace into a file of its own
public record ServiceInfo(
        String version,
        List<String> producers,
        Map<String, String> dataSources,
        Map<String, String> atrace,
        Map<String, String> categories,
        boolean canClone,
        boolean canWriteFiles) {

    private static final Pattern VERSION = Pattern.compile("v(\\d+(?:\\.\\d+)*)");

    /// Reads the answers to `QueryServiceState` and `QueryCapabilities`.
    public static ServiceInfo of(TracingServiceState state, TracingServiceCapabilities capabilities) {
        Map<Integer, String> names = new LinkedHashMap<>();
        state.getProducersList().forEach(p -> names.put(p.getId(), p.getName()));
        Map<String, String> sources = new LinkedHashMap<>();
        Map<String, String> atrace = new LinkedHashMap<>();
        Map<String, String> categories = new LinkedHashMap<>();
        for (TracingServiceState.DataSource source : state.getDataSourcesList()) {
            DataSourceDescriptor descriptor = source.getDsDescriptor();
            sources.putIfAbsent(descriptor.getName(), names.getOrDefault(source.getProducerId(), ""));
            for (FtraceDescriptor.AtraceCategory c :
                    descriptor.getFtraceDescriptor().getAtraceCategoriesList()) {
                atrace.putIfAbsent(c.getName(), c.getDescription());
            }
            for (TrackEventCategory c : descriptor.getTrackEventDescriptor().getAvailableCategoriesList()) {
                categories.putIfAbsent(c.getName(), c.getDescription());
            }
        }
        return new ServiceInfo(
                state.getTracingServiceVersion(),
                List.copyOf(new ArrayList<>(names.values())),
                sources,
                atrace,
                categories,
                capabilities.getHasCloneSession(),
                capabilities.getHasTraceConfigOutputPath());
    }

    /// `v56.0`, or what there is.
    public String shortVersion() {
        Matcher m = VERSION.matcher(version);
        return m.find() ? m.group() : version;
    }

    /// The data sources of these that nobody offers.
    public Set<String> missing(Iterable<String> wanted) {
        Set<String> missing = new LinkedHashSet<>();
        for (String name : wanted) {
            if (!dataSources.containsKey(name)) {
                missing.add(name);
            }
        }
        return missing;
    }
}
