package traceglass.service.probe.inode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.InodeFileConfig;
import traceglass.protos.config.InodeFileConfig.MountPointMappingEntry;
import traceglass.protos.system.InodeFileMap;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.posix.FolderReader;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.SeenIds;
import traceglass.service.probe.files.SystemFolders;

/// Resolves inodes to paths for one session. Each inode is searched once and written at most once.
final class InodeFileInstance implements ProbeInstance, SeenIds.Listener, FileScan.Sink {

    private static final int DEFAULT_INTERVAL_MS = 10_000;
    private static final int DEFAULT_BATCH = 15_000;
    private static final int MAX_INODES = 1 << 18;

    private record Inode(long device, long number) {}

    private final InodeFileConfig config;
    private final ProbeContext context;
    private final SystemFolders folders;
    private final SeenIds seenIds;
    private final long session;
    private final FileLoader loader = new FileLoader();
    private final Set<Inode> knownInodes = new HashSet<>();
    /// Inodes that the current or next scan searches.
    private final Set<Inode> missing = new HashSet<>();
    /// Inodes that arrived after the current scan had started. Another scan follows for them.
    private final Set<Inode> inodesAfterScan = new HashSet<>();

    private final Map<Long, ProtoWriter> entries = new HashMap<>();
    private final Set<Long> writtenDevices = new HashSet<>();
    private @Nullable MountPoints mounts;
    private @Nullable FileScan scan;
    private boolean isScanScheduled;

    InodeFileInstance(DataSourceConfig source, ProbeContext context, SystemFolders folders, SeenIds seen) {
        config = source.getInodeFileConfig();
        this.context = context;
        this.folders = folders;
        this.seenIds = seen;
        session = source.getTracingSessionId();
    }

    @Override
    public void start() {
        seenIds.add(session, this);
    }

    @Override
    public void onFiles(long[] inodes, long[] devices, int count) {
        if (config.getDoNotScan()) {
            return;
        }
        for (int i = 0; i < count; i++) {
            Inode inode = new Inode(devices[i], inodes[i]);
            if (knownInodes.size() < MAX_INODES && knownInodes.add(inode)) {
                missing.add(inode);
                if (scan != null) {
                    inodesAfterScan.add(inode);
                }
            }
        }
        scheduleScan();
    }

    private void scheduleScan() {
        if (!missing.isEmpty() && !isScanScheduled) {
            isScanScheduled = true;
            context.runAfter(orDefault(config.getScanDelayMs(), DEFAULT_INTERVAL_MS), this::startScan);
        }
    }

    private static int orDefault(int value, int defaultValue) {
        return value > 0 ? value : defaultValue;
    }

    private MountPoints mounts() {
        MountPoints read = mounts;
        if (read == null) {
            read = MountPoints.read(loader, folders);
            mounts = read;
        }
        return read;
    }

    private void startScan() {
        Set<Long> devices = new HashSet<>();
        missing.forEach(i -> devices.add(i.device));
        List<byte[]> roots = new ArrayList<>();
        devices.forEach(d -> addRoots(d, roots));
        inodesAfterScan.clear();
        scan = new FileScan(loader, roots, devices);
        step();
    }

    /// Adds the folders in which to search files of a device: all its mount points, because some can contain only a
    /// subfolder of the device.
    private void addRoots(long device, List<byte[]> roots) {
        List<byte[]> points = mounts().of(device);
        for (byte[] point : points) {
            for (MountPointMappingEntry mapping : config.getMountPointMappingList()) {
                if (Arrays.equals(bytes(mapping.getMountpoint()), point)) {
                    mapping.getScanRootsList().forEach(r -> roots.add(bytes(r)));
                    return;
                }
            }
        }
        if (config.getScanMountPointsCount() == 0) {
            roots.addAll(points);
            return;
        }
        for (byte[] point : points) {
            if (config.getScanMountPointsList().stream().anyMatch(p -> Arrays.equals(bytes(p), point))) {
                roots.add(point);
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void step() {
        FileScan running = scan;
        if (running == null) {
            return;
        }
        boolean hasMore = running.step(orDefault(config.getScanBatchSize(), DEFAULT_BATCH), this);
        if (hasMore) {
            context.runAfter(orDefault(config.getScanIntervalMs(), DEFAULT_INTERVAL_MS), this::step);
        } else {
            endScan(running);
        }
        write();
    }

    private void endScan(FileScan running) {
        running.close();
        scan = null;
        isScanScheduled = false;
        // Devices without a found file get a packet with their mount points.
        missing.stream()
                .map(Inode::device)
                .filter(d -> !writtenDevices.contains(d))
                .forEach(this::entries);
        missing.retainAll(inodesAfterScan);
        inodesAfterScan.clear();
        scheduleScan();
    }

    @Override
    public boolean onFile(long device, long inode, int type, byte[] path, int length) {
        Inode file = new Inode(device, inode);
        if (missing.remove(file)) {
            inodesAfterScan.remove(file);
            ProtoWriter out = entries(device);
            int entry = out.open(InodeFileMap.ENTRIES_FIELD_NUMBER);
            out.varint(InodeFileMap.Entry.INODE_NUMBER_FIELD_NUMBER, inode);
            out.bytes(InodeFileMap.Entry.PATHS_FIELD_NUMBER, path, 0, length);
            out.varint(InodeFileMap.Entry.TYPE_FIELD_NUMBER, type(type).getNumber());
            out.close(entry);
        }
        return !missing.isEmpty();
    }

    private static InodeFileMap.Entry.Type type(int type) {
        return switch (type) {
            case FolderReader.FILE -> InodeFileMap.Entry.Type.FILE;
            case FolderReader.FOLDER -> InodeFileMap.Entry.Type.DIRECTORY;
            default -> InodeFileMap.Entry.Type.UNKNOWN;
        };
    }

    /// Starts the next message of a device with the device number and its mount points, and returns it.
    private ProtoWriter entries(long device) {
        return entries.computeIfAbsent(device, d -> {
            writtenDevices.add(d);
            ProtoWriter out = new ProtoWriter();
            out.varint(InodeFileMap.BLOCK_DEVICE_ID_FIELD_NUMBER, d);
            mounts().of(d).forEach(m -> out.bytes(InodeFileMap.MOUNT_POINTS_FIELD_NUMBER, m));
            return out;
        });
    }

    private void write() {
        for (ProtoWriter map : entries.values()) {
            ProtoWriter packet = new ProtoWriter();
            packet.message(TracePacket.INODE_FILE_MAP_FIELD_NUMBER, map);
            context.write(packet.toByteArray());
        }
        entries.clear();
    }

    @Override
    public void stop() {
        seenIds.remove(session, this);
        if (scan != null) {
            scan.close();
        }
    }
}
