package traceglass.app.update;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/// Unpacks the archive of a release.
final class Archive {

    private Archive() {}

    /// Unpacks the top-level folder of an archive into another folder. Keeps permissions and modification times,
    /// because an AOT cache is valid only if the times of the jars have not changed.
    ///
    /// @throws IOException if the archive can't be read, or if an entry would be outside the folder
    static void unpack(Path archive, Path folder) throws IOException {
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive), 1 << 16);
                TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(file, 1 << 16), "UTF-8")) {
            Files.createDirectories(folder);
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                String name = entry.getName();
                int top = name.indexOf('/');
                if (top >= 0 && top < name.length() - 1) {
                    unpack(tar, entry, requireInside(folder, folder.resolve(name.substring(top + 1))), folder);
                }
            }
        }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path target, Path folder)
            throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Path parent = requireInside(folder, target.resolveSibling("."));
        Files.createDirectories(parent);
        if (entry.isSymbolicLink()) {
            requireInside(folder, target.resolveSibling(entry.getLinkName()));
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else if (entry.isFile()) {
            Files.copy(tar, target);
            setPermissions(target, entry.getMode());
            Files.setLastModifiedTime(
                    target, FileTime.from(entry.getLastModifiedTime().toInstant()));
        } else {
            throw new IOException(UpdateTexts.badEntry(entry.getName()));
        }
    }

    private static Path requireInside(Path folder, Path target) throws IOException {
        Path normal = target.normalize();
        if (!normal.startsWith(folder)) {
            throw new IOException(UpdateTexts.badEntry(target.toString()));
        }
        return normal;
    }

    private static void setPermissions(Path file, int mode) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
            // The constants and the mode bits have the same order: owner, group, others; read, write, execute.
            PosixFilePermission[] all = PosixFilePermission.values();
            for (int i = 0; i < all.length; i++) {
                if ((mode >> (all.length - 1 - i) & 1) != 0) {
                    permissions.add(all[i]);
                }
            }
            Files.setPosixFilePermissions(file, permissions);
        }
    }
}
