package traceglass.service.probe.process;

import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.config.DataSourceConfig;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.SeenIds;
import traceglass.service.probe.ServiceProbe;
import traceglass.service.probe.files.SystemFolders;

/// Records the processes and threads of this computer, and the memory and CPU time of processes.
public final class ProcessStatsProbe implements ServiceProbe {

    private final SystemFolders folders;
    private final SeenIds seenIds;

    /// @param seen provides the threads that occur in kernel events of the same session
    public ProcessStatsProbe(SystemFolders folders, SeenIds seen) {
        this.folders = folders;
        this.seenIds = seen;
    }

    @Override
    public String name() {
        return "linux.process_stats";
    }

    @Override
    public DataSourceDescriptor descriptor() {
        return DataSourceDescriptor.newBuilder()
                .setName(name())
                .setHandlesIncrementalStateClear(true)
                .build();
    }

    @Override
    public String refusal() {
        return Posix.isSupported() ? "" : "Processes are read from /proc, which only Linux has.";
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
        ProbeRefused.throwUnlessEmpty(refusal());
        return new ProcessStatsInstance(config, context, folders, seenIds);
    }
}
