package traceglass.service.ipc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Groups and modes of the socket files, which determine who can connect.
///
/// @param producerMode permission bits
public record SocketPermissions(String producerGroup, int producerMode, String consumerGroup, int consumerMode) {

    private static final int FIELDS = 4;
    private static final int OCTAL = 8;
    private static final int ALL_BITS = 0b111_111_111;

    /// Parses `GROUP:MODE:GROUP:MODE` with octal modes, first for producers, then for consumers.
    ///
    /// @return null if the string has another format
    public static @Nullable SocketPermissions parse(String text) {
        String[] fields = text.split(":", -1);
        if (fields.length != FIELDS || fields[0].isEmpty() || fields[2].isEmpty()) {
            return null;
        }
        try {
            int producers = Integer.parseInt(fields[1], OCTAL);
            int consumers = Integer.parseInt(fields[3], OCTAL);
            boolean isValid = (producers & ~ALL_BITS) == 0 && (consumers & ~ALL_BITS) == 0;
            return isValid ? new SocketPermissions(fields[0], producers, fields[2], consumers) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /// Applies the permissions to socket files. Skips sockets without a file.
    public void apply(List<String> producerSockets, List<String> consumerSockets) throws IOException {
        for (String name : producerSockets) {
            apply(name, producerGroup, producerMode);
        }
        for (String name : consumerSockets) {
            apply(name, consumerGroup, consumerMode);
        }
    }

    /// Makes a user the owner of socket files. Does not follow links, because the user could own the folder and
    /// replace a socket file with a link.
    public static void changeOwner(List<String> sockets, String user) throws IOException {
        for (String name : sockets) {
            Path file = Path.of(name);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                attributesOf(file)
                        .setOwner(file.getFileSystem()
                                .getUserPrincipalLookupService()
                                .lookupPrincipalByName(user));
            }
        }
    }

    private static PosixFileAttributeView attributesOf(Path file) {
        return Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static void apply(String name, String group, int mode) throws IOException {
        if (SocketFamily.of(name) != SocketFamily.FILE) {
            return;
        }
        Path path = Path.of(name);
        PosixFileAttributeView file = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        try {
            attributesOf(path)
                    .setGroup(
                            path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group));
        } catch (UserPrincipalNotFoundException e) {
            throw new IOException("there is no group " + group, e);
        }
        PosixFilePermission[] bits = PosixFilePermission.values(); // Owner read … others execute.
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < bits.length; i++) {
            if ((mode & 1 << bits.length - 1 - i) != 0) {
                permissions.add(bits[i]);
            }
        }
        file.setPermissions(permissions);
    }
}
