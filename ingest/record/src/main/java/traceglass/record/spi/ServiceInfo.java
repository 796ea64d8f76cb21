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

/// Information about a tracing service.
///
/// @param version version, such as `Perfetto v56.0 (N/A)`; empty if the service does not report it
/// @param producers names of the connected producer processes
/// @param dataSources available data sources, each with the name of one producer
/// @param atrace atrace categories of the device with descriptions; empty if unknown
/// @param categories track event categories with descriptions
/// @param canClone whether snapshots are supported
/// @param canWriteFiles whether the service can write a trace into its own file
public record ServiceInfo(
        String version,
        List<String> producers,
        Map<String, String> dataSources,
        Map<String, String> atrace,
        Map<String, String> categories,
        boolean canClone,
        boolean canWriteFiles) {

    private static final Pattern VERSION = Pattern.compile("v(\\d+(?:\\.\\d+)*)");

    /// Converts the replies to `QueryServiceState` and `QueryCapabilities`.
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

    /// Returns the short version, such as `v56.0`, or the full version if it has another format.
    public String shortVersion() {
        Matcher m = VERSION.matcher(version);
        return m.find() ? m.group() : version;
    }

    /// Returns the given data sources that no producer offers.
    public Set<String> missing(Iterable<String> sources) {
        Set<String> missing = new LinkedHashSet<>();
        for (String name : sources) {
            if (!dataSources.containsKey(name)) {
                missing.add(name);
            }
        }
        return missing;
    }
}
