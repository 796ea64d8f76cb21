package traceglass.service.probe.inode;

import traceglass.protos.config.DataSourceConfig;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.SeenIds;
import traceglass.service.probe.ServiceProbe;
import traceglass.service.probe.files.SystemFolders;

/// Records the paths of files to which kernel events of the same session refer by inode. Searching the whole file
/// system takes some time.
public final class InodeFileProbe implements ServiceProbe {

    private final SystemFolders folders;
    private final SeenIds seenIds;

    /// @param seen provides the files that occur in kernel events of the same session
    public InodeFileProbe(SystemFolders folders, SeenIds seen) {
        this.folders = folders;
        this.seenIds = seen;
    }

    @Override
    public String name() {
        return "linux.inode_file_map";
    }

    @Override
    public String refusal() {
        return Posix.isSupported()
                ? ""
                : "File paths are recorded for kernel events, which are available only on Linux.";
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
        ProbeRefused.throwUnlessEmpty(refusal());
        return new InodeFileInstance(config, context, folders, seenIds);
    }
}
