package traceglass.service.probe.inode;

import traceglass.protos.config.DataSourceConfig;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.SeenIds;
import traceglass.service.probe.ServiceProbe;
import traceglass.service.probe.files.SystemFolders;

/// Paths of files that the kernel's events of the same session name by inode. They are searched on the whole file
/// system, so that it takes a while until they are found.
public final class InodeFileProbe implements ServiceProbe {

    private final SystemFolders folders;
    private final SeenIds seen;

    /// @param seen files that the kernel's events of the same session mention
    public InodeFileProbe(SystemFolders folders, SeenIds seen) {
        this.folders = folders;
        this.seen = seen;
    }

    @Override
    public String name() {
        return "linux.inode_file_map";
    }

    @Override
    public String refusal() {
        return Posix.isSupported() ? "" : "Inodes occur in the kernel's events, which only Linux has.";
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
        ProbeRefused.ifNeeded(refusal());
        return new InodeFileInstance(config, context, folders, seen);
    }
}
