package traceglass.ingest.etl;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Programs and libraries in the memory of processes, by the addresses at which they were loaded.
final class EtlImages {

    private static final int GROUP = 0x14;
    private static final int LOADED = 10;
    private static final int LISTED_AT_START = 3;
    private static final int LISTED_AT_END = 4;
    private static final long MAX_SIZE = 1L << 40;
    private static final int IDLE = 0;
    private static final int SYSTEM = 4;

    /// Provider of the events that the merging tool adds.
    private static final String IDENTITIES = "b3e675d7-2554-4f18-830b-2762732560de";

    /// Id of the event that identifies the symbol file of an image.
    private static final int SYMBOL_FILE = 36;

    private final Map<Long, TreeMap<Long, Image>> byProcess = new HashMap<>();
    private final Map<Long, Map<Long, String>> buildIds = new HashMap<>();

    /// @param path kernel path, e.g. `\Device\HarddiskVolume3\Windows\explorer.exe`
    record Image(long start, long size, String path) {

        /// Returns the path without its folders.
        String name() {
            return path.substring(path.lastIndexOf('\\') + 1);
        }
    }

    /// Returns whether an event reports that an image was loaded or unloaded.
    static boolean isImageEvent(EtlEvent e) {
        return e.group == GROUP || e.group == EtlKernelEvents.PROCESS && e.opcode == LOADED;
    }

    /// Reads an event if it reports that an image was loaded or unloaded.
    void read(EtlEvent e) {
        boolean isLoad =
                e.group == GROUP && (e.opcode == LOADED || e.opcode == LISTED_AT_START || e.opcode == LISTED_AT_END)
                        || e.group == EtlKernelEvents.PROCESS && e.opcode == LOADED;
        if (!isLoad || e.version < 1) {
            return;
        }
        EtlPayload p = e.payload;
        long start = p.pointer(0);
        long size = p.pointer(p.offsetAfter(0, 1));
        long pid = p.uint(p.offsetAfter(0, 2));
        String path = p.utf16(e.version >= 2 ? p.offsetAfter(32, 3) : p.offsetAfter(4, 2));
        if (size > 0 && size <= MAX_SIZE && !path.isEmpty()) {
            byProcess
                    .computeIfAbsent(pid, i -> new TreeMap<>(Long::compareUnsigned))
                    .putIfAbsent(start, new Image(start, size, path));
        }
    }

    /// Reads an event of the merging tool about the images of the traced machine; returns false for other events.
    boolean readIdentity(EtlEvent e) {
        if (!e.provider.equals(IDENTITIES)) {
            return false;
        }
        EtlPayload p = e.payload;
        if (e.id == SYMBOL_FILE) {
            long start = p.pointer(0);
            int guid = p.offsetAfter(4, 1);
            String id = p.guid(guid).replace("-", "").toUpperCase(Locale.ROOT)
                    + Long.toHexString(p.uint(guid + 16)).toUpperCase(Locale.ROOT);
            buildIds.computeIfAbsent(p.uint(p.offsetAfter(0, 1)), i -> new HashMap<>())
                    .putIfAbsent(start, id);
        }
        return true;
    }

    /// Returns the identity of the symbol file of an image, its GUID and age; an empty string if it is unknown.
    String buildId(long pid, Image image) {
        String id = buildIds.getOrDefault(pid, Map.of()).get(image.start);
        return id != null ? id : buildIds.getOrDefault((long) IDLE, Map.of()).getOrDefault(image.start, "");
    }

    /// Returns the image of a process, or of the kernel, that contains an address; null if there is none.
    Image find(long pid, long address, boolean isKernel) {
        Image image = isKernel ? null : findInProcess(pid, address);
        image = image == null ? findInProcess(IDLE, address) : image;
        return image == null ? findInProcess(SYSTEM, address) : image;
    }

    private Image findInProcess(long pid, long address) {
        TreeMap<Long, Image> images = byProcess.get(pid);
        Map.Entry<Long, Image> entry = images == null ? null : images.floorEntry(address);
        // The address is at least the start of the floor entry, and sizes are far below 2^63.
        return entry == null || Long.compareUnsigned(address - entry.getKey(), entry.getValue().size) >= 0
                ? null
                : entry.getValue();
    }
}
