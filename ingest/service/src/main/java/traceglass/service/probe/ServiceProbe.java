package traceglass.service.probe;

import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.config.DataSourceConfig;

/// A kind of data source. All methods of probes and their instances run on the one thread of their {@link ProbeHost}.
public interface ServiceProbe {

    /// Name of the data source in configs, such as `linux.ftrace`.
    String name();

    /// Returns how the data source is announced to the service.
    default DataSourceDescriptor descriptor() {
        return DataSourceDescriptor.newBuilder().setName(name()).build();
    }

    /// Returns in one sentence why this computer or the rights of this process do not allow it at all, or an empty
    /// text. Runs on any thread.
    default String refusal() {
        return "";
    }

    /// Returns whether it is the rights that {@link #refusal} says are missing: those of root would do.
    default boolean needsRoot() {
        return false;
    }

    /// Prepares the data source for a session. Nothing is recorded before {@link ProbeInstance#start}.
    ///
    /// @throws ProbeRefused if this computer or the rights of this process do not allow it
    ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused;
}
