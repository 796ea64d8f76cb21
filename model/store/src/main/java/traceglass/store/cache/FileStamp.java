package traceglass.store.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a file was at a moment, to see whether it was written to since.
///
/// @param size bytes, or −1 where there was none that could be looked at
/// @param modified when it was last written to, or null
public record FileStamp(Path file, long size, @Nullable FileTime modified) {

    public static FileStamp of(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileStamp(file, now.size(), now.lastModifiedTime());
        } catch (IOException e) {
            return new FileStamp(file, -1, null);
        }
    }

    /// Whether it is another now, or gone.
    public boolean isChanged() {
        FileStamp now = of(file);
        return size != now.size || !Objects.equals(modified, now.modified);
    }
}
