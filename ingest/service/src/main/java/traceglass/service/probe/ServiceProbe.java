package traceglass.service.probe;

import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.config.DataSourceConfig;

/// A type of data source. All methods of probes and their instances run on the thread of their [ProbeHost].
public interface ServiceProbe {

    /// Name of the data source in configs, such as `linux.ftrace`.
    String name();

    /// Returns the descriptor with which the data source is registered.
    default DataSourceDescriptor descriptor() {
        return DataSourceDescriptor.newBuilder().setName(name()).build();
    }

    /// Returns the reason why this computer or the privileges of this process do not allow the probe, in one
    /// sentence, or an empty string. Can run on any thread.
    default String refusal() {
        return "";
    }

    /// Returns whether [#refusal] is due to missing privileges and root privileges would suffice.
    default boolean needsRoot() {
        return false;
    }

    /// Prepares the data source for a session. Nothing is recorded before [ProbeInstance#start].
    ///
    /// @throws ProbeRefused if this computer or the privileges of this process do not allow it
    ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused;
}
