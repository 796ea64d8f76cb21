package traceglass.service.builtin;

import java.util.List;
import traceglass.service.probe.SeenIds;
import traceglass.service.probe.ServiceProbe;
import traceglass.service.probe.files.SystemFolders;
import traceglass.service.probe.ftrace.FtraceProbe;
import traceglass.service.probe.inode.InodeFileProbe;
import traceglass.service.probe.jdk.JdkProcessProbe;
import traceglass.service.probe.jdk.JdkSystemProbe;
import traceglass.service.probe.journal.JournalProbe;
import traceglass.service.probe.metatrace.MetatraceProbe;
import traceglass.service.probe.perf.PerfProbe;
import traceglass.service.probe.process.ProcessStatsProbe;
import traceglass.service.probe.system.SysStatsProbe;
import traceglass.service.probe.system.SysfsPowerProbe;
import traceglass.service.probe.system.SystemInfoProbe;

/// Lists of the probes (data sources) that run inside the service.
public final class BuiltInProbes {

    private BuiltInProbes() {}

    /// Returns all probes, including those that this computer does not support.
    public static List<ServiceProbe> all() {
        return System.getProperty("os.name", "").startsWith("Linux") ? ofLinux() : ofJava();
    }

    private static List<ServiceProbe> ofLinux() {
        SystemFolders folders = SystemFolders.ofThisComputer();
        SeenIds seen = new SeenIds();
        return List.of(
                new FtraceProbe(seen),
                new ProcessStatsProbe(folders, seen),
                new InodeFileProbe(folders, seen),
                new SysStatsProbe(folders),
                new SystemInfoProbe(folders),
                new SysfsPowerProbe(folders),
                new PerfProbe(),
                new JournalProbe(),
                new MetatraceProbe());
    }

    /// Returns the probes that need only the JDK.
    public static List<ServiceProbe> ofJava() {
        return List.of(new JdkSystemProbe(), new JdkProcessProbe());
    }
}
