package traceglass.store.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Size and modification time of a file at one moment, to detect later changes.
///
/// @param size size in bytes, or -1 if the file could not be inspected
/// @param modified time of the last modification, or null
public record FileStamp(Path file, long size, @Nullable FileTime modified) {

    /// Returns the current stamp of a file.
    public static FileStamp of(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileStamp(file, attributes.size(), attributes.lastModifiedTime());
        } catch (IOException e) {
            return new FileStamp(file, -1, null);
        }
    }

    /// Returns whether the file has changed since the stamp was taken or no longer exists.
    public boolean isChanged() {
        FileStamp current = of(file);
        return size != current.size || !Objects.equals(modified, current.modified);
    }
}
