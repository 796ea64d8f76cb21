package traceglass.service.probe.inode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.system.InodeFileMap;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.SeenIds;
import traceglass.service.probe.files.SystemFolderFiles;
import traceglass.service.testing.ManualProbeContext;

/// Searches files in a temporary folder that a fake `/proc/mounts` lists as a mount point.
class InodeFileProbeTest {

    @TempDir
    private Path root;

    private final SeenIds seen = new SeenIds();
    private final ManualProbeContext context = new ManualProbeContext();
    private SystemFolderFiles files;
    private Path disk;
    private long device;

    @BeforeEach
    void writeFiles() throws IOException {
        Assumptions.assumeTrue(Posix.isSupported());
        files = new SystemFolderFiles(root);
        disk = Files.createDirectories(root.resolve("my disk"));
        files.write("my disk/a/b/c.txt", "x").write("my disk/a/d.txt", "x").write("my disk/top", "x");
        files.write("proc/mounts", "none /missing tmpfs rw 0 0\n/dev/sda1 " + escapedDiskPath() + " ext4 rw 0 0\n");
        device = (long) Files.getAttribute(disk, "unix:dev");
    }

    private String escapedDiskPath() {
        return disk.toString().replace(" ", "\\040");
    }

    private ProbeInstance start(String config) throws Exception {
        DataSourceConfig.Builder parsed = DataSourceConfig.newBuilder().setTracingSessionId(3);
        TextFormat.merge("inode_file_config { " + config + " }", parsed);
        return context.start(new InodeFileProbe(files.folders(), seen), parsed.build());
    }

    private void notifyProbe(long deviceId, long... inodes) {
        for (long inode : inodes) {
            seen.notifyListeners(3, l -> l.onFiles(new long[] {inode}, new long[] {deviceId}, 1));
        }
    }

    private long inode(String path) throws IOException {
        return (long) Files.getAttribute(disk.resolve(path), "unix:ino");
    }

    private List<InodeFileMap> maps() {
        return context.drainPackets().stream().map(TracePacket::getInodeFileMap).toList();
    }

    private static Set<String> paths(InodeFileMap map) {
        return map.getEntriesList().stream().map(e -> e.getPaths(0)).collect(Collectors.toSet());
    }

    @Test
    void findsFilesAndFolders() throws Exception {
        ProbeInstance instance = start("");
        notifyProbe(device, inode("a/b/c.txt"), inode("a/b"), inode("a/b/c.txt"), 1);
        assertEquals(List.of(), maps());
        context.runPending();
        InodeFileMap map = maps().getFirst();
        assertEquals(device, map.getBlockDeviceId());
        assertEquals(List.of(disk.toString()), map.getMountPointsList());
        assertEquals(Set.of(disk + "/a/b", disk + "/a/b/c.txt"), paths(map));
        for (InodeFileMap.Entry entry : map.getEntriesList()) {
            boolean isFile = entry.getPaths(0).endsWith(".txt");
            assertEquals(inode(isFile ? "a/b/c.txt" : "a/b"), entry.getInodeNumber());
            assertEquals(isFile ? InodeFileMap.Entry.Type.FILE : InodeFileMap.Entry.Type.DIRECTORY, entry.getType());
        }
        notifyProbe(device, inode("a/b"), 1);
        context.runPending();
        assertEquals(List.of(), maps());
        instance.stop();
        assertFalse(seen.isUsed(3));
    }

    @Test
    void scansInSmallStepsAndAgainForLateFiles() throws Exception {
        start("scan_batch_size: 1");
        notifyProbe(device, inode("top"), 1);
        context.runPending();
        notifyProbe(device, inode("a/d.txt"), 2);
        int rounds = 0;
        Set<String> paths = new HashSet<>();
        while (context.hasPending()) {
            context.runPending();
            for (InodeFileMap map : maps()) {
                paths.addAll(paths(map));
            }
            rounds++;
        }
        assertEquals(Set.of(disk + "/top", disk + "/a/d.txt"), paths);
        assertTrue(rounds > 6, "rounds " + rounds);
    }

    @Test
    void writesMountPointsOfDevicesWithoutFiles() throws Exception {
        start("");
        notifyProbe(device, 1);
        notifyProbe(device + 1, 1);
        context.runPending();
        assertEquals(
                Set.of(List.of(disk.toString()), List.of()),
                maps().stream()
                        .map(InodeFileMap::getMountPointsList)
                        .map(List::copyOf)
                        .collect(Collectors.toSet()));
    }

    @Test
    void scansOnlyTheRootsOfTheConfig() throws Exception {
        start("mount_point_mapping { mountpoint: '" + disk + "' scan_roots: '" + disk + "/a/b' }");
        notifyProbe(device, inode("a/b/c.txt"), inode("top"));
        context.runPending();
        assertEquals(Set.of(disk + "/a/b/c.txt"), paths(maps().getFirst()));
    }

    @Test
    void leavesOtherMountPointsOut() throws Exception {
        start("scan_mount_points: '/elsewhere'");
        notifyProbe(device, inode("a/d.txt"));
        context.runPending();
        assertEquals(0, maps().getFirst().getEntriesCount());
    }

    @Test
    void doesNotScanIfTheConfigForbidsIt() throws Exception {
        start("do_not_scan: true");
        notifyProbe(device, inode("top"));
        assertFalse(context.hasPending());
    }
}
