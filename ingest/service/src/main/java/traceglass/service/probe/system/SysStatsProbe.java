package traceglass.service.probe.system;

import traceglass.protos.config.DataSourceConfig;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.ServiceProbe;
import traceglass.service.probe.files.SystemFolders;

/// Records system-wide counters in groups, each with its own period.
public final class SysStatsProbe implements ServiceProbe {

    private final SystemFolders folders;

    public SysStatsProbe(SystemFolders folders) {
        this.folders = folders;
    }

    @Override
    public String name() {
        return "linux.sys_stats";
    }

    @Override
    public String refusal() {
        return Posix.isSupported() ? "" : "Counters are read from /proc and /sys, which only Linux has.";
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
        ProbeRefused.throwUnlessEmpty(refusal());
        return new SysStatsInstance(config.getSysStatsConfig(), context, folders);
    }
}
