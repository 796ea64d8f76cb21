package traceglass.service.probe.inode;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.sdk.posix.FileLoader;
import traceglass.service.probe.files.LineCursor;
import traceglass.service.probe.files.SystemFolders;

/// Mount points by device, from `/proc/mounts`.
final class MountPoints {

    private static final int OCTAL_DIGITS = 3;

    private final Map<Long, List<byte[]>> byDevice = new HashMap<>();

    private MountPoints() {}

    static MountPoints read(FileLoader loader, SystemFolders folders) {
        MountPoints mounts = new MountPoints();
        List<byte[]> paths = new ArrayList<>();
        LineCursor text = new LineCursor();
        if (loader.load(folders.proc("mounts"))) {
            text.set(loader.bytes(), loader.size());
            while (text.nextLine()) {
                if (text.skipWords(2)) {
                    paths.add(unescape(text));
                }
            }
        }
        for (byte[] path : paths) {
            long device = loader.device(path, path.length);
            if (device >= 0) {
                mounts.byDevice.computeIfAbsent(device, d -> new ArrayList<>()).add(path);
            }
        }
        return mounts;
    }

    /// Returns a path with its octal escapes (such as `\040` for a blank) decoded.
    private static byte[] unescape(LineCursor word) {
        ByteArrayOutputStream path = new ByteArrayOutputStream();
        byte[] bytes = word.bytes();
        for (int i = word.start(); i < word.end(); i++) {
            if (bytes[i] == '\\' && i + OCTAL_DIGITS < word.end()) {
                path.write(bytes[i + 1] - '0' << 6 | bytes[i + 2] - '0' << 3 | bytes[i + 3] - '0');
                i += OCTAL_DIGITS;
            } else {
                path.write(bytes[i]);
            }
        }
        return path.toByteArray();
    }

    /// Returns the mount points of a device, oldest first.
    List<byte[]> of(long device) {
        return byDevice.getOrDefault(device, List.of());
    }
}
